import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, openWithLongTimeouts } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import type { Database, Tx } from './database.ts'
import { everything } from './scope.ts'
import type { Scope } from './scope.ts'
import { queries } from './queries.ts'
import { run, runOne } from './run.ts'

let test: TestDatabase
let database: Database
let acme: number
let globex: number
let ann: number
let bob: number
let gus: number

async function addClient(tx: Tx, name: string): Promise<number> {
  return (await runOne(tx, queries.insertInto('clients').values({ name }).returning('id'))).id
}

async function addUser(tx: Tx, user_name: string, client_id: number): Promise<number> {
  const person = {
    user_name,
    client_id,
    first_name: user_name,
    last_name: 'Tester',
    email: `${user_name}@example.test`,
  }
  const { id } = await runOne(tx, queries.insertInto('users').values(person).returning('id'))
  await run(tx, queries.insertInto('user_system_grants').values({ user_id: id, system_id: 2 }))
  await run(tx, queries.insertInto('user_page_grants').values({ user_id: id, page_id: 1 }))
  await run(tx, queries.insertInto('user_facility_grants').values({ user_id: id, facility_code: 'EDH' }))
  return id
}

beforeAll(async () => {
  test = await cloneDatabase()
  database = await openWithLongTimeouts(test)
  await database.requests.transact(everything, async (tx) => {
    acme = await addClient(tx, 'Acme')
    globex = await addClient(tx, 'Globex')
    ann = await addUser(tx, 'Ann', acme)
    bob = await addUser(tx, 'Bob', acme)
    gus = await addUser(tx, 'Gus', globex)
    const customer = { facility_code: 'EDH', name: 'North' }
    const { id } = await runOne(tx, queries.insertInto('customers').values(customer).returning('id'))
    await run(
      tx,
      queries
        .insertInto('user_customer_grants')
        .values([ann, bob, gus].map((user_id) => ({ user_id, customer_id: id }))),
    )
  })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const guarded = ['user_system_grants', 'user_page_grants', 'user_facility_grants', 'user_customer_grants'] as const

/** Ids of the users seen in users, in users_in_scope and in each table of grants. */
async function seen(scope: Scope): Promise<number[][]> {
  return database.requests.read(scope, async (tx) => {
    const users = await run(tx, queries.selectFrom('users').select('id').orderBy('id'))
    const found = await run(tx, queries.selectFrom('users_in_scope').select('id').orderBy('id'))
    const lists = [users.map(({ id }) => id), found.map(({ id }) => id)]
    for (const table of guarded) {
      const grants = await run(tx, queries.selectFrom(table).select('user_id').orderBy('user_id'))
      lists.push(grants.map(({ user_id }) => user_id))
    }
    return lists
  })
}

/** Tables about users and employers beyond their grants, with the column that tells rows apart here. */
const aboutUsers = {
  access_requests: 'id',
  access_reviews: 'id',
  access_review_items: 'id',
  enhancement_requests: 'id',
  entitlement_report_settings: 'client_id',
  user_imports: 'id',
  user_import_rows: 'import_id',
  user_system_accounts: 'id',
  user_system_account_clients: 'account_id',
}
interface KeyRow {
  key: number
}
/** Keys by table of the one row that each client has there. */
const added = new Map<number, Record<string, number>>()

/** Gives a user of a client a row in each of these tables. */
async function addRows(tx: Tx, userId: number, clientId: number): Promise<void> {
  const insert = async (text: string, values: unknown[]): Promise<number> => {
    const {
      rows: [row],
    } = await tx.send<KeyRow>({ text: `insert into ${text}`, values })
    return row?.key ?? 0
  }
  const section = await insert(`sections (name) values ('Section ' || $1::text) returning id as key`, [clientId])
  const type = await insert(
    `system_account_types (system_id, description, code) values (2, 'Type', 'T' || $1::text) returning id as key`,
    [clientId],
  )
  const request = await insert(
    `access_requests (user_id, page_id, reason) values ($1, 1, 'For my work') returning id as key`,
    [userId],
  )
  const review = await insert(
    `access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + interval '9 days') returning id as key`,
    [clientId, userId],
  )
  const item = await insert(
    `access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     values ($1, $2, 2, false, false, clock_now()) returning id as key`,
    [review, userId],
  )
  const enhancementRequest = await insert(
    `enhancement_requests (user_id, client_id, section_id, comment) values ($1, $2, $3, 'A search') returning id as key`,
    [userId, clientId, section],
  )
  const file = await insert(
    `user_imports (owner_id, client_id, file_name) values ($1, $2, 'users.csv') returning id as key`,
    [userId, clientId],
  )
  const account = await insert(
    `user_system_accounts (user_id, type_id, name) values ($1, $2, 'trade') returning id as key`,
    [userId, type],
  )
  await insert(`user_import_rows (import_id, row_number, given) values ($1, 2, '{}') returning import_id as key`, [
    file,
  ])
  await insert(`user_system_account_clients (account_id, client_id) values ($1, $2) returning account_id as key`, [
    account,
    clientId,
  ])
  await insert(`entitlement_report_settings (client_id, is_enabled) values ($1, true) returning client_id as key`, [
    clientId,
  ])
  added.set(clientId, {
    access_requests: request,
    access_reviews: review,
    access_review_items: item,
    enhancement_requests: enhancementRequest,
    entitlement_report_settings: clientId,
    user_imports: file,
    user_import_rows: file,
    user_system_accounts: account,
    user_system_account_clients: account,
  })
}
beforeAll(() =>
  database.requests.transact(everything, async (tx) => {
    await addRows(tx, ann, acme)
    await addRows(tx, gus, globex)
  }),
)

const sixTimes = (...ids: number[]) => Array.from({ length: 6 }, () => ids)

describe('row-level security', () => {
  it('a query without a scope finds no users and no grants (S41)', async () => {
    expect(await run(database.requests, queries.selectFrom('users').selectAll())).toEqual([])
    expect(await run(database.requests, queries.selectFrom('users_in_scope').selectAll())).toEqual([])
    for (const table of guarded) {
      expect(await run(database.requests, queries.selectFrom(table).selectAll())).toEqual([])
    }
  })

  it('the scope of a transaction is gone once it has ended (S41)', async () => {
    const single = await openWithLongTimeouts(test, { requestConnections: 1 })
    await single.requests.read(everything, (tx) => run(tx, queries.selectFrom('users').select('id')))
    expect(await run(single.requests, queries.selectFrom('users').selectAll())).toEqual([])
    await single.close()
  })

  it('a client administrator sees the users and grants of their own employer only (S41)', async () => {
    expect(await seen({ kind: 'client', clientId: acme })).toEqual(sixTimes(ann, bob))
    expect(await seen({ kind: 'client', clientId: globex })).toEqual(sixTimes(gus))
  })

  it('a user sees their own row and grants only (S41)', async () => {
    expect(await seen({ kind: 'own', userId: bob, clientId: acme })).toEqual(sixTimes(bob))
  })

  it('a portal administrator sees everyone', async () => {
    expect(await seen(everything)).toEqual(sixTimes(ann, bob, gus))
  })

  it('a client administrator cannot change users of another employer, not even with a forgotten condition (S41)', async () => {
    const scope: Scope = { kind: 'client', clientId: acme }
    const changed = await database.requests.transact(scope, (tx) =>
      run(tx, queries.updateTable('users').set({ job_title: 'changed' }).returning('id')),
    )
    expect(new Set(changed.map(({ id }) => id))).toEqual(new Set([ann, bob]))
  })

  it('a client administrator neither moves a user to another employer nor adds one there (S41)', async () => {
    const scope: Scope = { kind: 'client', clientId: acme }
    const move = database.requests.transact(scope, (tx) =>
      run(tx, queries.updateTable('users').set({ client_id: globex }).where('id', '=', ann)),
    )
    await expect(move).rejects.toThrow('row-level security')
    const add = database.requests.transact(scope, (tx) => addUser(tx, 'Mole', globex))
    await expect(add).rejects.toThrow('row-level security')
  })

  it('users cannot move themselves to another employer or grant themselves anything (S41)', async () => {
    const scope: Scope = { kind: 'own', userId: bob, clientId: acme }
    const move = database.requests.transact(scope, (tx) =>
      run(tx, queries.updateTable('users').set({ client_id: globex })),
    )
    await expect(move).rejects.toThrow('row-level security')
    const grant = database.requests.transact(scope, (tx) =>
      run(tx, queries.insertInto('user_page_grants').values({ user_id: bob, page_id: 5 })),
    )
    await expect(grant).rejects.toThrow('row-level security')
  })

  it('a client administrator grants nothing to users of another employer (S41)', async () => {
    const grant = database.requests.transact({ kind: 'client', clientId: acme }, (tx) =>
      run(tx, queries.insertInto('user_page_grants').values({ user_id: gus, page_id: 5 })),
    )
    await expect(grant).rejects.toThrow('row-level security')
  })

  it.each(Object.entries(aboutUsers))(
    '%s: a client administrator sees those of their own employer only, and a query without a scope none (S41)',
    async (table, key) => {
      const read = sql<KeyRow>`select ${sql.raw(key)} as key from ${sql.table(table)}`
      const keys = (scope: Scope) =>
        database.requests.read(scope, async (tx) => (await run(tx, read)).map((row) => row.key))
      const ofAcme = await keys({ kind: 'client', clientId: acme })
      const ofGlobex = await keys({ kind: 'client', clientId: globex })
      expect([ofAcme, ofGlobex]).toEqual([[added.get(acme)?.[table]], [added.get(globex)?.[table]]])
      expect(new Set(await keys(everything))).toEqual(new Set([...ofAcme, ...ofGlobex]))
      expect(await run(database.requests, read)).toEqual([])
    },
  )

  it('counts of users are kept per client and status, and seen within the scope', async () => {
    const counts = (scope: Scope) =>
      database.requests.read(scope, (tx) =>
        run(
          tx,
          queries.selectFrom('user_counts').selectAll().where('users', '>', 0).orderBy('client_id').orderBy('status'),
        ),
      )
    await database.requests.transact(everything, (tx) =>
      run(tx, queries.updateTable('users').set({ status: 2 }).where('id', '=', bob)),
    )
    expect(await counts({ kind: 'client', clientId: acme })).toEqual([
      { client_id: acme, status: 1, users: 1 },
      { client_id: acme, status: 2, users: 1 },
    ])
    expect(await counts(everything)).toHaveLength(3)
    expect(await run(database.requests, queries.selectFrom('user_counts').selectAll())).toEqual([])
    await database.requests.transact(everything, (tx) => run(tx, queries.updateTable('users').set({ status: 1 })))
  })
})
