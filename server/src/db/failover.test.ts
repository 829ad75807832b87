import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { openWithLongTimeouts } from '../../test/database.ts'
import { startStreamingPair, type StreamingPair } from '../../test/streaming-pair.ts'
import type { Database } from './database.ts'
import { PooledConnection } from './pooled-connection.ts'
import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import { migrate } from './migrate.ts'
import { connectAsOwner } from './owner-connection.ts'
import { type PrimaryEvent, PrimaryHost } from './primary-host.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'
import { everything } from './scope.ts'
import { StatementPipeline } from './statement-pipeline.ts'

let pair: StreamingPair
let database: Database
let events: Move[]

beforeAll(async () => {
  pair = await startStreamingPair()
  await migrate(pair.url)
  database = await openWithLongTimeouts(pair, { onPrimary: noteMoves })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await pair?.close()
})
beforeEach(() => void (events = []))

type Move = Extract<PrimaryEvent, { type: 'lost' | 'found' }>
const isMove = (event: PrimaryEvent): event is Move => event.type === 'lost' || event.type === 'found'
const noteMoves = (event: PrimaryEvent) => void (isMove(event) && events.push(event))

const write = (name: string) =>
  database.requests.transact(everything, (tx) => run(tx, queries.insertInto('departments').values({ name })))
const names = async () =>
  (await run(database.requests, queries.selectFrom('departments').select('name'))).map(({ name }) => name)

/** Writes one row after the other until it is stopped. */
function writing(label: string) {
  const acknowledged: string[] = []
  const failures: unknown[] = []
  let isOver = false
  const done = (async () => {
    for (let round = 1; !isOver; round++) {
      await write(`${label} ${round}`).then(
        () => acknowledged.push(`${label} ${round}`),
        (error: unknown) => failures.push(error),
      )
      // What is refused at once leaves no turn to anything else.
      await nextTurn()
    }
  })()
  const stop = async () => {
    isOver = true
    await done
    return { acknowledged, failures }
  }
  return { acknowledged, failures, stop }
}

describe('while the portal writes', () => {
  test.each([
    ['is stopped and its standby promoted', 0, 1, 'SIGINT'],
    ['dies without a word, and the one before takes over again', 1, 0, 'SIGQUIT'],
  ] as const)(
    'the primary %s: the portal goes on there, and no acknowledged row is lost',
    async (label, from, to, signal) => {
      const writers = [1, 2, 3].map((number) => writing(`${label} ${number}`))
      await expect.poll(() => writers.every(({ acknowledged }) => acknowledged.length > 5)).toBe(true)
      await pair.stop(from, signal)
      await expect.poll(() => writers.every(({ failures }) => failures.length > 0)).toBe(true)
      await expect(names()).rejects.toBeInstanceOf(DatabaseUnavailable)
      await pair.promote(to)
      const before = writers.map(({ acknowledged }) => acknowledged.length)
      await expect
        .poll(() => writers.every(({ acknowledged }, index) => acknowledged.length > (before[index] ?? 0)), {
          timeout: 30_000,
        })
        .toBe(true)
      const ended = await Promise.all(writers.map(({ stop }) => stop()))
      const kept = new Set(await names())
      expect(ended.flatMap(({ acknowledged }) => acknowledged.filter((name) => !kept.has(name)))).toEqual([])
      const failures = ended.flatMap((each) => each.failures)
      expect(failures.filter((error) => !(error instanceof DatabaseUnavailable && error.isLoss))).toEqual([])
      expect(events.map(({ type }) => type)).toEqual(['lost', 'found'])
      expect(events.map(({ host }) => host)).toEqual([from, to].map((server) => new URL(pair.urls[server]).host))
      // Back as a standby, where nobody may go who writes.
      await pair.startAsStandby(from)
      await write(`${label}: with the former primary as a standby`)
    },
  )
})

test('a change whose wait for the standby was canceled is not said to be done', async () => {
  const owner = await connectAsOwner(pair.url, 'test')
  const waitFor = async (standbys: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${standbys}'`)
    await owner.query('select pg_reload_conf()')
  }
  try {
    await waitFor('nobody')
    const change = write('Waits for nobody').catch((error: unknown) => error)
    const waiting = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    await expect.poll(async () => (await owner.query(waiting)).rows.length).toBe(1)
    expect(await change).toMatchObject({ name: 'DatabaseUnavailable', isUnknown: true })
  } finally {
    await waitFor('*')
    await owner.end()
  }
  expect(await names()).toContain('Waits for nobody')
})

