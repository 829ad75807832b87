import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { newestVersion, readMigrations } from './migration-files.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'portico-migrations-'))
  cpSync(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const isLocked = async (table: string) =>
  (
    await asOwner(
      database,
      `select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and granted`,
      [table],
    )
  ).rows.length > 0

test('a request that a migration keeps waiting is not broken off where the migration comes to wait for it, late in its work', async () => {
  await asOwner(database, 'create table first_one (id integer); create table second_one (id integer)')
  const name = `${newestVersion(await readMigrations(folder)) + 1}`.padStart(4, '0')
  writeFileSync(
    path.join(folder, `${name}-added-by-a-test.sql`),
    `-- step: expand; oldest serving version: 0.2.0
     alter table first_one add name text;
     select pg_sleep(0.6);
     alter table second_one add name text;`,
  )
  const request = new pg.Client(database.ownerUrl)
  await request.connect()
  try {
    await request.query('begin; insert into second_one values (1)')
    const migration = migrate(database.url, { folder })
    migration.catch(() => {})
    await expect.poll(() => isLocked('first_one'), { interval: 5, timeout: 30_000 }).toBe(true)
    // PostgreSQL looks for a deadlock a second later, and would end this one.
    await request.query('select from first_one')
    await request.query('commit')
    expect((await migration).applied).toEqual([`${name}-added-by-a-test`])
  } finally {
    await request.end()
  }
}, 60_000)
