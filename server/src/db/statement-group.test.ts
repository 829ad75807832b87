import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Database, Tx } from './database.ts'
import { query, queueQuery } from './query.ts'
import { everything } from './scope.ts'
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

const addDepartment = 'insert into departments (name) values ($1)'
const change = <Result>(work: (tx: Tx) => Promise<Result>) => database.requests.transact(everything, work)
const hasDepartment = async (name: string) => {
  const rows = await database.requests.prepared('select from departments where name = $1', [name])
  return rows.length > 0
}

describe('statements that are sent together', () => {
  test('do not run after one that fails, nor does the commit that travels with them', async () => {
    const failing = change(async (tx) => {
      queueQuery(tx, addDepartment, ['Before'])
      queueQuery(tx, 'select 1 / $1::integer', [0])
      queueQuery(tx, addDepartment, ['After'])
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect([await hasDepartment('Before'), await hasDepartment('After')]).toEqual([false, false])
  })

  test('do not run when the transaction before them does not begin', async () => {
    const limits = { statementTimeout: 60_000, lockTimeout: 0, idleInTransactionTimeout: 0, connectTimeout: 60_000 }
    const pool = new ConnectionPool({ url: own.url, applicationName: 'test', connections: 1, ...limits }, () => {})
    const answers = await pool.use((connection) => {
      const pipeline = new StatementPipeline(connection)
      const texts = [
        { text: 'begin read nothing', values: [] },
        { text: addDepartment, values: ['Outside'] },
      ]
      return Promise.allSettled(texts.map((each) => pipeline.query(each)))
    })
    await pool.end()
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await hasDepartment('Outside')).toBe(false)
  })

  test('are answered each with its own rows, in the order of their sending', async () => {
    const answers = await change((tx) =>
      Promise.all([
        query(tx, 'select $1::text as name', ['first']),
        query(tx, addDepartment, ['Second']),
        query(tx, 'select n, $1::text as name from generate_series(1, 2) n', ['third']),
      ]),
    )
    expect(answers).toEqual([
      [{ name: 'first' }],
      [],
      [
        { n: 1, name: 'third' },
        { n: 2, name: 'third' },
      ],
    ])
  })
})

test('statements that failed or did not run are prepared again', async () => {
  const [first, wrong, last] = ['select 1 as one', 'select nothing from departments', 'select 3 as three']
  const together = () => change((tx) => Promise.all([first, wrong, last].map((text) => query(tx, text, []))))
  await expect(together()).rejects.toThrow('column "nothing" does not exist')
  await expect(together()).rejects.toThrow('column "nothing" does not exist')
  expect(await change((tx) => Promise.all([first, last].map((text) => query(tx, text, []))))).toEqual([
    [{ one: 1 }],
    [{ three: 3 }],
  ])
})

test('a value without a text form fails its transaction, and the next one works', async () => {
  const endless: Record<string, unknown> = {}
  endless['itself'] = endless
  const failing = change((tx) =>
    Promise.all([query(tx, addDepartment, ['Endless']), query(tx, 'select $1::jsonb', [endless])]),
  )
  await expect(failing).rejects.toThrow('circular structure')
  expect(await hasDepartment('Endless')).toBe(false)
  await change((tx) => query(tx, addDepartment, ['Next']))
  expect(await hasDepartment('Next')).toBe(true)
})

test('a transaction that sent nothing is not rolled back at the server', async () => {
  const sent: string[] = []
  const watched = await openWithLongTimeouts(own, {
    observeStatement: (text) => {
      sent.push(text)
      return () => {}
    },
  })
  sent.length = 0
  await expect(watched.requests.transact(everything, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(sent).toEqual([])
  await watched.close()
})
