import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { openWithLongTimeouts } from '../../test/database.ts'
import { startStreamingPair, type StreamingPair } from '../../test/streaming-pair.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { migrate } from './migrate.ts'
import { connectAsOwner } from './owner-connection.ts'
import type { PrimaryEvent } from './primary-host.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'
import { everything } from './scope.ts'

let pair: StreamingPair
let database: Database
let events: PrimaryEvent[]

beforeAll(async () => {
  pair = await startStreamingPair()
  await migrate(pair.url)
  database = await openWithLongTimeouts(pair, { onPrimary: (event) => void events.push(event) })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await pair?.close()
})
beforeEach(() => void (events = []))

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
  await owner.query("alter system set synchronous_standby_names = 'nobody'")
  await owner.query('select pg_reload_conf()')
  const change = write('Waits for nobody').catch((error: unknown) => error)
  const cancel = async () =>
    (await owner.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")).rows.length
  await expect.poll(cancel).toBe(1)
  expect(await change).toMatchObject({ name: 'DatabaseUnavailable', isUnknown: true })
  await owner.query("alter system set synchronous_standby_names = ''")
  await owner.query('select pg_reload_conf()')
  await owner.end()
  expect(await names()).toContain('Waits for nobody')
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
  await stranger.close()
})

test('the certificate has to be that of the host which is the primary, before a failover and after it', async () => {
  const certificates = [await makeCertificate('localhost'), await makeCertificate('127.0.0.1')] as const
  const encrypted = await startStreamingPair(certificates)
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
  await encrypted.stop(0)
  await encrypted.promote(1)
  await expect.poll(() => change().catch(() => undefined), { timeout: 30_000 }).toHaveProperty('command', 'UPDATE')
  await over.close()
  const misnamed = through(`127.0.0.1:${first}`, `localhost:${second}`)
  await expect(connectAsOwner(misnamed, 'test')).rejects.toThrow(/does not match certificate's altnames/)
  await encrypted.close()
  rmSync(folder, { recursive: true })
})