test('a change that a demoted server refuses, in any language, has not been made', async () => {
  // As through something that keeps the connection while the server behind it becomes a standby.
  const client = new pg.Client({ connectionString: pair.urls[1], pipeline: true } as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const connection = new PooledConnection(client as unknown as pg.PoolClient, 50_000)
  const begin = { text: 'begin read write', values: [] }
  const pipeline = new StatementPipeline(connection, [begin], true)
  const insert = { text: "insert into departments (name) values ('On a standby')", values: [] }
  const ended = await Promise.allSettled([pipeline.send(insert), pipeline.commit()])
  const [refusal, refusedCommit] = ended.map((each) => each.status === 'rejected' && pipeline.causeOf(each.reason))
  const unavailable = { name: 'DatabaseUnavailable', isLoss: true, isUnknown: false }
  expect([refusal, refusedCommit]).toMatchObject([unavailable, unavailable])

  const { cause } = refusal as DatabaseUnavailable
  const inGerman = 'kann den Read-Write-Modus der Transaktion nicht während der Wiederherstellung setzen'
  const translated = Object.assign(new Error(inGerman), { ...(cause as object), message: inGerman })
  expect(asDatabaseUnavailable(translated)).toMatchObject(unavailable)
})

test('a command goes to the server that accepts writes, whichever host is named first', async () => {
  const client = await connectAsOwner(pair.url, 'test')
  expect((await client.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }])
  await client.end()
})

test('where only standbys are named, the refusal says of each host why', async () => {
  const [first, second] = pair.urls.map((url) => new URL(url).host)
  const standby = `postgres://portal:Qv1@${second},127.0.0.1:1/postgres`
  await expect(connectAsOwner(standby, 'test')).rejects.toThrow(
    `The database at postgres://portal:***@${second},127.0.0.1:1/postgres cannot be reached: No host of the database accepts writes: ${second} accepts no writes, 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1).`,
  )
  expect(first).not.toBe(second)
})

test('nobody waits for a primary that is frozen, and none goes back to it when it thaws', async () => {
  const jobs = database.jobs.transact(everything, async (tx) => {
    await run(tx, sql`select 1`)
    thaw = pair.freeze(0)
    await run(tx, sql`select 2`)
  })
  let thaw = () => {}
  const cutOff = jobs.catch((error: unknown) => error)
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['lost'])
  await expect(write('While nobody accepts writes')).rejects.toMatchObject({ isLoss: true, isUnknown: false })
  await expect(names()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await pair.promote(1)
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['lost', 'found'])
  expect(await cutOff).toBeInstanceOf(DatabaseUnavailable)
  thaw()
  await write('After the thaw')
  const [second] = [pair.urls[1]]
  const client = new pg.Client(second)
  await client.connect()
  expect((await client.query("select from departments where name = 'After the thaw'")).rows).toHaveLength(1)
  await client.end()
})

test('hosts of different clusters are refused by a sentence that names them', async () => {
  const stranger = await startStreamingPair()
  onTestFinished(() => stranger.close())
  const hosts = [pair.urls[0], stranger.urls[1]].map((url) => new URL(url).host)
  const both = `postgres://portal:Qv1@${hosts.join(',')}/postgres`
  await expect(connectAsOwner(both, 'test')).rejects.toThrow(
    `DATABASE_URL names servers of different clusters: ${hosts.join(' and ')} are no copies of each other.`,
  )
  await stranger.promote(1)
  const primaries = `postgres://portal:Qv1@${stranger.urls.map((url) => new URL(url).host).join(',')}/postgres`
  await expect(connectAsOwner(primaries, 'test')).rejects.toThrow(
    /^DATABASE_URL names several servers that accept writes: 127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+\. Only one of them may; make the others its standbys\.$/,
  )
})

