import type { ConnectionPool } from './connection-pool.ts'
import type { Outage } from './database-unavailable.ts'
import type { PooledConnection } from './pooled-connection.ts'
import type { Query, QueryResult } from './query.ts'
import type { Access, Scope } from './scope.ts'
import { StatementPipeline, type Tx } from './statement-pipeline.ts'

/** An expected failure that a command hands back instead of a result. */
export interface Refused {
  readonly refused: true
}

export interface Db {
  /** Several statements that write nothing and see one scope; repeated while the database restarts. */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** All of the work or nothing: undone when it throws and when it returns a refusal. Never repeated. */
  transact<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * A read by itself, for `run`; repeated while the database restarts. Without scope: tables under row-level security
   * show no rows here.
   */
  send<Row>(query: Query): Promise<QueryResult<Row>>
  /** A statement in a transaction of its own that writes, for `write`; without scope. Never repeated. */
  write<Row>(query: Query): Promise<QueryResult<Row>>
}

/** What the connections of a pool do for requests or jobs. */
export function openDb(pool: ConnectionPool, outage: Outage): Db {
  return {
    read: (scope, work) =>
      outage.repeat((since) =>
        pool.use((connection) => inTransaction(connection, connection.begin(scope, 'read only'), work), since),
      ),
    transact: (scope, work) =>
      outage.watch(() =>
        pool.useToChange((connection) => inTransaction(connection, connection.begin(scope, 'read write'), work, true)),
      ),
    send: (query) => outage.repeat((since) => pool.use((connection) => readAlone(connection, query), since)),
    write: (query) => outage.watch(() => pool.useToChange((connection) => runAlone(connection, 'read write', query))),
  }
}

/** True of an expected failure, for which a transaction is undone. */
export const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result && result.refused === true

async function inTransaction<Result>(
  connection: PooledConnection,
  begin: readonly Query[],
  work: (tx: Tx) => Promise<Result>,
  isChange = false,
): Promise<Result> {
  const pipeline = new StatementPipeline(connection, begin, isChange)
  try {
    const result = await work(pipeline)
    await (isRefused(result) ? pipeline.rollback() : pipeline.commit())
    return result
  } catch (error) {
    await pipeline.rollback()
    throw pipeline.causeOf(error)
  }
}

/** A read by itself, in a transaction of its own only where the connection needs one. */
export const readAlone = <Row>(connection: PooledConnection, query: Query): Promise<QueryResult<Row>> =>
  connection.isPooled ? runAlone(connection, 'read only', query) : connection.send(query)

/** Sends the statement with the BEGIN before and the COMMIT after it. */
export async function runAlone<Row>(
  connection: PooledConnection,
  access: Access,
  query: Query,
): Promise<QueryResult<Row>> {
  const pipeline = new StatementPipeline(connection, connection.begin(null, access), access === 'read write')
  const [written, committed] = await Promise.allSettled([pipeline.send<Row>(query), pipeline.commit()])
  if (written.status === 'rejected') throw pipeline.causeOf(written.reason)
  if (committed.status === 'rejected') throw pipeline.causeOf(committed.reason)
  return written.value
}
