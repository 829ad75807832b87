import net, { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { cloneDatabase, openWithLongTimeouts } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type Database, type Limits, openDatabase } from './database.ts'
import { everything } from './scope.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await cloneDatabase()
  database = await openWithLongTimeouts(own, { requestConnections: 4 })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await database.close()
  await own.drop()
})

/** Starts that many changes at once, none of which ends before it is released. */
function heldChanges(count: number, of = database) {
  const end = Promise.withResolvers<void>()
  const begun: number[] = []
  const changes = Array.from({ length: count }, (_, which) =>
    of.requests.transact(everything, async () => {
      begun.push(which)
      await end.promise
      return which
    }),
  )
  return { begun, changes, end: end.resolve }
}

test('reads find a connection while every change waits for the disk', async () => {
  const { begun, changes, end } = heldChanges(6)
  await expect.poll(() => begun).toHaveLength(3)
  const read = await run(database.requests, queries.selectFrom('departments').select('id').limit(1))
  expect(read).toBeInstanceOf(Array)
  expect(database.pools().requests.waiting).toBe(3)
  end()
  expect(await Promise.all(changes)).toEqual([0, 1, 2, 3, 4, 5])
  expect(database.pools().requests.waiting).toBe(0)
})

test('a change that waits too long for the others fails as DatabaseUnavailable, and the next one finds its place', async () => {
  const withShortTimeouts = await openWithLongTimeouts(own, { requestConnections: 4, limits: { turnTimeout: 100 } })
  const { begun, changes, end } = heldChanges(3, withShortTimeouts)
  await expect.poll(() => begun).toHaveLength(3)
  await expect(withShortTimeouts.requests.transact(everything, async () => 'late')).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
  end()
  await Promise.all(changes)
  expect(await withShortTimeouts.requests.transact(everything, async () => 'in time')).toBe('in time')
  await withShortTimeouts.close()
})

/**
 * Stands between the portal and its database, and breaks a connection as soon as it says that text, or keeps what it
 * says from the server until `letThrough` or `thaw`, as if that were frozen.
 */
