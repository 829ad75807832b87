import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openWithLongTimeouts } from '../../test/database.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { startStreamingPair } from '../../test/streaming-pair.ts'
import { listenTo } from './channel-listener.ts'
import { queueSettings } from './job-schema.ts'
import { migrate } from './migrate.ts'
import type { PrimaryEvent } from './primary-host.ts'

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
