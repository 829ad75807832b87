import type { PostgresQueryResult } from 'kysely'
import type { PooledConnection, Query } from './connection-pool.ts'

/** The statements of one transaction, in their order, in as few messages as they need. */
export class Line {
  readonly #connection: PooledConnection
  /** Told, and not sent yet: they travel with the next statement. */
  readonly #waiting: Query[] = []
  readonly #told: Promise<unknown>[] = []

  constructor(connection: PooledConnection) {
    this.#connection = connection
  }

  /** Sends what was told, then this. */
  ask<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    for (const each of this.#waiting.splice(0)) {
      const answered = this.#connection.ask(each)
      // Heard at the end; until then an early failure is nobody's.
      answered.catch(() => undefined)
      this.#told.push(answered)
    }
    return this.#connection.ask<Row>(query)
  }

  /** Sends it with the next statement and listens to its answer only at the end. */
  tell(query: Query): void {
    this.#waiting.push(query)
  }

  /** Throws what a told statement threw; after a failed one the server takes a commit as a rollback. */
  async commit(): Promise<PostgresQueryResult<unknown>> {
    const commit = this.ask({ text: 'commit', values: [] })
    const [committed] = await Promise.all([commit, ...this.#told])
    if (committed.command !== 'COMMIT') throw new Error('The transaction was not committed.')
    return committed
  }

  /** What was told and never sent is not worth sending. */
  rollback(): Promise<PostgresQueryResult<unknown>> {
    this.#waiting.length = 0
    return this.ask({ text: 'rollback', values: [] })
  }

  /** Why something failed: a told statement, where one of them failed before. */
  async causeOf(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#told)).find((each) => each.status === 'rejected')
    return failed?.reason ?? error
  }
}
