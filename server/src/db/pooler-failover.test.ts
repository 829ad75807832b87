import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openWithLongTimeouts } from '../../test/database.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { startStreamingPair } from '../../test/streaming-pair.ts'
import { listenTo } from './channel-listener.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { queueSettings } from './job-schema.ts'
import { migrate } from './migrate.ts'
import type { PrimaryEvent } from './primary-host.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'
import { everything } from './scope.ts'

test('behind a pooler, what takes the way to the server itself goes over to the new primary', async () => {
  const own = await startStreamingPair()
  onTestFinished(() => own.close())
  await migrate(own.url)
  const bouncer = await startPgBouncer({ server: own.urls[0] })
  onTestFinished(() => bouncer.close())
  const found: string[] = []
  const ways = { url: own.url, pooledUrl: bouncer.through(own.urls[0]) }
  const onPrimary = (event: PrimaryEvent) => void (event.type === 'found' && found.push(event.host))
  const pooled = await openWithLongTimeouts(ways, { onPrimary })
  onTestFinished(() => pooled.close())
  const payloads: string[] = []
  const listener = await listenTo({
    settings: queueSettings(own.url, 'test', 1),
    channel: 'test',
    onNotification: (payload) => void payloads.push(payload),
    onConnected: () => undefined,
    onError: () => undefined,
  })
  onTestFinished(() => listener.close())
  await pooled.ping()
  await own.stop(0)
  await own.promote(1)
  await own.startAsStandby(0)
  await expect.poll(() => found).toContain(new URL(own.urls[1]).host)
  expect(await pooled.ping()).toBeDefined()
  const client = new pg.Client(own.urls[1])
  await client.connect()
  onTestFinished(() => client.end())
  const isHeard = async () => {
    await client.query("notify test, 'after the failover'")
    return payloads.length > 0
  }
  await expect.poll(isHeard, { timeout: 30_000 }).toBe(true)
}, 120_000)

test('behind a pooler, changes and reads are given up as soon as the way to the server itself shows that it is silent', async () => {
  const own = await startStreamingPair()
  onTestFinished(() => own.close())
  await migrate(own.url)
  const bouncer = await startPgBouncer({ server: own.urls[0] })
  onTestFinished(() => bouncer.close())
  const pooled = await openWithLongTimeouts({ url: own.url, pooledUrl: bouncer.through(own.urls[0]) })
  onTestFinished(() => pooled.close())
  let round = 0
  const change = () => {
    const insert = queries.insertInto('departments').values({ name: `Department ${(round += 1)}` })
    return pooled.requests.transact(everything, (tx) => run(tx, insert))
  }
  const read = () => run(pooled.requests, queries.selectFrom('departments').select('id'))
  const reasonOf = async (work: () => Promise<unknown>) => {
    const error = await work().catch((failure: unknown) => failure)
    return error instanceof DatabaseUnavailable && error.isLoss ? String(error.cause) : error
  }
  await change()
  await read()
  const thaw = own.freeze(0)
  try {
    const waiting = await Promise.all([reasonOf(change), reasonOf(read)])
    expect(waiting[0]).toContain('Connection terminated unexpectedly')
    const refused = 'Error: No host of the database accepts writes at the moment.'
    expect(await Promise.all([reasonOf(change), reasonOf(read)])).toEqual([refused, refused])
  } finally {
    thaw()
  }
  await expect.poll(() => reasonOf(change), { timeout: 30_000 }).toEqual([])
}, 120_000)
