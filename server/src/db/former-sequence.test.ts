import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, emptyDatabase, type TestDatabase } from '../../test/database.ts'
import { type FormerFile, formerFiles, runFormerFiles } from '../../test/former-release.ts'
import { describeSchema } from '../../test/schema-description.ts'
import { planText } from '../commands/migrate.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { formerSequence } from './former-sequence.ts'
import { migrate, refuseUnmigrated } from './migrate.ts'
import { newestVersion, readMigrations } from './migration-files.ts'
import { planMigrations } from './migration-plan.ts'

let files: FormerFile[]
let database: TestDatabase
beforeAll(() => {
  files = formerFiles()
})
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())

const fill = `
  insert into clients (id, name) values (7001, 'Acme');
  insert into departments (id, name) values (7002, 'Finance');
  insert into users (id, user_name, first_name, last_name, email, client_id, department_id)
    values (7003, 'ada.l', 'Ada', 'Lovelace', 'ada@acme.example', 7001, 7002);
  insert into user_system_grants (user_id, system_id, is_admin) values (7003, 2, true);
  insert into user_page_grants (user_id, page_id) values (7003, 1);
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at)
    values ('a', 'b', 'c', 7003, now() + interval '1 hour');
  insert into outbox_mails (dedupe_key, to_address, template, client_id)
    values ('first', 'ada@acme.example', 'account-changed', 7001);
  insert into audit_events (event, actor_user_id) values ('user_added', 7003);
  update security_questions set question = 'Which team do you support?' where id = 1;
  delete from facilities where code = 'KCW'`

/** Rows of every table but the list of migrations, each table as one hash. */
async function contentOf(): Promise<unknown[]> {
  const { rows: tables } = await asOwner(
    database,
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
  )
  const hashes = (tables as { name: string }[]).map(
    ({ name }) =>
      `select '${name}' as name, count(*)::integer, md5(string_agg(each::text, e'\\n' order by each::text)) from ${name} each`,
  )
  return (await asOwner(database, `${hashes.join(' union all ')} order by name`)).rows as unknown[]
}

const recorded = async () =>
  (await asOwner(database, 'select version, name, oldest_serving_version as oldest from schema_migrations order by 1'))
    .rows as { version: number; name: string; oldest: string }[]
const refusal = (last: FormerFile) =>
  `The database is older than version 0.2.0 (its last migration is ${last.name}): upgrade it with Portico 0.2.0 first, from which this version goes on.`

describe('a database of release 0.2.0', () => {
  test('is taken over as it is, with all that it holds, and only recorded as having the baseline', async () => {
    await runFormerFiles(database.url, files)
    await asOwner(database, fill)
    const [content, schema] = [await contentOf(), await describeSchema(database)]
    await expect(refuseUnmigrated(database.url)).rejects.toThrow('The database is not prepared for this version')

    expect(await migrate(database.url, { count: 1 })).toEqual({ applied: [] })
    expect(await contentOf()).toEqual(content)
    expect(await describeSchema(database)).toEqual(schema)
    const [first, ...others] = await recorded()
    expect(first).toEqual({ version: 0, name: '0000-baseline', oldest: '0.2.0' })
    expect(others.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    expect(formerSequence.lastName).toBe(files.at(-1)?.name)

    const later = (await readMigrations()).slice(1).map(({ name }) => name)
    expect(await migrate(database.url)).toEqual({ applied: later })
    expect(await migrate(database.url)).toEqual({ applied: [] })
    await refuseUnmigrated(database.url)
    expect(planText(await planMigrations(database.url))).toBe('The database is up to date: no migration will run.\n')
    const found = (await checkDatabase(database.url)).filter(({ name }) => ['migrations', 'grants'].includes(name))
    expect(found.map(({ ok, message }) => [ok, message])).toEqual([
      [true, 'All migrations are applied.'],
      [true, 'portal_app may do what it has to, and row-level security holds it.'],
    ])
  })

  test('goes on with numbered migrations, after which the rights are those of grants.sql', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-migrations-'))
    cpSync(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
    const known = await readMigrations()
    const next = `${String(newestVersion(known) + 1).padStart(4, '0')}-adds`
    writeFileSync(
      path.join(folder, `${next}.sql`),
      '-- step: expand; oldest serving version: 0.2.0\nalter table departments add column note text;',
    )
    await runFormerFiles(database.url, files)
    await asOwner(database, 'revoke select on departments from portal_app')
    const applied = [...known.slice(1).map(({ name }) => name), next]
    expect(await migrate(database.url, { folder })).toEqual({ applied })
    rmSync(folder, { recursive: true })
    expect((await recorded()).slice(-1)).toEqual([{ version: newestVersion(known) + 1, name: next, oldest: '0.2.0' }])
    const { rows } = await asOwner(
      database,
      `select has_table_privilege('portal_app', 'departments', 'select') as granted`,
    )
    expect(rows).toEqual([{ granted: true }])
  })

  test('has the schema of a new one: tables, functions, policies, rights and shipped rows', async () => {
    await runFormerFiles(database.url, files)
    await migrate(database.url)
    const schema = await describeSchema(database)
    await database.drop()
    database = await emptyDatabase()
    await migrate(database.url)
    expect(await describeSchema(database)).toEqual(schema)
  })
})

describe('an older database', () => {
  test.each([
    ['of version 0.1.0', 98, true],
    ['whose upgrade to 0.2.0 stopped part of the way', 101, false],
  ])('%s is told in one sentence to pass through 0.2.0, and left as it is', async (_, count, isFirst) => {
    const old = files.slice(0, count)
    await runFormerFiles(database.url, old)
    if (isFirst) await asOwner(database, 'alter table schema_migrations drop column oldest_serving_version')
    const before = [await contentOf(), await describeSchema(database)]
    const refused = { name: 'StartError', message: refusal(old.at(-1) as FormerFile) }
    await expect(migrate(database.url)).rejects.toMatchObject(refused)
    await expect(refuseUnmigrated(database.url)).rejects.toMatchObject(refused)
    await expect(planMigrations(database.url)).rejects.toMatchObject(refused)
    const found = (await checkDatabase(database.url)).find(({ name }) => name === 'migrations')
    expect(found).toEqual({ name: 'migrations', ok: false, message: refused.message })
    expect([await contentOf(), await describeSchema(database)]).toEqual(before)
  })

  test('with a migration that is not the released one is told the same', async () => {
    await runFormerFiles(database.url, files)
    await asOwner(database, `update schema_migrations set checksum = 'another' where version = 7`)
    await expect(migrate(database.url)).rejects.toThrow('The database is older than version 0.2.0')
    expect((await recorded())[0]?.version).toBe(1)
  })
})
