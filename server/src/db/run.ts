import type { Compilable, RawBuilder } from 'kysely'
import type { Db, Tx } from './database.ts'
import { queries } from './queries.ts'
import type { Query, QueryResult } from './query.ts'
import type { FixedStatement } from './statement.ts'

/** A declared statement with its values; or what the query builder has built: `queries.selectFrom(…)…` or sql`…`. */
export type Runnable<Row> = FixedStatement<Row> | Compilable<Row> | RawBuilder<Row>

/** Where a statement runs: in a transaction; or in the database, as a read by itself and without scope. */
export type Runner = Pick<Tx | Db, 'send'>

/**
 * Runs one statement and returns its rows. Declared statements are prepared once on each connection; what was built for
 * this request is planned for its values. Statements of a transaction that are run without awaiting the first are sent
 * together and answered in order.
 */
export async function run<Row>(on: Runner, statement: Runnable<Row>): Promise<Row[]> {
  return (await send(on, statement)).rows
}

/** Runs one statement and returns its first row; undefined when it returns none. */
export async function runFirst<Row>(on: Runner, statement: Runnable<Row>): Promise<Row | undefined> {
  return (await send(on, statement)).rows[0]
}

/** Runs one statement that always returns a row. @throws when it does not */
export async function runOne<Row>(on: Runner, statement: Runnable<Row>): Promise<Row> {
  const row = await runFirst(on, statement)
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}

/** Runs one statement that writes and returns how many rows it has written. */
export async function runCount(tx: Tx, statement: Runnable<unknown>): Promise<number> {
  return (await send(tx, statement)).rowCount ?? 0
}

/** Queues a statement whose rows are not needed: it is sent with the next one. If it fails, the transaction fails. */
export function queue(tx: Tx, statement: Runnable<unknown>): void {
  tx.queue(queryOf(statement))
}

/** Runs one declared statement that writes, in a transaction of its own and without scope. Never repeated. */
export async function write<Row>(db: Pick<Db, 'write'>, statement: FixedStatement<Row>): Promise<Row[]> {
  return (await db.write<Row>(queryOf(statement))).rows
}

const send = <Row>(on: Runner, statement: Runnable<Row>): Promise<QueryResult<Row>> => on.send(queryOf(statement))

function queryOf(statement: Runnable<unknown>): Query {
  if (!('compile' in statement)) {
    const { name, text, values } = statement
    return { name, text, values }
  }
  const { sql: text, parameters } = statement.compile(queries)
  return { text, values: [...parameters] }
}
