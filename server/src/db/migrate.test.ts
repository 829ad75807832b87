import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { adminPages } from '@portico/contract/kit/guard.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { asOwner, cloneDatabase, emptyDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { migrate, refuseUnmigrated } from './migrate.ts'
import { newestVersion, readMigrations } from './migration-files.ts'

let test: TestDatabase
let folder: string

/** Most tests start with all migrations applied; tests of the first start use an empty database. */
const startEmpty = async () => {
  await test.drop()
  test = await emptyDatabase()
}

beforeEach(async () => {
  test = await cloneDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'portico-migrations-'))
  cpSync(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})
afterEach(async () => {
  await test.drop()
  rmSync(folder, { recursive: true })
})

async function appliedNames(): Promise<string[]> {
  const { rows } = await asOwner(test, 'select name from schema_migrations order by version')
  return rows.map(({ name }: { name: string }) => name)
}

const EXPAND = '-- step: expand; oldest serving version: 0.2.0\n'

/** Adds a migration after the last one. */
async function addMigration(sql: string, header = EXPAND): Promise<string> {
  const name = `${String(newestVersion(await readMigrations(folder)) + 1).padStart(4, '0')}-added-by-a-test`
  writeFileSync(path.join(folder, `${name}.sql`), header + sql)
  return name
}

