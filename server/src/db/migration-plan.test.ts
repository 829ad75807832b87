import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, emptyDatabase, type TestDatabase } from '../../test/database.ts'
import { planText } from '../commands/migrate.ts'
import { migrate } from './migrate.ts'
import { newestVersion, readMigrations } from './migration-files.ts'
import { planMigrations } from './migration-plan.ts'
import { besideDatabase } from './scratch-database.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'portico-plan-test-'))
  cpSync(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function addMigrations(...texts: string[]): Promise<string[]> {
  const newest = newestVersion(await readMigrations(folder))
  return texts.map((sql, index) => {
    const name = `${String(newest + index + 1).padStart(4, '0')}-added-by-a-test`
    const concurrent = sql.includes('concurrently') ? '; concurrent' : ''
    writeFileSync(
      path.join(folder, `${name}.sql`),
      `-- step: expand; oldest serving version: 0.2.0${concurrent}\n${sql}`,
    )
    return name
  })
}

test('an operator reads what waiting migrations lock and rewrite, with rows, while the portal writes', async () => {
  await asOwner(database, "insert into departments (name) select 'Department ' || n from generate_series(1, 1234) n")
  const [{ count }] = (await asOwner(database, 'select count(*)::integer as count from departments')).rows as [
    { count: number },
  ]
  const names = await addMigrations(
    'create table added (id integer primary key); create view seen as select * from departments;',
    'alter table departments add column note text;',
    'alter table departments add column drawn float not null default random();',
    'create index departments_by_note on departments (note);',
    "update departments set note = 'none';",
    'alter table added add column more text; drop view seen; drop table added;',
    'select 1;',
    'create index concurrently if not exists departments_by_note_too on departments (note);',
  )
  const writer = new pg.Client(database.ownerUrl)
  await writer.connect()
  await writer.query("begin; update departments set name = name || '.'")
  const planned = await planMigrations(database.url, folder)
  await writer.query('rollback')
  await writer.end()
  const rows = `${count.toLocaleString('en-US')} rows`
  const head = (index: number) => `${names[index]}  expand; nodes from 0.2.0 on may serve\n    `
  expect(planText(planned)).toBe(
    [
      `${head(0)}adds the tables added`,
      `${head(1)}departments (${rows}): blocks reads and writes until the migration ends`,
      `${head(2)}departments (${rows}): blocks reads and writes until the migration ends; writes all rows anew; reads all rows`,
      `${head(3)}departments (${rows}): blocks writes until the migration ends; reads all rows; builds departments_by_note`,
      `${head(4)}departments (${rows}): blocks nothing; reads all rows; adds, changes or deletes rows`,
      `${head(5)}added (rows unknown): dropped; blocks reads and writes until the migration ends`,
      `${head(6)}locks and rewrites no table`,
      `${head(7)}departments (${rows}): blocks nothing; reads all rows; builds departments_by_note_too`,
      '',
    ].join('\n'),
  )
  const { rows: left } = await asOwner(database, "select to_regclass('added') is null as untouched")
  expect(left).toEqual([{ untouched: true }])
})

test('where no PostgreSQL of its own is installed, the copy is a database beside, which is removed', async () => {
  const copy = await besideDatabase(database.url)
  const name = new URL(copy.url).pathname.slice(1)
  const isThere = async () => (await asOwner(database, `select from pg_database where datname = '${name}'`)).rowCount
  expect(await isThere()).toBe(1)
  await migrate(copy.url, { count: 1 })
  await copy.remove()
  expect(await isThere()).toBe(0)
})

test('a role that may not create databases is told what to do', async () => {
  const role = `${new URL(database.url).pathname.slice(1)} plain`
  await asOwner(database, `create role "${role}" login password 'x'`)
  const address = new URL(database.url)
  address.username = role
  address.password = 'x'
  await expect(besideDatabase(address.toString())).rejects.toThrow('the role of DATABASE_URL may not create one')
  await asOwner(database, `drop role "${role}"`)
})

test('a database that is up to date has no plan', async () => {
  expect(planText(await planMigrations(database.url))).toBe('The database is up to date: no migration will run.\n')
})

test('an operator of an empty database reads that it gets the schema', async () => {
  const empty = await emptyDatabase()
  expect(planText(await planMigrations(empty.url))).toBe('The database is empty: it gets the schema of this version.\n')
  await empty.drop()
})