async function breakingAt(text: string, isSilent = false) {
  const { host, port } = new pg.Client(own.url)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let isBreaking = false
  let broken = 0
  const kept: (() => void)[] = []
  const server = net.createServer((portal) => {
    const postgres = net.connect(target)
    portal.on('data', (chunk) => {
      if (!isBreaking || !chunk.includes(text)) return void postgres.write(chunk)
      broken += 1
      if (isSilent) kept.push(() => void postgres.write(chunk))
      else portal.resetAndDestroy()
    })
    postgres.on('data', (chunk) => void portal.write(chunk))
    portal.on('close', () => postgres.destroy())
    for (const socket of [portal, postgres]) socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(own.url)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  const letThrough = () => {
    for (const send of kept.splice(0)) send()
  }
  return {
    url: address.href,
    breakFromNowOn: () => void (isBreaking = true),
    broken: () => broken,
    letThrough,
    thaw: () => {
      isBreaking = false
      letThrough()
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('a connection that breaks while the pool tries it fails as DatabaseUnavailable, and the process lives on', async () => {
  const between = await breakingAt('current_user')
  const behind = await openWithLongTimeouts({ url: between.url })
  between.breakFromNowOn()
  const change = behind.requests.transact(everything, async () => 'done')
  await expect(change).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(between.broken()).toBe(1)
  await behind.close()
  await between.close()
})

test.each([
  ['commit', true],
  ['begin read write', false],
] as const)('a change that is cut off at "%s" may have been made: %s', async (text, isUnknown) => {
  const between = await breakingAt(text)
  const behind = await openWithLongTimeouts({ url: between.url })
  between.breakFromNowOn()
  const insert = queries.insertInto('departments').values({ name: 'Cut off' })
  const change = behind.requests.transact(everything, (tx) => run(tx, insert))
  await expect(change).rejects.toMatchObject({ name: 'DatabaseUnavailable', isLoss: true, isUnknown })
  await behind.close()
  await between.close()
})

test('a statement that travels with its commit may have been made when its answer is cut off', async () => {
  const between = await breakingAt('commit')
  const behind = await openWithLongTimeouts({ url: between.url })
  between.breakFromNowOn()
  const change = behind.requests.write({ text: "insert into departments (name) values ('Cut off')", values: [] })
  await expect(change).rejects.toMatchObject({ name: 'DatabaseUnavailable', isLoss: true, isUnknown: true })
  await behind.close()
  await between.close()
})

/** From now on no timeout expires before a test says so. */
const holdTheClock = () => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })

async function openBehind(silentAt: string, more: Partial<Limits> = {}) {
  const between = await breakingAt(silentAt, true)
  const limits = { statementTimeout: 50_000, connectTimeout: 40_000, lockTimeout: 10_000, ...more }
  const behind = await openWithLongTimeouts({ url: between.url }, { requestConnections: 4, limits })
  onTestFinished(async () => {
    vi.useRealTimers()
    await behind.close()
    await between.close()
  })
  return { between, behind }
}

test('a change that has waited for others is given up when a statement alone would be, where the server is silent', async () => {
  const { between, behind } = await openBehind('departments')
  const { begun, changes, end } = heldChanges(3, behind)
  await expect.poll(() => begun).toHaveLength(3)
  holdTheClock()
  between.breakFromNowOn()
  const insert = queries.insertInto('departments').values({ name: 'Never' })
  const change = behind.requests.transact(everything, (tx) => run(tx, insert)).catch((error: unknown) => error)
  vi.advanceTimersByTime(30_000)
  end()
  await Promise.all(changes)
  await expect.poll(between.broken).toBe(1)
  vi.advanceTimersByTime(20_600)
  expect(await change).toMatchObject({ name: 'DatabaseUnavailable', isLoss: true })
})

test('a change that got its connection late has time for a lock all the same', async () => {
  const { between, behind } = await openBehind('departments', { turnTimeout: 50_000, lockTimeout: 30_000 })
  const { begun, changes, end } = heldChanges(3, behind)
  await expect.poll(() => begun).toHaveLength(3)
  holdTheClock()
  between.breakFromNowOn()
  const insert = queries.insertInto('departments').values({ name: 'Late' })
  const change = behind.requests.transact(everything, (tx) => run(tx, insert))
  vi.advanceTimersByTime(45_000)
  end()
  await Promise.all(changes)
  await expect.poll(between.broken).toBe(1)
  vi.advanceTimersByTime(30_000)
  between.thaw()
  await change
})

test('readiness gives a silent server up 0.8 seconds after a connection that it waited for', async () => {
  const between = await breakingAt('clock_timestamp', true)
  const behind = await openDatabase({ url: between.url, applicationName: 'test' })
  onTestFinished(async () => {
    vi.useRealTimers()
    await behind.close()
    await between.close()
  })
  holdTheClock()
  between.breakFromNowOn()
  const [first, second] = [behind.ping(), behind.ping().catch((error: unknown) => error)]
  await expect.poll(between.broken).toBe(1)
  vi.advanceTimersByTime(1_400)
  between.letThrough()
  await first
  await expect.poll(between.broken).toBe(2)
  vi.advanceTimersByTime(850)
  expect(await second).toMatchObject({ name: 'DatabaseUnavailable', isLoss: true })
})

test('a new connection on which the server is silent is given up when a statement would be', async () => {
  const { between, behind } = await openBehind('current_user')
  holdTheClock()
  between.breakFromNowOn()
  const read = run(behind.requests, queries.selectFrom('departments').select('id')).catch((error: unknown) => error)
  await expect.poll(between.broken).toBe(1)
  vi.advanceTimersByTime(50_100)
  expect(await read).toMatchObject({ name: 'DatabaseUnavailable', isLoss: true })
  // The connection itself ends a little later, without which the pool would never close.
  vi.advanceTimersByTime(1_000)
})

test('a connection that comes after its request was refused is free for the next one', async () => {
  const { between, behind } = await openBehind('current_user')
  const read = () => run(behind.requests, queries.selectFrom('departments').select('id').limit(1))
  await read()
  holdTheClock()
  between.breakFromNowOn()
  // One idle connection for two: the second one waits in the line of the pool while a new connection is tried for it.
  const [first, second] = [read(), read().catch((error: unknown) => error)]
  await first
  await expect.poll(between.broken).toBe(1)
  vi.advanceTimersByTime(40_100)
  expect(await second).toBeInstanceOf(DatabaseUnavailable)
  between.thaw()
  await expect.poll(() => behind.pools().requests).toEqual({ total: 1, idle: 1, waiting: 0 })
  expect(await read()).toBeInstanceOf(Array)
})

test('work that holds a connection gets no second one: in tests it fails', async () => {
  const { requests, jobs } = database
  const nested = (ask: () => Promise<unknown>) => requests.read(everything, ask)
  const refused = 'Work that holds a connection asks for another one.'
  await expect(nested(() => requests.read(everything, async () => 'read'))).rejects.toThrow(refused)
  await expect(nested(() => requests.transact(everything, async () => 'changed'))).rejects.toThrow(refused)
  await expect(nested(() => run(jobs, sql`select 1`))).rejects.toThrow(refused)
  expect(await requests.read(everything, async () => 'alone')).toBe('alone')
})
