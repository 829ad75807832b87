import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { type PgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { withoutPooler } from '../config/pooler.mjs'
import { ConnectionPool } from './connection-pool.ts'
import type { Database, Tx } from './database.ts'
import { connectAsOwner } from './owner-connection.ts'
import { PooledConnection } from './pooled-connection.ts'
import { queries } from './queries.ts'
import { queue, run, runOne, write } from './run.ts'
import { everything, type Scope } from './scope.ts'
import { StatementPipeline } from './statement-pipeline.ts'
import { int, statement, text } from './statement.ts'

let clone: TestDatabase
let bouncer: PgBouncer
/** Through a pooler with one connection of the server, which all transactions of all clients share. */
let pooled: Database
let direct: Database
const employers: { clientId: number; userId: number }[] = []

beforeAll(async () => {
  clone = await cloneDatabase()
  bouncer = await startPgBouncer({ server: clone.url, poolSize: 1 })
  const ways = { url: clone.url, pooledUrl: bouncer.through(clone.url) }
  pooled = await openWithLongTimeouts(ways)
  direct = await openWithLongTimeouts({ url: clone.url })
  for (const name of ['Acme', 'Globex', 'Initech']) employers.push(await addEmployer(name))
})
afterAll(async () => {
  await pooled?.close()
  await direct?.close()
  await bouncer?.close()
  await clone?.drop()
})

const addEmployer = (name: string) =>
  pooled.requests.transact(everything, async (tx) => {
    const { id: clientId } = await runOne(tx, queries.insertInto('clients').values({ name }).returning('id'))
    const person = { user_name: `${name}.one`, first_name: name, last_name: 'One', email: `${name}@example.test` }
    const user = queries.insertInto('users').values({ ...person, client_id: clientId })
    const { id: userId } = await runOne(tx, user.returning('id'))
    await run(tx, queries.insertInto('user_system_grants').values({ user_id: userId, system_id: 2 }))
    return { clientId, userId }
  })

const addDepartment = statement([text], {
  name: 'test: add department',
  text: 'insert into departments (name) values ($1)',
})
const findDepartment = statement([text], {
  name: 'test: find department',
  text: 'select name from departments where name = $1',
  row: { name: text },
})
const divide = statement([int], { name: 'test: divide', text: 'select 1 / $1::integer as n', row: { n: int } })
const hasDepartment = async (name: string) => (await run(pooled.requests, findDepartment(name))).length > 0

const session = sql<{ role: string; login: string; zone: string; timeout: string; scope: string; pid: number }>`
  select current_user::text as role, session_user::text as login, current_setting('timezone') as zone,
    current_setting('statement_timeout') as timeout, current_setting('portal.scope', true) as scope, pg_backend_pid() as pid`
const grants = queries.selectFrom('user_system_grants').select('user_id')
const idsIn = async (tx: Tx) => (await run(tx, grants)).map(({ user_id }) => user_id).toSorted((a, b) => a - b)
const login = () => decodeURIComponent(new URL(clone.url).username)

describe('transactions of several clients on one connection of the server', () => {
  test('each acts as portal_app with its own scope, and none sees the rows of another employer', async () => {
    const seen = new Set<number>()
    const turns = Array.from({ length: 240 }, (_, turn) => turn)
    await Promise.all(
      turns.map(async (turn) => {
        const [own, other] = [employers[turn % 3], employers[(turn + 1) % 3]] as const
        if (!own || !other) throw new Error('No employer')
        const scope: Scope =
          turn % 2 === 0
            ? { kind: 'client', clientId: own.clientId }
            : { kind: 'own', userId: own.userId, clientId: own.clientId }
        const work = async (tx: Tx) => {
          const before = await idsIn(tx)
          // Other transactions would come in between if this one did not keep its connection.
          await nextTurn()
          const [state] = await run(tx, session)
          seen.add(state?.pid ?? 0)
          expect(state).toMatchObject({ role: 'portal_app', login: login(), zone: 'UTC', scope: scope.kind })
          expect([before, await idsIn(tx)]).toEqual([[own.userId], [own.userId]])
          const foreign = sql`select from user_system_grants where user_id = ${other.userId}`
          expect(await run(tx, foreign)).toEqual([])
          if (turn % 5 === 0) await run(tx, divide(0))
          return turn % 7 === 0 ? { refused: true as const } : 'done'
        }
        const done = turn % 3 === 0 ? pooled.requests.transact(scope, work) : pooled.requests.read(scope, work)
        const outcome = await done.then(
          () => 'kept',
          (error: { code?: string }) => error.code,
        )
        expect(outcome).toBe(turn % 5 === 0 ? '22012' : 'kept')
        // Between them, by itself and without scope.
        expect(await run(pooled.requests, grants)).toEqual([])
      }),
    )
    expect(seen.size).toBe(1)
  })

  test('the scope of an administrator of all is not left behind for whoever comes next', async () => {
    const all = await pooled.requests.read(everything, idsIn)
    expect(all).toEqual(expect.arrayContaining(employers.map(({ userId }) => userId)))
    expect(await run(pooled.requests, grants)).toEqual([])
    expect(await run(pooled.requests, session)).toMatchObject([{ role: 'portal_app', scope: '' }])
    await write(pooled.requests, addDepartment('Without scope'))
    expect(await hasDepartment('Without scope')).toBe(true)
  })

  test('nothing that a transaction sets is left on the connection of the server', async () => {
    const [own] = employers
    if (!own) throw new Error('No employer')
    await pooled.requests.read({ kind: 'own', ...own }, idsIn)
    const other = await connectAsOwner(withoutPooler(bouncer.through(clone.url)), 'test')
    try {
      const { rows } = await other.query(
        `select current_user::text as role, current_setting('portal.scope', true) as scope,
           current_setting('portal.client_id', true) as client, current_setting('portal.user_id', true) as "user",
           current_setting('statement_timeout') as timeout, current_setting('jit') as jit`,
      )
      expect(rows).toEqual([{ role: login(), scope: '', client: '', user: '', timeout: '0', jit: 'on' }])
    } finally {
      await other.end()
    }
  })

  test('a connection that breaks within a transaction leaves neither rows nor scope', async () => {
    const broken = pooled.requests.transact(everything, async (tx) => {
      await run(tx, addDepartment('Broken'))
      const [state] = await run(tx, session)
      await asOwner(clone, 'select pg_terminate_backend($1)', [state?.pid])
      return idsIn(tx)
    })
    await expect(broken).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    expect(await run(pooled.requests, grants)).toEqual([])
    expect(await hasDepartment('Broken')).toBe(false)
  })

  test('the limits of a pool hold in its transactions alone', async () => {
    const timeout = async (db: Database['requests']) => (await runOne(db, session)).timeout
    const own = await openWithLongTimeouts(
      { url: clone.url, pooledUrl: bouncer.through(clone.url) },
      {
        limits: { statementTimeout: 7_000 },
      },
    )
    try {
      expect([await timeout(own.requests), await timeout(pooled.requests)]).toEqual(['7s', '50s'])
    } finally {
      await own.close()
    }
    const slow = await openWithLongTimeouts(
      { url: clone.url, pooledUrl: bouncer.through(clone.url) },
      {
        limits: { statementTimeout: 100 },
      },
    )
    try {
      await expect(run(slow.requests, sql`select pg_sleep(20)`)).rejects.toMatchObject({ cause: { code: '57014' } })
    } finally {
      await slow.close()
    }
  })

  test('an export reads its snapshot batch by batch', async () => {
    const rows = await pooled.stream<{ n: number }>(everything, {
      text: 'select generate_series(1, 950) as n',
      values: [],
    })
    const read: number[] = []
    for await (const batch of rows) read.push(...batch.map(({ n }) => n))
    expect(read).toEqual(Array.from({ length: 950 }, (_, index) => index + 1))
  })

  test('no statement is prepared under a name, which another connection would not know', async () => {
    const prepared = await pooled.requests.read(everything, async (tx) => {
      await run(tx, findDepartment('Any'))
      return run(tx, sql`select from pg_prepared_statements where name <> ''`)
    })
    expect(prepared).toEqual([])
  })
})

describe('a BEGIN that fails', () => {
  const settings = () => ({
    url: bouncer.through(clone.url),
    applicationName: 'test',
    connections: 1,
    statementTimeout: 20_000,
    lockTimeout: 20_000,
    idleInTransactionTimeout: 20_000,
    connectTimeout: 20_000,
  })
  const failingBegin = [{ text: 'begin as never before', values: [] }]
  const insert = { text: "insert into departments (name) values ('Outside')", values: [] }

  test.each([
    ['in the same message', async () => undefined],
    ['in a later turn', () => nextTurn()],
  ])('runs nothing of its transaction %s as the login, which owns the tables', async (_, pause) => {
    const pool = new ConnectionPool(settings(), () => undefined)
    try {
      await pool.use(async (connection) => {
        const pipeline = new StatementPipeline(connection, failingBegin, true)
        const first = pipeline.send({ text: 'select current_user as role', values: [] })
        first.catch(() => undefined)
        await pause()
        const inserted = pipeline.send(insert)
        const committed = pipeline.commit()
        await expect(Promise.allSettled([first, inserted, committed])).resolves.toMatchObject([
          { status: 'rejected', reason: { code: '42601' } },
          { status: 'rejected', reason: { code: '42601' } },
          { status: 'rejected', reason: { code: '42601' } },
        ])
        await pipeline.rollback()
      })
    } finally {
      await pool.end()
    }
    expect(await hasDepartment('Outside')).toBe(false)
  })
})

describe('the same work through a pooler', () => {
  /** Messages to the server, each of which waits for an answer before the next. */
  async function messages(work: () => Promise<unknown>): Promise<number> {
    const { prototype } = PooledConnection
    const sendAll = Reflect.get(prototype, 'sendAll') as PooledConnection['sendAll']
    let count = 0
    prototype.sendAll = function counted(...given) {
      count += 1
      return sendAll.call(this, ...given)
    }
    try {
      await work()
    } finally {
      prototype.sendAll = sendAll
    }
    return count
  }

  test.each<[string, number, (database: Database) => Promise<unknown>]>([
    ['a read by itself', 1, (database) => run(database.requests, findDepartment('Any'))],
    ['a write by itself', 1, (database) => write(database.requests, divide(1))],
    ['a transaction', 2, (database) => database.requests.read(everything, (tx) => run(tx, findDepartment('Any')))],
    [
      'a change of three turns',
      4,
      (database) =>
        database.requests.transact(everything, async (tx) => {
          queue(tx, divide(1))
          await run(tx, findDepartment('Any'))
          await Promise.all([run(tx, divide(1)), run(tx, divide(2))])
          await run(tx, divide(3))
        }),
    ],
  ])('takes no more messages: %s', async (_, count, work) => {
    expect([await messages(() => work(direct)), await messages(() => work(pooled))]).toEqual([count, count])
  })

  test('answers each statement, and fails those that travel with one that fails', async () => {
    const answers = await pooled.requests.transact(everything, async (tx) => {
      const sent = [run(tx, divide(1)), run(tx, addDepartment('With others')), run(tx, divide(0)), run(tx, divide(1))]
      const settled = await Promise.allSettled(sent)
      return { refused: true as const, codes: settled.map((each) => each.status === 'rejected' && each.reason.code) }
    })
    expect(answers.codes).toEqual(Array.from({ length: 4 }, () => '22012'))
    expect(await hasDepartment('With others')).toBe(false)
    const values = await pooled.requests.read(everything, async (tx) =>
      Promise.all([1, 1].map((n) => run(tx, divide(n)))),
    )
    expect(values).toEqual([[{ n: 1 }], [{ n: 1 }]])
  })

  test('a value that cannot be encoded fails its transaction alone', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const bad = pooled.requests.transact(everything, (tx) => {
      queue(tx, addDepartment('Not encoded'))
      return run(tx, { ...findDepartment('Any'), values: [endless] })
    })
    await expect(bad).rejects.toThrow('circular')
    expect(await hasDepartment('Not encoded')).toBe(false)
  })
})

describe('where the pooler keeps prepared statements, as PostgreSQL itself does', () => {
  let keeping: Database
  beforeAll(async () => {
    const pooledUrl = `${clone.url}?pooler=transaction&prepared_statements=on`
    keeping = await openWithLongTimeouts({ url: clone.url, pooledUrl }, { requestConnections: 1 })
  })
  afterAll(() => keeping.close())

  test('a written statement is prepared under its name', async () => {
    const prepared = await keeping.requests.read(everything, async (tx) => {
      await run(tx, findDepartment('Any'))
      await run(tx, findDepartment('Any'))
      return run(tx, sql`select from pg_prepared_statements where name = 'test: find department'`)
    })
    expect(prepared).toHaveLength(1)
  })

  test('statements that the server left out behind one that failed are prepared again', async () => {
    const failing = keeping.requests.transact(everything, async (tx) => {
      await Promise.all([run(tx, divide(0)), run(tx, addDepartment('Left out'))])
    })
    await expect(failing).rejects.toThrow('division by zero')
    await keeping.requests.transact(everything, (tx) => run(tx, addDepartment('Prepared again')))
    expect([await hasDepartment('Left out'), await hasDepartment('Prepared again')]).toEqual([false, true])
  })
})
