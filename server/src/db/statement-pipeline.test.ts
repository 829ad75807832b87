import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Database, Tx } from './database.ts'
import { queueOptions } from './job-schema.ts'
import { queue, run, write } from './run.ts'
import { everything } from './scope.ts'
import { int, json, statement, text } from './statement.ts'
import { StatementPipeline } from './statement-pipeline.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await cloneDatabase()
  // One connection: what a failure leaves behind meets the next statement.
  database = await openWithLongTimeouts(own, { requestConnections: 1 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
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
const echo = statement([json<unknown>()], {
  name: 'test: echo',
  text: 'select $1::jsonb as value',
  row: { value: json<unknown>() },
})

const change = <Result>(work: (tx: Tx) => Promise<Result>) => database.requests.transact(everything, work)
const hasDepartment = async (name: string) => (await run(database.requests, findDepartment(name))).length > 0

describe('statements that are sent together', () => {
  test('are undone with one that fails, and so is the commit that travels with them', async () => {
    const failing = change(async (tx) => {
      queue(tx, addDepartment('Before'))
      queue(tx, divide(0))
      queue(tx, addDepartment('After'))
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect([await hasDepartment('Before'), await hasDepartment('After')]).toEqual([false, false])
  })

  test('all fail with the error of the first one that failed', async () => {
    const answers = await change(async (tx) => {
      const settled = await Promise.allSettled([run(tx, divide(0)), run(tx, findDepartment('Any')), run(tx, divide(1))])
      return { refused: true as const, reasons: settled.map((each) => each.status === 'rejected' && each.reason) }
    })
    expect(answers.reasons).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ code: '22012' })))
  })

  test('are answered each with its own rows, in the order of their sending', async () => {
    const answers = await change((tx) =>
      Promise.all([run(tx, echo('"first"')), run(tx, addDepartment('Second')), run(tx, echo('["third"]'))]),
    )
    expect(answers).toEqual([[{ value: 'first' }], [], [{ value: ['third'] }]])
  })
})

describe('when the transaction does not begin', () => {
  const limits = { statementTimeout: 60_000, lockTimeout: 0, idleInTransactionTimeout: 0, connectTimeout: 60_000 }
  const begin = [{ text: 'begin read nothing', values: [] }]
  /** Does the work behind a BEGIN that fails. */
  const behindFailedBegin = async <Result>(work: (pipeline: StatementPipeline) => Promise<Result>): Promise<Result> => {
    const pool = new ConnectionPool({ url: own.url, applicationName: 'test', connections: 1, ...limits }, () => {})
    try {
      return await pool.use((connection) => work(new StatementPipeline(connection, begin)))
    } finally {
      await pool.end()
    }
  }

  test('the statements behind it change nothing, one by one', async () => {
    const work = behindFailedBegin(async (pipeline) => {
      const added = run(pipeline, addDepartment('Outside'))
      return Promise.allSettled([added, pipeline.commit()])
    })
    expect((await work).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await hasDepartment('Outside')).toBe(false)
  })

  test('reads behind it fail, too: they would run without the scope of the transaction', async () => {
    const work = behindFailedBegin((pipeline) => run(pipeline, findDepartment('Any')))
    await expect(work).rejects.toMatchObject({ code: '42601' })
  })
})

describe('outside of a transaction that says it writes', () => {
  test('requests and jobs write nothing', async () => {
    for (const db of [database.requests, database.jobs])
      await expect(run(db, addDepartment('Alone'))).rejects.toMatchObject({ code: '25006' })
    expect(await hasDepartment('Alone')).toBe(false)
  })

  test('a single statement gets a transaction of its own', async () => {
    await write(database.requests, addDepartment('With its own'))
    expect(await hasDepartment('With its own')).toBe(true)
    await expect(write(database.requests, divide(0))).rejects.toMatchObject({ code: '22012' })
    await expect(write(database.requests, addDepartment('With its own'))).rejects.toMatchObject({ code: '23505' })
  })

  test('the queue library writes as before', async () => {
    const client = new pg.Client(queueOptions(own.url, 'test') as pg.ClientConfig)
    await client.connect()
    const { rows } = await client.query('show default_transaction_read_only')
    await client.end()
    expect(rows).toEqual([{ default_transaction_read_only: 'off' }])
  })
})

describe('a value that cannot be encoded', () => {
  const endless: Record<string, unknown> = {}
  endless['itself'] = endless

  test('fails its transaction, and the next one works', async () => {
    const failing = change((tx) => Promise.all([run(tx, addDepartment('Endless')), run(tx, echo(endless))]))
    await expect(failing).rejects.toThrow('circular structure')
    expect(await hasDepartment('Endless')).toBe(false)
    await change((tx) => run(tx, addDepartment('Next')))
    expect(await hasDepartment('Next')).toBe(true)
  })

  test('is not left out of a transaction whose other statements and commit travel with it', async () => {
    const failing = change(async (tx) => {
      queue(tx, addDepartment('Half'))
      queue(tx, echo(endless))
    })
    await expect(failing).rejects.toThrow('circular structure')
    expect(await hasDepartment('Half')).toBe(false)
  })
})

test('statements that failed or did not run are prepared again', async () => {
  const one = statement([], { name: 'test: one', text: 'select 1 as one', row: { one: int } })
  const two = statement([], { name: 'test: two', text: 'select 2 as two', row: { two: int } })
  const together = (n: number) => change((tx) => Promise.all([run(tx, one()), run(tx, divide(n)), run(tx, two())]))
  await expect(together(0)).rejects.toThrow('division by zero')
  await expect(together(0)).rejects.toThrow('division by zero')
  expect(await together(1)).toEqual([[{ one: 1 }], [{ n: 1 }], [{ two: 2 }]])
})

test('a transaction that sent nothing is neither begun nor rolled back at the server', async () => {
  const sent: string[] = []
  const watched = await openWithLongTimeouts(own, {
    observeStatement: (each) => {
      sent.push(each)
      return () => {}
    },
  })
  sent.length = 0
  await expect(watched.requests.transact(everything, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  await watched.requests.transact(everything, async () => 'nothing to do')
  expect(sent).toEqual([])
  await watched.close()
})

test('a transaction that has ended runs nothing more', async () => {
  const kept: Tx[] = []
  await change(async (tx) => void kept.push(tx))
  for (const tx of kept) {
    await expect(run(tx, findDepartment('Any'))).rejects.toThrow('The transaction has ended.')
    expect(() => queue(tx, addDepartment('Late'))).toThrow('The transaction has ended.')
  }
})
