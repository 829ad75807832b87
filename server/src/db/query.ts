import type { Compilable, RawBuilder, Transaction } from 'kysely'
import type { StatementPipeline } from './statement-pipeline.ts'
import type { DB } from './tables.ts'

type Tx = Transaction<DB>

const pipelines = new WeakMap<Tx, StatementPipeline>()

export function attachPipeline(tx: Tx, pipeline: StatementPipeline): void {
  pipelines.set(tx, pipeline)
}

function pipelineOf(tx: Tx): StatementPipeline {
  const pipeline = pipelines.get(tx)
  if (!pipeline) throw new Error('This transaction was not opened by the database.')
  return pipeline
}

/**
 * Runs one statement in a transaction and returns its rows; each connection prepares it once.
 * Statements that are queried without awaiting the first are sent together and answered in order.
 */
export async function query<Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await pipelineOf(tx).query<Row>({ isPrepared: true, text, values: [...values] })
  return rows
}

/** Runs a statement whose text is put together for this request: never prepared, planned for its values. */
export async function queryUnprepared<Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await pipelineOf(tx).query<Row>({ isPrepared: false, text, values: [...values] })
  return rows
}

/** Queues a statement whose rows are not needed: it is sent with the next one. If it fails, the transaction fails. */
export function queueQuery(tx: Tx, text: string, values: readonly unknown[]): void {
  pipelineOf(tx).queueQuery({ isPrepared: true, text, values: [...values] })
}

/**
 * Runs what the query builder has built: `tx.selectFrom(…)…` or sql`…`. Its text differs from request to request, so
 * it is not prepared. Kysely's own `execute` would wait for each statement before it sends the next one.
 */
export async function queryBuilt<Row>(tx: Tx, built: Compilable<Row> | RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = built.compile(tx)
  const { rows } = await pipelineOf(tx).query<Row>({ text, values: [...parameters] })
  return rows
}
