import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { asOwner, cloneDatabase, openWithLongTimeouts } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { cuttableDatabase } from '../ops/test/cuttable-database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { openDatabase } from './database.ts'
import type { Database, Tx } from './database.ts'
import { beginStatements, everything } from './scope.ts'
import { queries } from './queries.ts'
import { queue, run, runOne } from './run.ts'
import { int, statement } from './statement.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await cloneDatabase()
  database = await openWithLongTimeouts(test, { requestConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

/** With the limits of the portal. */
const openPortal = ({ url }: { url: string }) => openDatabase({ url, applicationName: 'test' })

const departments = async () =>
  (await run(database.requests, queries.selectFrom('departments').select('name'))).map(({ name }) => name)

const industries = async () =>
  (await run(database.requests, queries.selectFrom('industries').select('name'))).map(({ name }) => name)

const departmentsIn = (tx: Tx) => run(tx, queries.selectFrom('departments').select('name'))

it('tests of the database are on the server that TEST_DATABASE_URL names, if any', () => {
  const { embedded } = JSON.parse(process.env['PORTICO_TEST_DATABASE'] ?? '') as { embedded: { url: string } }
  const wanted = process.env['TEST_DATABASE_URL'] ?? embedded.url
  expect(new URL(test.url).host).toBe(new URL(wanted).host)
})

describe('transactions', () => {
  it('work that returns is kept', async () => {
    const id = await database.requests.transact(everything, async (tx) => {
      const row = queries.insertInto('departments').values({ name: 'Kept' }).returning('id')
      return (await runOne(tx, row)).id
    })
    expect(id).toBeGreaterThan(0)
    expect(await departments()).toContain('Kept')
  })

  it('a refusal rolls back and is returned', async () => {
    const refusal = { refused: true, code: '404' } as const
    const result = await database.requests.transact(everything, async (tx) => {
      await run(tx, queries.insertInto('departments').values({ name: 'Refused' }))
      return refusal
    })
    expect(result).toBe(refusal)
    expect(await departments()).not.toContain('Refused')
  })

  it('a connection that breaks between two statements fails its work only, and the portal lives on (R04, R23)', async () => {
    const broken = database.requests.transact(everything, async (tx) => {
      const rows = await run(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
      await asOwner(test, 'select pg_terminate_backend($1)', [rows[0]?.pid])
      await expect
        .poll(async () => (await asOwner(test, 'select from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount)
        .toBe(0)
      return departmentsIn(tx)
    })
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await departments()).toBeInstanceOf(Array)
  })

  it('an error rolls back and is thrown', async () => {
    const error = new Error('a bug')
    const result = database.requests.transact(everything, async (tx) => {
      await run(tx, queries.insertInto('departments').values({ name: 'Thrown' }))
      throw error
    })
    await expect(result).rejects.toBe(error)
    expect(await departments()).not.toContain('Thrown')
  })

  it('a read writes nothing', async () => {
    const write = database.requests.read(everything, (tx) =>
      run(tx, queries.insertInto('departments').values({ name: 'Read' })),
    )
    await expect(write).rejects.toThrow('read-only transaction')
  })

  it('a violated constraint is the error of the driver, and the connection is usable after it', async () => {
    const twice = () =>
      database.requests.transact(everything, (tx) =>
        run(tx, queries.insertInto('departments').values({ name: 'Twice' })),
      )
    await twice()
    await expect(twice()).rejects.toMatchObject({ code: '23505', constraint: 'departments_by_name' })
    expect(await departments()).toContain('Twice')
  })

  it('a scope is made of whole numbers and of nothing else (S58)', () => {
    const clientId = "1'; drop table users; --" as unknown as number
    expect(() => beginStatements({ kind: 'client', clientId }, 'read write')).toThrow(TypeError)
    expect(() => beginStatements({ kind: 'own', userId: 1.5, clientId: 1 }, 'read write')).toThrow(TypeError)
  })
})

const listClients = statement([], {
  name: 'test: list clients',
  text: 'select id from clients',
  row: { id: int },
})

describe('connections', () => {
  it('every connection acts as portal_app, also after others have used it (S41)', async () => {
    const role = () =>
      run(
        database.requests,
        sql<{ role: string; zone: string }>`select current_user::text as role, current_setting('timezone') as zone`,
      )
    for (const answer of await Promise.all([role(), role(), role(), role()])) {
      expect(answer).toEqual([{ role: 'portal_app', zone: 'UTC' }])
    }
    await database.requests.read(everything, (tx) => run(tx, queries.selectFrom('clients').select('id')))
    expect(await role()).toEqual([{ role: 'portal_app', zone: 'UTC' }])
  })

  it('a written statement is prepared once on its connection, also when it is sent twice at once', async () => {
    const prepared = await database.requests.read(everything, async (tx) => {
      const list = () => run(tx, listClients())
      await Promise.all([list(), list()])
      await list()
      return run(tx, sql`select from pg_prepared_statements where name = 'test: list clients'`)
    })
    // A pooler of today would forget its name.
    expect(prepared).toHaveLength(test.pooledUrl === undefined ? 1 : 0)
  })

  it('two texts are two statements, on whatever connection they run (S58)', async () => {
    await database.requests.read(everything, async (tx) => {
      expect(
        await run(tx, statement([], { name: 'test: first', text: 'select 1 as one', row: { one: int } })()),
      ).toEqual([{ one: 1 }])
      expect(
        await run(tx, statement([], { name: 'test: second', text: 'select 2 as two', row: { two: int } })()),
      ).toEqual([{ two: 2 }])
    })
  })

  it('a queued statement is there after the commit', async () => {
    await database.requests.transact(everything, async (tx) => {
      queue(tx, sql`insert into industries (name) values ('Ferries')`)
    })
    expect(await industries()).toContain('Ferries')
  })

  it('a queued statement that fails rolls back and fails the transaction', async () => {
    const work = database.requests.transact(everything, async (tx) => {
      await run(tx, queries.insertInto('industries').values({ name: 'Balloons' }))
      queue(tx, sql`select 1 / ${0}::int`)
      return 'done'
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await industries()).not.toContain('Balloons')
  })

  it('errors after a failed queued statement are attributed to it', async () => {
    const work = database.requests.transact(everything, async (tx) => {
      queue(tx, sql`select 1 / ${0}::int`)
      return departmentsIn(tx)
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })

  it('a refusal also rolls back queued statements, and hides none of their errors', async () => {
    const refused = { refused: true } as const
    const result = await database.requests.transact(everything, async (tx) => {
      queue(tx, sql`insert into industries (name) values ('Zeppelins')`)
      return refused
    })
    expect(result).toBe(refused)
    expect(await industries()).not.toContain('Zeppelins')
  })

  it('a statement that waits too long for a lock fails as DatabaseUnavailable, and the connection is usable after it', async () => {
    const withShortTimeouts = await openWithLongTimeouts(test, { requestConnections: 1, limits: { lockTimeout: 100 } })
    const holder = new pg.Client(test.ownerUrl)
    await holder.connect()
    await holder.query('begin; lock table industries')
    const write = withShortTimeouts.requests.transact(everything, (tx) =>
      run(tx, queries.insertInto('industries').values({ name: 'Rail' })),
    )
    await expect(write).rejects.toMatchObject({ name: 'DatabaseUnavailable', isLoss: false })
    await holder.end()
    const kept = queries.selectFrom('departments').select('name').where('name', '=', 'Kept')
    expect(await run(withShortTimeouts.requests, kept)).toHaveLength(1)
    await withShortTimeouts.close()
  })

  it('64-bit numbers are returned as numbers and days as text', async () => {
    const [row] = await run(database.requests, sql`select 5::int8 as n, date '2028-02-29' as d, now() as t`)
    expect(row).toEqual({ n: 5, d: '2028-02-29', t: expect.any(Date) as Date })
  })

  it('the clock of the database is compared with ours (R16)', async () => {
    const before = Date.now()
    const { clockAhead } = await database.ping()
    // It is the same clock: what is measured as its lead lies within the time that the measuring took.
    expect(Math.abs(clockAhead)).toBeLessThanOrEqual((Date.now() - before) / 2 + 1)
  })

  it('a start waits for a database that is slow to answer, longer than a request may', async () => {
    const line = await cuttableDatabase(test)
    line.freeze()
    const limits = { connectTimeout: 2_000 }
    const [withShortTimeouts, opening] = [
      openDatabase({ url: line.url, applicationName: 'hurried', limits }),
      openPortal(line),
    ]
    await expect(withShortTimeouts).rejects.toThrow('cannot be opened')
    await line.mend()
    await (await opening).close()
    await line.close()
  })

  it('a role that may not act as portal_app gets the statement for an administrator', async () => {
    const { rows } = await asOwner(test, 'select current_database() as name')
    const name = `${(rows[0] as { name: string }).name} alone`
    await asOwner(test, `create role "${name}" login password 'x'`)
    const address = new URL(test.url)
    address.username = name
    address.password = 'x'
    try {
      await expect(openDatabase({ url: address.href, applicationName: 'test' })).rejects.toThrow(
        `cannot be opened: permission denied to set role "portal_app": ask an administrator to run GRANT portal_app TO "${name}";`,
      )
    } finally {
      await asOwner(test, `drop role "${name}"`)
    }
  })

  it('a database that is not there is named in one sentence', async () => {
    const opened = openDatabase({ url: 'postgres://portal:secret@127.0.0.1:1/x', applicationName: 'test' })
    await expect(opened).rejects.toMatchObject({
      name: 'StartError',
      message: expect.not.stringContaining('secret') as string,
    })
  })

  it('requests find a connection while jobs hold all of theirs (R07)', async () => {
    const holder = new pg.Client(test.ownerUrl)
    await holder.connect()
    await holder.query('select pg_advisory_lock(1)')
    const held = [1, 2, 3].map(() => run(database.jobs, sql`select pg_advisory_xact_lock_shared(1)`))
    expect(await departments()).toContain('Kept')
    expect(await database.ping()).toBeDefined()
    await holder.end()
    await Promise.all(held)
  })
})

describe('to its own database, the portal', () => {
  const refused = (text: string) =>
    expect(database.jobs.write({ text, values: [] })).rejects.toMatchObject({ code: '42501' })

  it('changes and deletes no audit event and writes no seal (S78)', async () => {
    await refused(`update audit_events set event = 'x'`)
    await refused('delete from audit_events')
    await refused('truncate audit_events')
    await refused('update audit_verifications set problem = null')
    await refused('delete from audit_verifications')
    await refused(`insert into audit_events (at, event) values ('2020-01-01', 'x')`)
    await refused(`insert into audit_seals values (1, 1, '')`)
    await refused('delete from audit_seals')
  })

  it('does not move the clock (R16)', async () => {
    await refused(`select set_clock_offset('1 day')`)
  })

  it('neither deletes users and grants nor corrects the counts', async () => {
    await refused('delete from users')
    for (const kind of ['system', 'page', 'facility', 'customer']) await refused(`delete from user_${kind}_grants`)
    await refused('update user_counts set users = 0')
  })

  it('can neither create nor change tables, nor its own history', async () => {
    await refused('create table mine (id integer)')
    await refused('alter table users disable row level security')
    await refused('drop policy users_in_scope on users')
    await refused('delete from schema_migrations')
  })
})

describe('the clock that decides', () => {
  it('moves when the owner of the database rehearses another day (R16)', async () => {
    await asOwner(test, `select set_clock_offset('2 days')`)
    try {
      const moved = sql`select (clock_now() - now())::text as ahead, business_today('America/Chicago') - (now() at time zone 'America/Chicago')::date as days`
      expect(await run(database.requests, moved)).toEqual([{ ahead: '2 days', days: 2 }])
    } finally {
      await asOwner(test, `select set_clock_offset('0')`)
    }
  })
})

describe('the customer tree', () => {
  it('every customer knows its path, also after its branch has moved', async () => {
    const add = async (name: string, parent_id: number | null) => {
      const values = { facility_code: 'EDH', name, parent_id }
      return database.requests.transact(everything, (tx) =>
        runOne(tx, queries.insertInto('customers').values(values).returning(['id', 'path'])),
      )
    }
    const [east, west] = [await add('East', null), await add('West', null)]
    const child = await add('Child', east.id)
    const grandchild = await add('Grandchild', child.id)
    expect(grandchild.path).toEqual([east.id, child.id, grandchild.id])
    await database.requests.transact(everything, (tx) =>
      run(tx, queries.updateTable('customers').set({ parent_id: west.id }).where('id', '=', child.id)),
    )
    const moved = await runOne(
      database.requests,
      queries.selectFrom('customers').select('path').where('id', '=', grandchild.id),
    )
    expect(moved.path).toEqual([west.id, child.id, grandchild.id])
    const loop = database.requests.transact(everything, (tx) =>
      run(tx, queries.updateTable('customers').set({ parent_id: grandchild.id }).where('id', '=', child.id)),
    )
    await expect(loop).rejects.toThrow('below itself')
  })
})
