import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asOwner, cloneDatabase, emptyDatabase, type TestDatabase } from '../../test/database.ts'
import { type PgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { checkPooler } from '../doctor/check-pooler.ts'
import { openDatabase } from './database.ts'
import { loadEmbeddedPostgres } from './embedded-package.ts'
import { findUnfitWay, refuseUnfitWay } from './pooler-check.ts'

let clone: TestDatabase
let bouncer: PgBouncer
let pooledUrl: string

beforeAll(async () => {
  clone = await cloneDatabase()
  bouncer = await startPgBouncer({ server: clone.url })
  pooledUrl = bouncer.through(clone.url)
})
afterAll(async () => {
  await bouncer?.close()
  await clone?.drop()
})

async function poolerIn(poolMode: 'session' | 'statement', poolSize = 20): Promise<string> {
  const own = await startPgBouncer({ server: clone.url, poolMode, poolSize })
  onTestFinished(() => own.close())
  return own.through(clone.url)
}

test('a pooler in transaction mode with the server itself beside it is fit, and doctor says so', async () => {
  expect(await findUnfitWay({ url: clone.url, pooledUrl })).toBeUndefined()
  expect(await checkPooler(clone.url, pooledUrl)).toMatchObject([{ name: 'pooler', ok: true }])
  expect(await checkPooler(clone.url, undefined)).toEqual([])
})

test('so is the server alone', async () => {
  expect(await findUnfitWay({ url: clone.url })).toBeUndefined()
})

test('a pooler in session mode is refused, also one with fewer connections than clients', async () => {
  const words = /^DATABASE_URL says pooler=transaction, and each client has a connection of the server for itself/
  await expect(refuseUnfitWay({ url: clone.url, pooledUrl: await poolerIn('session') })).rejects.toThrow(words)
  await expect(refuseUnfitWay({ url: clone.url, pooledUrl: await poolerIn('session', 2) })).rejects.toThrow(words)
})

test('a pooler in statement mode is refused, and doctor says so', async () => {
  const statements = await poolerIn('statement')
  const message = expect.stringMatching(/^DATABASE_URL leads to a pooler in statement mode/)
  expect(await findUnfitWay({ url: clone.url, pooledUrl: statements })).toEqual(message)
  expect(await checkPooler(clone.url, statements)).toEqual([{ name: 'pooler', ok: false, message }])
})

test('PostgreSQL itself where a pooler is announced is refused', async () => {
  expect(await findUnfitWay({ url: clone.url, pooledUrl: `${clone.url}?pooler=transaction` })).toMatch(
    /session mode or without one/,
  )
})

test('a pooler that nobody announced is refused before it gets a session lock, and in session mode before it serves', async () => {
  const unannounced = pooledUrl.replace('?pooler=transaction', '')
  await expect(refuseUnfitWay({ url: unannounced })).rejects.toThrow(
    /^DATABASE_URL leads to a pooler in transaction mode: say so by pooler=transaction/,
  )
  const session = (await poolerIn('session')).replace('?pooler=transaction', '')
  await expect(openDatabase({ url: session, applicationName: 'test' })).rejects.toThrow(/pooler=transaction/)
})

test('a direct address that leads to the pooler is refused', async () => {
  const direct = pooledUrl.replace('?pooler=transaction', '')
  expect(await findUnfitWay({ url: direct, pooledUrl })).toMatch(
    /^PORTAL_DATABASE_DIRECT_URL leads to a pooler in transaction mode/,
  )
})

test('a direct address of another database is refused', async () => {
  const other = await emptyDatabase()
  onTestFinished(() => other.drop())
  expect(await findUnfitWay({ url: other.url, pooledUrl })).toMatch(
    /^PORTAL_DATABASE_DIRECT_URL leads to the database portal_test_\w+, and DATABASE_URL to portal_test_\w+/,
  )
})

test('a direct address of another cluster is refused, with both system identifiers', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-other-'))
  const other = await (await loadEmbeddedPostgres()).start(path.join(folder, 'postgres'))
  onTestFinished(async () => {
    await other.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const [row] = (await asOwner(clone, 'select system_identifier::text as own from pg_control_system()')).rows
  const problem = await findUnfitWay({ url: other.url, pooledUrl })
  expect(problem).toMatch(/^PORTAL_DATABASE_DIRECT_URL leads to another cluster than DATABASE_URL/)
  expect(problem).toContain(`and ${row.own})`)
}, 120_000)

test('a pooler that forgets prepared statements is refused where they are asked for', async () => {
  expect(await findUnfitWay({ url: clone.url, pooledUrl: `${pooledUrl}&prepared_statements=on` })).toMatch(
    /^DATABASE_URL says prepared_statements=on, and the pooler does not keep them/,
  )
})

test('a pooler that is away is named without its password', async () => {
  const away = `postgres://someone:secret@127.0.0.1:1/portal?pooler=transaction`
  const failure = await findUnfitWay({ url: clone.url, pooledUrl: away }).catch((error: Error) => error.message)
  expect(failure).toMatch(/^The database at postgres:\/\/someone:\*\*\*@127.0.0.1:1\/portal cannot be reached/)
})
