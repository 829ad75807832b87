import type { PostgresQueryResult } from 'kysely'
import { askedHere } from './connection-pool.ts'
import type { PooledConnection, Query, Sending } from './connection-pool.ts'

/** Sends the statements of one transaction in order; those of one turn of the event loop travel in one message. */
export class StatementPipeline {
  readonly #connection: PooledConnection
  #waiting: Sending[] = []
  /** Why the first of the queued statements failed. */
  #failure: { readonly reason: unknown } | null = null
  #hasSent = false
  #willSend = false

  constructor(connection: PooledConnection) {
    this.#connection = connection
  }

  /** Sends the statement, and the queued ones before it, at the end of this turn. */
  async query<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<PostgresQueryResult<unknown>>()
    this.#waiting.push({ query, resolve, reject })
    if (!this.#willSend) process.nextTick(() => this.#send())
    this.#willSend = true
    try {
      return (await promise) as PostgresQueryResult<Row>
    } catch (error) {
      throw askedHere(error)
    }
  }

  /** Queues the statement for the next message; whether it failed is asked at commit. */
  queueQuery(query: Query): void {
    const reject = (reason: unknown) => {
      this.#failure ??= { reason }
    }
    this.#waiting.push({ query, resolve: () => undefined, reject })
  }

  #send(): void {
    const sent = this.#waiting
    this.#waiting = []
    this.#willSend = false
    if (sent.length === 0) return
    this.#hasSent = true
    this.#connection.sendAll(sent)
  }

  /** Commits. @throws what a queued statement threw; after a failed one the server treats commit as rollback. */
  async commit(): Promise<PostgresQueryResult<unknown>> {
    const committed = await this.query({ text: 'commit', values: [] })
    // Answers come in the order of their statements.
    if (this.#failure) throw this.#failure.reason
    if (committed.command !== 'COMMIT') throw new Error('The transaction was not committed.')
    return committed
  }

  /** Rolls back; statements that are not sent yet are dropped. */
  async rollback(): Promise<PostgresQueryResult<unknown>> {
    const dropped = this.#waiting
    this.#waiting = []
    const failure = this.#failure
    for (const { reject } of dropped) reject(new Error('The transaction was rolled back.'))
    this.#failure = failure
    return this.#hasSent ? this.query({ text: 'rollback', values: [] }) : notBegun
  }

  /** Returns the error of the first queued statement that failed, else the given one. To be asked after the rollback. */
  causeOf(error: unknown): unknown {
    return this.#failure ? this.#failure.reason : error
  }
}

/** Result of a rollback where the server was told of no transaction. */
const notBegun: PostgresQueryResult<unknown> = { command: 'ROLLBACK', rowCount: 0, rows: [] }
