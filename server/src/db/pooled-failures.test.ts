import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { ConnectionPool } from './connection-pool.ts'
import { runAlone } from './pool-db.ts'

let clone: TestDatabase

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone?.drop())

/** As through a pooler that keeps statements, or one that does not; the server itself stands in for both. */
function poolOf(preparedStatements: 'on' | 'off'): ConnectionPool {
  const settings = {
    url: `${clone.url}?pooler=transaction&prepared_statements=${preparedStatements}`,
    applicationName: 'test',
    connections: 1,
    statementTimeout: 20_000,
    lockTimeout: 20_000,
    idleInTransactionTimeout: 20_000,
    connectTimeout: 20_000,
  }
  const pool = new ConnectionPool(settings, () => undefined)
  onTestFinished(() => pool.end())
  return pool
}

const divide = (by: number) => ({ name: 'test: divide', text: 'select 1 / $1::integer as n', values: [by] })

/** In a transaction of several turns, so that the statement does not travel with BEGIN. */
const failLate = (pool: ConnectionPool) =>
  pool.use(async (connection) => {
    for (const query of connection.begin(null, 'read only')) await connection.send(query)
    const failure = await connection.send(divide(0)).catch((error: unknown) => error)
    await connection.rollback()
    return failure
  })

test('a connection on which a named statement failed behind a pooler is not used again', async () => {
  const pool = poolOf('on')
  expect(await pool.use((connection) => runAlone(connection, 'read only', divide(1)))).toMatchObject({
    rows: [{ n: 1 }],
  })
  expect(pool.figures.total).toBe(1)
  expect(await failLate(pool)).toMatchObject({ code: '22012' })
  expect(pool.figures.total).toBe(0)
  expect(await pool.use((connection) => runAlone(connection, 'read only', divide(1)))).toMatchObject({
    rows: [{ n: 1 }],
  })
})

test('nothing is lost where no statement has a name', async () => {
  const pool = poolOf('off')
  expect(await failLate(pool)).toMatchObject({ code: '22012' })
  expect(pool.figures.total).toBe(1)
})
