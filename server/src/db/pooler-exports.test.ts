import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, emptyDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { findUnfitWay } from './pooler-check.ts'
import { run } from './run.ts'
import { everything } from './scope.ts'
import { int, statement } from './statement.ts'

let clone: TestDatabase

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone?.drop())

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
const one = statement([], { name: 'test: number', text: 'select 1 as n', row: { n: int } })
const rows = { text: 'select generate_series(1, 5000) as n', values: [] }

async function countOf(batches: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0
  for await (const batch of batches) count += batch.length
  return count
}

/** A pooler with one connection of the server for each of its databases. */
async function pooler(exportsTo = clone) {
  const databases = { portal_exports: `dbname=${nameOf(exportsTo)} pool_size=1` }
  const bouncer = await startPgBouncer({ server: clone.url, poolSize: 1, databases })
  onTestFinished(() => bouncer.close())
  const pooledUrl = bouncer.through(clone.url)
  return { bouncer, pooledUrl, withExports: `${pooledUrl}&exports_database=portal_exports` }
}

test('a node is ready while an export holds all connections of the pooler', async () => {
  const { bouncer, pooledUrl } = await pooler()
  const database = await openWithLongTimeouts({ url: clone.url, pooledUrl })
  onTestFinished(() => database.close())
  const exported = await database.stream(everything, rows)
  expect(await database.ping()).toMatchObject({ clockAhead: expect.any(Number) })
  expect(await run(database.health, one())).toEqual([{ n: 1 }])
  // It is still there: nothing waited until the server ended it.
  expect(await countOf(exported)).toBe(5000)
  // No request is answered without the pooler, whatever the server itself says.
  await bouncer.close()
  await expect(database.ping()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
}, 60_000)

test('requests are answered while exports hold all connections of the pool that is named for them', async () => {
  const { withExports } = await pooler()
  expect(await findUnfitWay({ url: clone.url, pooledUrl: withExports })).toBeUndefined()
  const database = await openWithLongTimeouts({ url: clone.url, pooledUrl: withExports })
  onTestFinished(() => database.close())
  const exported = await database.stream(everything, rows)
  expect(await run(database.requests, one())).toEqual([{ n: 1 }])
  expect(await countOf(exported)).toBe(5000)
}, 60_000)

test('a pool for exports that leads to another database is refused', async () => {
  const other = await emptyDatabase()
  onTestFinished(() => other.drop())
  const { withExports } = await pooler(other)
  expect(await findUnfitWay({ url: clone.url, pooledUrl: withExports })).toMatch(
    /^PORTAL_DATABASE_DIRECT_URL leads to the database \S+, and exports_database in DATABASE_URL to \S+: both have to lead to the same one\.$/,
  )
})

test('a pool for exports in session mode is refused by its name', async () => {
  const databases = { portal_exports: `dbname=${nameOf(clone)} pool_mode=session` }
  const bouncer = await startPgBouncer({ server: clone.url, databases })
  onTestFinished(() => bouncer.close())
  const pooledUrl = `${bouncer.through(clone.url)}&exports_database=portal_exports`
  expect(await findUnfitWay({ url: clone.url, pooledUrl })).toMatch(
    /^DATABASE_URL names a database of the pooler as exports_database, and each client has .*, or leave exports_database out\.$/,
  )
}, 60_000)
