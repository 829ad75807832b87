import { readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { columnsKept } from '../../test/upserts.ts'
import { acceptSamples, type Effect, effectsOf, type OwnValues } from '../../test/written-again.ts'
import { type Declared, declaredStatements } from './statement.ts'

const sources = path.join(import.meta.dirname, '..')
const statementModules = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^areas\/.*\.ts$/.test(file) && !/\.test\.ts$|(^|\/)test\//.test(file))

/** What a row keeps that is there already, each with the reason. */
const kept: Readonly<Record<string, string>> = {
  'audit: add redactions: audit_redactions.seal_hash': 'the seal of an event never changes',
  'openid-provider: insert application sessions: application_sessions.session_index':
    'an application keeps the name by which it knows the session',
  'single-sign-on: open session: application_sessions.session_index':
    'an application keeps the name by which it knows the session',
  'upsert provider state: oidc_state.grant_id': 'an id is of one grant for good',
  'upsert provider state: oidc_state.uid': 'an id has one further name for good',
}

test('a row that is written again gets every value that a new one gets, unless there is a reason', async () => {
  for (const file of statementModules) await import(path.join(sources, file))
  const found = declaredStatements().flatMap(columnsKept)
  expect(found.map(({ statement, table, column }) => `${statement}: ${table}.${column}`).toSorted()).toEqual(
    Object.keys(kept).toSorted(),
  )
})

test('a value that a statement keeps is found, behind functions and conditions too', () => {
  const text = `
    with gone as (delete from former returning id)
    insert into kept as known (id, one, two, three, four) select id, $1, $2, $3, $4 from gone
    on conflict (id) where not is_gone do update
       set one = coalesce(excluded.one, known.one), three = case when known.two = 1 then 1 else 2 end
     where known.four = 4 returning id`
  expect(columnsKept({ name: 'planted', text })).toEqual([
    { statement: 'planted', table: 'kept', column: 'two' },
    { statement: 'planted', table: 'kept', column: 'four' },
  ])
  expect(
    columnsKept({ name: 'planted', text: 'insert into kept (id, one) values (1, 2) on conflict do nothing' }),
  ).toEqual([])
})

/** Statements that do nothing by themselves: they find their rows in other tables, and the tests of their areas run them. */
const findTheirRows: readonly string[] = [
  'access-requests: mail deciders',
  'access-reviews: notices',
  'announcements: mail to author',
  'announcements: mails to reviewers',
  'consume a sign-in attempt',
  'documents: insert from a backup',
  'documents: insert from a backup under its id',
  'documents: reserve',
  'federation: certificate notices',
  'grants: due grants',
  'grants: give customers by set',
  'grants: open customers that sets give',
  'grants: open sets that groups give',
  'grants: open what sources give',
  'password: expiry notices',
  'permission sets: replace what a set gives',
  'scim: add members',
  'scim: replace the sets of a group',
  'scim: replace what a group gives',
  'service accounts: exposed token notices',
  'service accounts: token notices',
  'sign-in: license reminders',
  'sign-in: record completion',
  'users: note due',
  'webhooks: notices of a webhook that is switched off',
]

/** Values that statements take, where the usual ones are none. */
const ownValues: Readonly<Record<string, OwnValues>> = {
  // A request is for a page or for a set.
  'access-requests: insert access requests': { 3: [null, null] },
  'managed objects: put': {
    3: [
      '[{"kind": "pages", "id": "1", "client": null, "file": "a"}]',
      '[{"kind": "pages", "id": "2", "client": null, "file": "a"}]',
    ],
  },
  'mail: insert mails': {
    1: [
      '[{"dedupe_key": "a", "to_address": "a@x.test", "template": "news", "fields": {}, "is_usable": true}]',
      '[{"dedupe_key": "b", "to_address": "a@x.test", "template": "news", "fields": {}, "is_usable": true}]',
    ],
  },
  'clients: put domains': {
    2: ['[{"domain": "a.test", "signIn": "password"}]', '[{"domain": "b.test", "signIn": "password"}]'],
  },
  'federation: insert identities': {
    1: [
      '[{"provider_id": 1, "name_id": "a", "user_id": 1, "linked_at": "2024-05-01T00:00:00Z"}]',
      '[{"provider_id": 1, "name_id": "b", "user_id": 2, "linked_at": "2024-05-01T00:00:00Z"}]',
    ],
  },
  'audit: add redactions': { 2: [['aa'], ['bb']], 3: [['aa'], ['bb']] },
  'documents: share': { 4: ['UTC', 'America/Chicago'] },
  // Far from the days of the age, which begin at midnight.
  'users: ask for erasure': { 4: [30, 60] },
}

/** For each parameter of a statement what another value of it makes of a row that is there. */
const effects: Readonly<Record<string, readonly Effect[]>> = {
  'access-requests: insert access requests': ['key', 'key', 'kept', 'kept'],
  'account: insert email confirmations': ['key', 'written', 'written'],
  'audit: add checkpoint row': ['key', 'kept', 'kept'],
  'audit: add redactions': ['key', 'kept', 'written', 'written'],
  'branding: insert brand images': ['key', 'kept'],
  'branding: put': ['key', 'key', 'key', 'key', 'written'],
  'clients: insert': ['key', 'kept'],
  'clients: put domains': ['key', 'key'],
  'consume an attempt': ['key', 'written', 'kept'],
  'contact: put all': ['key', 'key', 'written'],
  'directory: remember': ['key', 'key', 'key', 'written'],
  'documents: add': ['key', 'key', 'kept', 'kept', 'kept'],
  'documents: insert share from a backup': ['key', 'key', 'kept', 'kept'],
  'documents: move files': ['kept', 'key', 'kept'],
  'documents: share': ['key', 'key', 'written', 'kept'],
  'event log: add place': ['key'],
  'federation: consume assertion': ['key', 'key', 'kept'],
  'federation: insert clients': ['kept', 'key'],
  'federation: insert identities': ['key'],
  'files: add': ['key', 'kept', 'kept', 'kept', 'kept'],
  'grants: give by source': ['key', 'key', 'key', 'kept', 'kept'],
  'grants: give what the sets of groups give': ['key', 'kept', 'key', 'kept'],
  'home: put': ['key', 'written', 'written'],
  'human-check: pass once': ['key', 'kept'],
  'jobs: add': ['key', 'kept', 'kept', 'kept', 'kept', 'kept', 'kept', 'kept'],
  'logout-chain: insert logout steps': ['key', 'key', 'kept', 'kept'],
  'mail: insert mails': ['key'],
  'managed objects: put': ['written', 'written', 'key'],
  'openid-provider: insert application sessions': ['key', 'key', 'kept', 'written'],
  'password: issue link': ['key', 'written', 'written'],
  'permission sets: replace customers': ['key', 'written', 'written', 'kept'],
  'person export: add': ['key', 'key', 'kept'],
  'preferences: insert list preferences': ['key', 'key', 'written', 'written'],
  'preferences: insert recent visit': ['key', 'written', 'kept'],
  'reports: begin export': ['key', 'key'],
  'reports: spend ticket': ['key', 'kept'],
  'scim: note conflict': ['key', 'key', 'written', 'written', 'written', 'written', 'kept'],
  'second-factor: begin it': ['key', 'key', 'key', 'written'],
  'second-factor: count skip': ['key', 'written'],
  'second-factor: keep authenticator': ['key', 'written', 'written'],
  'second-factor: trust': ['key', 'key', 'written', 'written'],
  'sign-in: consume token': ['key', 'kept'],
  'sign-in: count failure of browser': ['key', 'key'],
  'sign-in: count failures': ['key'],
  'sign-in: record sign in': ['kept', 'key', 'kept', 'kept', 'kept'],
  'single-sign-on: insert application requests': ['kept', 'key', 'key', 'kept'],
  'single-sign-on: insert system account choices': ['key', 'key', 'written'],
  'single-sign-on: open session': ['key', 'key', 'kept'],
  'single-sign-on: pairwise name': ['key', 'key', 'kept'],
  'sso-mappings: insert mapped customers': ['key', 'key'],
  'sso-mappings: insert mapped pages': ['key', 'key'],
  'sso-mappings: insert sso employers': ['key'],
  'system-accounts: insert system account sessions': ['key', 'key'],
  'system-accounts: serve': ['key', 'written'],
  'texts: put': ['key', 'key', 'key', 'written', 'written'],
  'upsert provider state': ['key', 'key', 'written', 'kept', 'kept', 'written', 'written'],
  'users: ask for erasure': ['key', 'written', 'written', 'kept', 'written'],
  'users: complete erasure': ['key', 'written', 'written', 'written', 'written'],
}

describe('what is written twice is one row, and something else is another one', () => {
  let own: TestDatabase
  let client: pg.Client
  let upserts: Declared[]
  beforeAll(async () => {
    for (const file of statementModules) await import(path.join(sources, file))
    upserts = declaredStatements().filter(
      ({ name, text }) => !name.startsWith('test: ') && /\bon conflict\b/i.test(text),
    )
    own = await cloneDatabase()
    client = new pg.Client(own.ownerUrl)
    await client.connect()
    await acceptSamples(client)
    for (const id of [1, 2]) {
      await client.query(`insert into clients (id, name) values ($1, $2) on conflict do nothing`, [id, `Client ${id}`])
      await client.query(`select setval(pg_get_serial_sequence('clients', 'id'), 100)`)
      await client.query(
        `insert into users (id, user_name, first_name, last_name, email, client_id) values ($1, $2, 'Ada', 'L', $2, $1)`,
        [id, `user.${id}`],
      )
    }
  })
  afterAll(async () => {
    await client.end()
    await own.drop()
  })

  test('by what each parameter of every such statement does', async () => {
    const found: Record<string, unknown> = {}
    for (const statement of upserts) {
      const { name } = statement
      if (!findTheirRows.includes(name)) found[name] = await effectsOf(client, statement, ownValues[name])
    }
    expect(found).toEqual(effects)
    expect(upserts.length).toBeGreaterThan(50)
  })

  test('by the columns of every unique key, as recorded', async () => {
    const { rows } = await client.query<{ key: string }>(`
      select regexp_replace(pg_get_indexdef(indexrelid), '^.*? ON (ONLY )?(public\\.)?(\\w+) USING btree ', '\\3 ') as key
        from pg_index join pg_class on pg_class.oid = indrelid
       where indisunique and relnamespace = 'public'::regnamespace and not relispartition
         and not (indisprimary and indnatts = 1)`)
    const keys = rows.map(({ key }) => key).toSorted()
    expect(keys.length).toBeGreaterThan(50)
    await expect(`${keys.join('\n')}\n`).toMatchFileSnapshot('../../test/unique-keys.txt')
  })
})
