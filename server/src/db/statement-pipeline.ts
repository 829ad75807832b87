import type { PostgresQueryResult } from 'kysely'
import type { PooledConnection, Query } from './connection-pool.ts'

/** Sends the statements of one transaction in order, in as few messages as possible. */
export class StatementPipeline {
  readonly #connection: PooledConnection
  /** Queued and not sent yet: they are sent with the next statement. */
  readonly #waiting: Query[] = []
  readonly #queued: Promise<unknown>[] = []

  constructor(connection: PooledConnection) {
    this.#connection = connection
  }

  /** Sends the queued statements, then this one. */
  query<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    for (const each of this.#waiting.splice(0)) {
      const answered = this.#connection.send(each)
      // Awaited at commit; without a handler an early rejection would count as unhandled.
      answered.catch(() => undefined)
      this.#queued.push(answered)
    }
    return this.#connection.send<Row>(query)
  }

  /** Queues the statement for the next message; its result is awaited at commit. */
  queueQuery(query: Query): void {
    this.#waiting.push(query)
  }

  /** Commits. @throws what a queued statement threw; after a failed one the server treats commit as rollback. */
  async commit(): Promise<PostgresQueryResult<unknown>> {
    const commit = this.query({ text: 'commit', values: [] })
    const [committed] = await Promise.all([commit, ...this.#queued])
    if (committed.command !== 'COMMIT') throw new Error('The transaction was not committed.')
    return committed
  }

  /** Rolls back; statements that were queued and not sent are dropped. */
  rollback(): Promise<PostgresQueryResult<unknown>> {
    this.#waiting.length = 0
    return this.query({ text: 'rollback', values: [] })
  }

  /** Returns the error of the first queued statement that failed, else the given one. */
  async causeOf(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#queued)).find((each) => each.status === 'rejected')
    return failed?.reason ?? error
  }
}