test('of two primaries the portal uses the newer one and reports the contradiction, and never goes back', async () => {
  const split = await startStreamingPair()
  onTestFinished(() => split.close())
  const [first, second] = split.urls.map((url) => new URL(url).host)
  const reported: PrimaryEvent[] = []
  const primary = new PrimaryHost(split.url)
  expect(await primary.find()).toMatchObject({ address: expect.stringContaining(first ?? ''), timeline: 1 })
  onTestFinished(primary.watch((event) => void reported.push(event)))
  await split.promote(1)
  const former = new pg.Client(split.urls[0])
  await former.connect()
  onTestFinished(() => former.end().catch(() => undefined))
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal watch'"
  await expect.poll(async () => (await former.query(cut)).rows.length).toBeGreaterThan(0)
  const isFound = () => reported.find(({ type }) => type === 'found')
  await expect.poll(isFound).toMatchObject({ host: second })
  expect(await primary.find()).toMatchObject({ timeline: 2 })
  const reason = expect.stringMatching(/^DATABASE_URL names several servers that accept writes: /)
  expect(reported).toContainEqual({ type: 'contradiction', host: second, reason })

  await split.stop(1)
  const isOlder = `${first} is older than the last primary (timeline 1, the last one had 2)`
  const older = () => reported.filter(({ type }) => type === 'not_found').map((event) => Reflect.get(event, 'reason'))
  await expect.poll(older).toContainEqual(expect.stringContaining(isOlder))
  expect(new Set(older()).size).toBe(older().length)
  expect(() => primary.refuseWhileAway()).toThrow(DatabaseUnavailable)
})

test('a watch that ends while the primary is silent reports nothing any more and refuses nobody', async () => {
  const frozen = await startStreamingPair()
  onTestFinished(() => frozen.close())
  const reported: PrimaryEvent[] = []
  const primary = new PrimaryHost(frozen.url)
  await primary.find()
  const unwatch = primary.watch((event) => void reported.push(event))
  onTestFinished(unwatch)
  const watches = async () => {
    const client = new pg.Client(frozen.urls[0])
    await client.connect()
    const { rows } = await client.query("select from pg_stat_activity where application_name = 'portal watch'")
    await client.end()
    return rows.length
  }
  await expect.poll(watches).toBe(1)
  onTestFinished(frozen.freeze(0))
  const isRefused = () => {
    try {
      primary.refuseWhileAway()
      return undefined
    } catch (error) {
      return error
    }
  }
  await expect.poll(isRefused).toBeInstanceOf(DatabaseUnavailable)
  unwatch()
  // It gives the frozen server as long as the watch does, and began after it.
  await expect(primary.find()).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(reported).toEqual([])
  expect(isRefused()).toBe(undefined)
})

test('the certificate has to be that of the host which is the primary, before a failover and after it', async () => {
  const certificates = [await makeCertificate('localhost'), await makeCertificate('127.0.0.1')] as const
  const encrypted = await startStreamingPair(certificates)
  onTestFinished(() => encrypted.close())
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-authorities-'))
  const authorities = path.join(folder, 'both.pem')
  writeFileSync(authorities, certificates.map(({ cert }) => cert).join('\n'))
  const [first = '', second = ''] = encrypted.urls.map((url) => new URL(url).port)
  const through = (...hosts: string[]) =>
    `postgres://portal@${hosts.join(',')}/postgres?sslmode=verify-full&sslrootcert=${encodeURIComponent(authorities)}`
  const url = through(`localhost:${first}`, `127.0.0.1:${second}`)
  await migrate(url)
  const over = await openWithLongTimeouts({ url })
  // With verify-full the driver speaks to nobody whose certificate it has not checked.
  const change = () => over.requests.write({ text: 'update departments set name = name', values: [] })
  expect(await change()).toHaveProperty('command', 'UPDATE')
  // Of commands, where nothing watches.
  const unwatched = `${url}&application_name=command`
  await (await connectAsOwner(unwatched, 'test')).end()
  await encrypted.stop(0)
  await encrypted.promote(1)
  await expect.poll(() => change().catch(() => undefined), { timeout: 30_000 }).toHaveProperty('command', 'UPDATE')
  await over.close()
  await expect(connectAsOwner(unwatched, 'test')).rejects.toThrow('ECONNREFUSED')
  await (await connectAsOwner(unwatched, 'test')).end()
  const misnamed = through(`127.0.0.1:${first}`, `localhost:${second}`)
  await expect(connectAsOwner(misnamed, 'test')).rejects.toThrow(/does not match certificate's altnames/)
  rmSync(folder, { recursive: true })
})
