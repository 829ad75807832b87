import type { PostgresQueryResult } from 'kysely'
import type { PooledConnection, Query } from './connection-pool.ts'

interface Waiting {
  readonly query: Query
  readonly answer: PromiseWithResolvers<PostgresQueryResult<unknown>>
  /** True: nobody waits for its result before commit. */
  readonly isQueued: boolean
}

/** Sends the statements of one transaction in order; those of one turn of the event loop travel in one message. */
export class StatementPipeline {
  readonly #connection: PooledConnection
  #waiting: Waiting[] = []
  /** Results of statements that were queued and are sent. */
  readonly #queued: Promise<unknown>[] = []
  #hasSent = false
  #willSend = false

  constructor(connection: PooledConnection) {
    this.#connection = connection
  }

  /** Sends the statement, and the queued ones before it, at the end of this turn. */
  query<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    const answer = this.#add(query, false)
    if (!this.#willSend) process.nextTick(() => this.#send())
    this.#willSend = true
    return answer as Promise<PostgresQueryResult<Row>>
  }

  /** Queues the statement for the next message; its result is awaited at commit. */
  queueQuery(query: Query): void {
    // Without a handler a rejection before commit would count as unhandled.
    this.#add(query, true).catch(() => undefined)
  }

  #add(query: Query, isQueued: boolean): Promise<PostgresQueryResult<unknown>> {
    const answer = Promise.withResolvers<PostgresQueryResult<unknown>>()
    this.#waiting.push({ query, answer, isQueued })
    return answer.promise
  }

  #send(): void {
    const sent = this.#waiting
    this.#waiting = []
    this.#willSend = false
    if (sent.length === 0) return
    this.#hasSent = true
    const answers = this.#connection.sendAll(sent.map(({ query }) => query))
    for (const [at, { answer, isQueued }] of sent.entries()) {
      answers[at]?.then(answer.resolve, answer.reject)
      if (isQueued) this.#queued.push(answer.promise)
    }
  }

  /** Commits. @throws what a queued statement threw; after a failed one the server treats commit as rollback. */
  async commit(): Promise<PostgresQueryResult<unknown>> {
    const committed = await this.query({ text: 'commit', values: [] })
    await Promise.all(this.#queued)
    if (committed.command !== 'COMMIT') throw new Error('The transaction was not committed.')
    return committed
  }

  /** Rolls back; statements that are not sent yet are dropped. */
  async rollback(): Promise<PostgresQueryResult<unknown>> {
    const dropped = this.#waiting
    this.#waiting = []
    for (const { answer } of dropped) answer.reject(new Error('The transaction was rolled back.'))
    return this.#hasSent ? this.query({ text: 'rollback', values: [] }) : notBegun
  }

  /** Returns the error of the first queued statement that failed, else the given one. */
  async causeOf(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#queued)).find((each) => each.status === 'rejected')
    return failed?.reason ?? error
  }
}

/** Result of a rollback where the server was told of no transaction. */
const notBegun: PostgresQueryResult<unknown> = { command: 'ROLLBACK', rowCount: 0, rows: [] }
