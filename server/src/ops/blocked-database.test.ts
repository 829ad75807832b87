import { sql } from 'kysely'
import { run } from '../db/run.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { enqueue } from '../jobs/queue.ts'
import { FileMissing, type FileStorage, StorageFull, StorageUnavailable } from '../ports/file-storage/file-storage.ts'
import { withErrorCounts } from '../ports/file-storage/with-error-counts.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { statementTimes } from './statement-times.ts'

const CONNECTIONS = 4
/** Long enough for every answer that comes at all, and short enough to wait for one that does not. */
const TIMEOUT_MS = 5_000

let clone: TestDatabase
let database: Database
let metrics: Metrics
let locker: pg.Client

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())
beforeEach(async () => {
  const statements = statementTimes()
  database = await openWithLongTimeouts(clone, {
    requestConnections: CONNECTIONS,
    observeDuration: statements.observe,
  })
  const build = { version: '1', commit: null }
  metrics = createMetrics({
    build,
    database,
    statements,
    verifications: () => 0,
    storageFolder: null,
    timeoutMs: TIMEOUT_MS,
  })
  locker = new pg.Client(clone.ownerUrl)
  await locker.connect()
})
afterEach(async () => {
  await locker.end()
  await database.close()
})

/** The figure of a name with its labels, such as `portal_queue_depth{queue="report"}`. */
const figure = async (name: string): Promise<number> => figureIn((await metrics.text()).body, name)

function figureIn(body: string, name: string): number {
  const line = body.split('\n').find((each) => each.startsWith(`${name} `))
  if (line === undefined) throw new Error(`No figure ${name}`)
  return Number(line.slice(name.length + 1).replace('Nan', 'NaN'))
}

const WAITERS = 'portal_database_connection_waiters{pool="requests"}'
const OLDEST = 'portal_database_oldest_transaction_seconds'
const COUNT = 'portal_database_statement_duration_seconds_count{pool="requests"}'
const SUM = 'portal_database_statement_duration_seconds_sum{pool="requests"}'

test('an operator sees a locked table: waiters, the age of the oldest transaction, and the times of the statements after', async () => {
  await locker.query('begin; lock table clients in access exclusive mode')
  const read = () => run(database.requests, sql`select count(*) from clients`)
  const reads = Array.from({ length: CONNECTIONS + 3 }, read)
  await expect.poll(() => figure(WAITERS)).toBe(3)
  const age = await figure(OLDEST)
  expect(age).toBeGreaterThan(0)
  await expect.poll(() => figure(OLDEST)).toBeGreaterThan(age + 0.05)
  const [answered, seconds] = [await figure(COUNT), await figure(SUM)]
  await locker.query('rollback')
  await Promise.all(reads)
  expect(await figure(WAITERS)).toBe(0)
  expect(await figure(COUNT)).toBe(answered + reads.length)
  // Those that held a connection waited for the lock at least as long as the transaction had grown meanwhile.
  expect((await figure(SUM)) - seconds).toBeGreaterThan(0.05 * CONNECTIONS)
  await expect.poll(() => figure(OLDEST)).toBeLessThan(age)
})

test('figures that a locked table keeps back are unknown, and the others are known', async () => {
  await locker.query('begin; lock table sessions in access exclusive mode')
  const { body } = await metrics.text()
  expect(figureIn(body, OLDEST)).toBeGreaterThan(0)
  expect(figureIn(body, 'portal_sessions_active')).toBeNaN()
  expect(figureIn(body, 'portal_queue_depth{queue="report"}')).toBe(0)
  await locker.query('rollback')
  await expect.poll(() => figure('portal_sessions_active')).toBe(0)
})

test('an operator sees how many jobs of a queue wait, and for how long; those of later do not count', async () => {
  const [DEPTH, AGE] = ['portal_queue_depth{queue="user-import"}', 'portal_queue_oldest_seconds{queue="user-import"}']
  expect(await figure(DEPTH)).toBe(0)
  await expect(figure(AGE)).rejects.toThrow('No figure')
  await database.jobs.transact(everything, async (tx) => {
    for (const importId of [1, 2, 3]) await enqueue(tx, 'user-import', { importId })
  })
  await locker.query(`
    update jobs.job set created_on = now() - interval '7 minutes', start_after = now() - interval '7 minutes'
     where name = 'user-import' and data->>'importId' = '1'`)
  await locker.query(`
    update jobs.job set start_after = now() + interval '1 hour' where name = 'user-import' and data->>'importId' = '2'`)
  expect(await figure(DEPTH)).toBe(2)
  expect(await figure(AGE)).toBeGreaterThan(419)
  expect(await figure('portal_queue_depth{queue="report"}')).toBe(0)
})

test('an operator sees failures of the file storage by what was tried, and not those of senders', async () => {
  const failing = (error: Error): FileStorage => ({
    put: () => Promise.reject(error),
    open: () => Promise.reject(error),
    remove: () => Promise.reject(error),
    close: () => undefined,
  })
  async function* nothing() {}
  for (const error of [new StorageUnavailable('EIO'), new StorageFull('ENOSPC'), new FileMissing('ENOENT')]) {
    const storage = withErrorCounts(failing(error), metrics.countStorageError)
    await expect(storage.put('key', nothing())).rejects.toBe(error)
    await expect(storage.open('key')).rejects.toBe(error)
    await expect(storage.remove('key')).rejects.toBe(error)
  }
  const sender = withErrorCounts(failing(new Error('the sender is gone')), metrics.countStorageError)
  await expect(sender.put('key', nothing())).rejects.toThrow('gone')
  for (const operation of ['put', 'open', 'remove'])
    for (const fault of ['unavailable', 'full', 'missing'])
      expect(await figure(`portal_storage_errors_total{operation="${operation}",fault="${fault}"}`)).toBe(1)
})