describe('migrations', () => {
  it('an empty database gets the baseline and every migration once, in order', async () => {
    await startEmpty()
    const names = (await readMigrations()).map(({ name }) => name)
    expect(await migrate(test.url)).toEqual({ applied: names })
    expect(await appliedNames()).toEqual(names)
    expect(await migrate(test.url)).toEqual({ applied: [] })
  })

  it('a database restored without the role of the portal is refused by one sentence (R20)', async () => {
    await asOwner(test, 'revoke all on users, sessions from portal_app')
    await expect(migrate(test.url)).rejects.toThrow(
      'The database role portal_app may not read sessions, users. A plain restore of pg_dump without that role',
    )
    await asOwner(test, 'grant select (id) on users to portal_app; grant select on sessions to portal_app')
    expect(await migrate(test.url)).toEqual({ applied: [] })
  })

  it('two nodes that start at once apply each migration once (R19)', async () => {
    await startEmpty()
    const names = (await readMigrations()).map(({ name }) => name)
    const results = await Promise.all([migrate(test.url), migrate(test.url), migrate(test.url)])
    expect(results.flatMap(({ applied }) => applied)).toEqual(names)
    expect(await appliedNames()).toEqual(names)
  })

  it('a migration killed half-way leaves nothing and the next start completes it (R19)', async () => {
    const halfWay = await addMigration('create table half (id integer); select pg_advisory_xact_lock(4711);')
    const last = await addMigration('create table whole (id integer);')
    const holder = new pg.Client(test.ownerUrl)
    await holder.connect()
    await holder.query('select pg_advisory_lock(4711)')
    const module = path.join(import.meta.dirname, 'migrate.ts')
    const script = `import { migrate } from ${JSON.stringify(module)}; await migrate(...JSON.parse(process.argv[1]))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, JSON.stringify([test.url, { folder }])])
    const waiting = "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"
    while ((await holder.query(waiting)).rowCount === 0) await setImmediate()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.end()

    expect((await migrate(test.url, { folder })).applied).toEqual([halfWay, last])
    const tables = await asOwner(
      test,
      "select to_regclass('half') is not null and to_regclass('whole') is not null as both",
    )
    expect(tables.rows).toEqual([{ both: true }])
  })

  it('a migration that fails is rolled back as a whole and reports the error', async () => {
    await addMigration('create table half (id integer); select 1 / 0;')
    await expect(migrate(test.url, { folder })).rejects.toThrow('division by zero')
    const { rows } = await asOwner(test, "select to_regclass('half') is null as absent")
    expect(rows).toEqual([{ absent: true }])
    expect(await appliedNames()).toEqual((await readMigrations()).map(({ name }) => name))
  })

  it('a migration releases a lock that it waits too long for and retries (R18)', async () => {
    const name = await addMigration('alter table departments add column note text;')
    const reader = new pg.Client(test.ownerUrl)
    await reader.connect()
    await reader.query('begin; lock table departments in access share mode')
    const migration = migrate(test.url, { folder })
    const refused = "select from pg_locks where relation = 'departments'::regclass and not granted"
    while ((await reader.query(refused)).rowCount === 0) await setImmediate()
    while ((await reader.query(refused)).rowCount === 1) await setImmediate()
    await reader.query('commit')
    await reader.end()
    expect(await migration).toEqual({ applied: [name] })
  })

  it('a migration uses one core of the database, so that users are served meanwhile (R18)', async () => {
    const settings = ['max_parallel_maintenance_workers', 'max_parallel_workers_per_gather']
    await addMigration(
      `create table taken as select name, current_setting(name) as workers from unnest(array['${settings.join("', '")}']) name`,
    )
    await migrate(test.url, { folder })
    expect((await asOwner(test, 'select name, workers from taken order by name')).rows).toEqual(
      settings.map((name) => ({ name, workers: '0' })),
    )
  })

  it('an index of a large table is built while others write, and anew where its build was interrupted', async () => {
    const CONCURRENT = EXPAND.replace('\n', '; concurrent\n')
    const name = await addMigration(
      '-- By name.\ncreate index concurrently if not exists departments_by_name_too on departments (name);',
      CONCURRENT,
    )
    const writer = new pg.Client(test.ownerUrl)
    await writer.connect()
    await writer.query("begin; insert into departments (name) values ('Early')")
    const interrupted = migrate(test.url, { folder }).catch(String)
    const other = new pg.Client(test.ownerUrl)
    await other.connect()
    const building =
      "from pg_stat_progress_create_index where phase like 'waiting for%' and datname = current_database()"
    while ((await other.query(`select ${building}`)).rowCount === 0) await setImmediate()
    await other.query("insert into departments (name) values ('Meanwhile')")
    await other.query(`select pg_terminate_backend(pid) ${building}`)
    expect(await interrupted).toContain('terminating connection')
    await writer.query('commit')
    const valid = "select indisvalid as valid from pg_index where indexrelid = to_regclass('departments_by_name_too')"
    expect((await other.query(valid)).rows).toEqual([{ valid: false }])

    // A second node waits for its turn meanwhile.
    const applied = await Promise.all([migrate(test.url, { folder }), migrate(test.url, { folder })])
    expect(applied.flatMap((each) => each.applied)).toEqual([name])
    expect((await other.query(valid)).rows).toEqual([{ valid: true }])
    await Promise.all([writer.end(), other.end()])
  })

  it('a developer whose concurrent migration does anything but build indexes is told so', async () => {
    const name = await addMigration('create table added (id integer);', EXPAND.replace('\n', '; concurrent\n'))
    await expect(migrate(test.url, { folder })).rejects.toThrow(
      `Each statement of the concurrent migration ${name} begins with “create index concurrently if not exists”.`,
    )
  })

  it.each([
    ['no header', ''],
    ['an unknown step', '-- step: rename; oldest serving version: 0.2.0\n'],
    ['no version', '-- step: expand; oldest serving version: the last one\n'],
  ])('a developer whose new migration has %s is told which line to write', async (_, header) => {
    const name = await addMigration('create table added (id integer);', header)
    await expect(migrate(test.url, { folder })).rejects.toThrow(
      `The migration ${name} must begin with a line such as "-- step: expand; oldest serving version: 0.2.0" (see CONTRIBUTING.md).`,
    )
  })

  it('a database of a newer version is refused in one sentence where its migrations let only later versions serve', async () => {
    await addMigration('select 1;')
    await addMigration('select 2;', '-- step: contract; oldest serving version: 7.0.0\n')
    const name = await addMigration('select 3;', '-- step: contract; oldest serving version: 7.10.0\n')
    await addMigration('select 4;', '-- step: contract; oldest serving version: 7.9.0\n')
    await migrate(test.url, { folder })
    const refused = {
      name: 'StartError',
      message: expect.stringMatching(`newer version of Portico: the migration ${name} lets only version 7.10.0 and`),
    }
    await expect(migrate(test.url)).rejects.toMatchObject(refused)
    await expect(refuseUnmigrated(test.url)).rejects.toMatchObject(refused)
    expect(await checkDatabase(test.url)).toContainEqual({ ...refused, name: 'migrations', ok: false })
  })

  it('a node of an earlier version starts on a newer schema that lets it serve, and leaves it as it is', async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    const newer = await addMigration('create table added (id integer);')
    await migrate(test.url, { folder })
    expect(await migrate(test.url)).toEqual({ applied: [] })
    await refuseUnmigrated(test.url)
    expect(await appliedNames()).toEqual([...names, newer])
    expect((await checkDatabase(test.url)).find(({ name }) => name === 'migrations')).toEqual({
      name: 'migrations',
      ok: true,
      message: 'The database has 1 migration of a newer version, on which this one may serve.',
    })
  })

  it('a database that the baseline made lets no node serve that would look for the migrations before it', async () => {
    await startEmpty()
    await migrate(test.url)
    const { rows } = await asOwner(test, 'select name, oldest_serving_version as oldest from schema_migrations limit 1')
    expect(rows).toEqual([{ name: '0000-baseline', oldest: '0.3.0' }])
    const { rows: sql } = await asOwner(test, `select to_regclass('users') is not null as made`)
    expect(sql).toEqual([{ made: true }])
  })

  it('a baseline that was changed after it made a database is refused in one sentence', async () => {
    await asOwner(test, `update schema_migrations set checksum = 'another' where version = 0`)
    await expect(migrate(test.url)).rejects.toMatchObject({
      name: 'StartError',
      message:
        'The migration 0000-baseline is not the one that was applied to this database: restore the file as it was released.',
    })
  })

  it('an operator reads in the log which migrations ran and how long each took, and of a new database one line', async () => {
    const name = await addMigration('create table added (id integer);')
    const lines: unknown[] = []
    const onApplied = (line: unknown) => lines.push(line)
    await migrate(test.url, { folder, onApplied })
    expect(lines).toEqual([{ migration: name, milliseconds: expect.any(Number) as number }])
    await startEmpty()
    await migrate(test.url, { onApplied })
    expect(lines.slice(1)).toEqual([{ migration: 'all of a new database', milliseconds: expect.any(Number) as number }])
  })

  it('a migration changed after it was applied is refused in one sentence', async () => {
    const name = await addMigration('select 1;')
    await migrate(test.url, { folder })
    writeFileSync(path.join(folder, `${name}.sql`), `${EXPAND}select 2;`)
    await expect(migrate(test.url, { folder })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(`${name} is not the one that was applied`) as string,
    })
  })

  it('a role that may not create roles gets the statements for an administrator', async () => {
    await startEmpty()
    const { rows } = await asOwner(test, 'select current_user as owner, current_database() as name')
    const { name } = rows[0] as { name: string }
    await asOwner(test, `create role "${name} plain" login password 'x'`)
    try {
      const address = new URL(test.url)
      address.username = `${name} plain`
      address.password = 'x'
      await expect(migrate(address.toString())).rejects.toMatchObject({
        name: 'StartError',
        message: `The database role ${name} plain may not act as the role portal_app: ask an administrator to run GRANT portal_app TO "${name} plain";`,
      })
      const found = await checkDatabase(address.toString())
      expect(found.map(({ name: check, ok }) => [check, ok])).toEqual([
        ['database', true],
        ['role', false],
        ['owner', false],
      ])
      expect(found.at(-1)?.message).toMatch(
        /may not create tables in the schema public: .+ TO "portal_test_\w+ plain";$/,
      )
    } finally {
      await asOwner(test, `drop role "${name} plain"`)
    }
  })

  it('a role that does not own the tables is named beside their owner', async () => {
    const { rows } = await asOwner(test, 'select current_user as owner, current_database() as name')
    const { name, owner } = rows[0] as { name: string; owner: string }
    await asOwner(test, `create role "${name} other" login password 'x'; grant portal_app to "${name} other"`)
    const address = new URL(test.url)
    address.username = `${name} other`
    address.password = 'x'
    const sentence = `The tables of the portal belong to the role ${owner}, and DATABASE_URL names ${name} other: name their owner.`
    try {
      await expect(migrate(address.toString())).rejects.toMatchObject({ name: 'StartError', message: sentence })
      await expect(refuseUnmigrated(address.toString())).rejects.toMatchObject({
        name: 'StartError',
        message: sentence,
      })
      expect((await checkDatabase(address.toString())).at(-1)).toEqual({ name: 'owner', ok: false, message: sentence })
      const environment = {
        DATABASE_URL: 'postgres://portal@127.0.0.1:6432/portal?pooler=transaction',
        PORTAL_DATABASE_DIRECT_URL: address.toString(),
        PORTAL_SECRET_KEYS: SECRET_KEYS,
      }
      expect(await runProgram(['migrate'], environment)).toEqual({
        code: 1,
        output: sentence.replace('DATABASE_URL', 'PORTAL_DATABASE_DIRECT_URL'),
      })
    } finally {
      await asOwner(test, `revoke portal_app from "${name} other"; drop role "${name} other"`)
    }
  })

  it('a database of another encoding, or a read-only one, is refused by one sentence', async () => {
    const { rows } = await asOwner(test, 'select current_database() as name')
    const { name } = rows[0] as { name: string }
    await asOwner(test, `create database "${name}_latin" encoding 'LATIN1' template template0 locale 'C'`)
    const latin = new URL(test.url)
    latin.pathname = `/${name}_latin`
    try {
      await expect(migrate(latin.toString())).rejects.toThrow('The database is encoded in LATIN1, and UTF8 is needed')
    } finally {
      await asOwner(test, `drop database "${name}_latin"`)
    }
    await asOwner(test, `alter database "${name}" set default_transaction_read_only = on`)
    await expect(migrate(test.url)).rejects.toThrow('The database is read-only, as on a standby')
    expect(await checkDatabase(test.url)).toContainEqual(expect.objectContaining({ name: 'database', ok: false }))
  })

  it('a server that cannot be reached is named, without the password (S77)', async () => {
    await expect(migrate('postgres://portal:secret@127.0.0.1:1/portal')).rejects.toMatchObject({
      name: 'StartError',
      message: expect.not.stringContaining('secret') as string,
    })
  })

  it('the pages of the portal itself are those the guards know', async () => {
    const { rows } = await asOwner(test, 'select name from pages where system_id = 2 order by id')
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([...adminPages])
  })

  it('the portal itself and "All Applications" cannot be deleted', async () => {
    await expect(asOwner(test, 'delete from systems where id = 1')).rejects.toThrow('cannot be deleted')
    await expect(asOwner(test, 'update systems set deleted_at = now() where id = 2')).rejects.toThrow(
      'cannot be deleted',
    )
  })

  it('the doctor finds nothing to mend and counts what waits', async () => {
    await startEmpty()
    const before = await checkDatabase(test.url)
    expect(before.every(({ ok }) => ok)).toBe(true)
    expect(before.map(({ message }) => message).join(' ')).toContain('Migrations that wait: ')
    await migrate(test.url)
    expect((await checkDatabase(test.url)).map(({ message }) => message)).toContain('All migrations are applied.')
  })
})
