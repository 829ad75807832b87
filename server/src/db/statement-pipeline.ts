import { DatabaseUnavailable, isRefusedByStandby } from './database-unavailable.ts'
import { callerStack, type PooledConnection } from './pooled-connection.ts'
import type { Query, QueryResult, Sending } from './query.ts'

/** A transaction, for `run` and `queue`. */
export interface Tx {
  /** Sends the statement, and the queued ones before it, at the end of this turn. */
  send<Row>(query: Query): Promise<QueryResult<Row>>
  /** Queues the statement for the next message. If it fails, the transaction fails. */
  queue(query: Query): void
}

const COMMIT: Query = { name: 'commit', text: 'commit', values: [] }

interface Failure {
  readonly reason: unknown
  /** Whether nobody awaited the statement that failed. */
  readonly wasQueued: boolean
}

/**
 * Sends the statements of one transaction in order; those of one turn of the event loop travel in one message. Each is
 * answered by itself: the server goes on after one that fails, also after a BEGIN. So once one has failed, no later
 * answer counts, and nothing of the transaction is committed: within a transaction the server refuses what follows, and
 * without one the connection is read-only (see connection-pool.ts). Through a pooler it is not: the message that begins
 * the transaction is left out from the statement on that fails, and nothing is sent before it is answered.
 */
export class StatementPipeline implements Tx {
  readonly #connection: PooledConnection
  readonly #beginning: number
  readonly #isChange: boolean
  #waiting: Sending[] = []
  #failure: Failure | null = null
  #hasSent = false
  #hasEnded = false
  #willSend = false
  #isCommitSent = false
  /** The message that begins the transaction is not answered yet, and nothing may be sent before. */
  #isBeginning = false

  /**
   * @param begin statements that begin the transaction; they travel with the first one of the work
   * @param isChange whether the transaction may write
   */
  constructor(connection: PooledConnection, begin: readonly Query[], isChange = false) {
    this.#connection = connection
    this.#isChange = isChange
    this.#beginning = begin.length
    for (const query of begin) this.queue(query)
  }

  async send<Row>(query: Query): Promise<QueryResult<Row>> {
    this.#refuseAfterEnd()
    return this.#send(query)
  }

  queue(query: Query): void {
    this.#refuseAfterEnd()
    this.#waiting.push({ query, resolve: () => {}, reject: (reason) => void this.#fail(reason, true) })
  }

  /** Commits. @throws the error of the first statement that failed, also of a queued one */
  async commit(): Promise<void> {
    this.#hasEnded = true
    if (!this.#hasSent && this.#waiting.length === this.#beginning) return
    const { command } = await this.#send(COMMIT)
    if (command !== 'COMMIT') throw new Error('The transaction was not committed.')
  }

  /** Rolls back; statements that are not sent yet are dropped. */
  async rollback(): Promise<void> {
    this.#hasEnded = true
    const dropped = this.#waiting.slice(this.#hasSent ? 0 : this.#beginning)
    this.#waiting = []
    const failure = this.#failure
    for (const { reject } of dropped) reject(new Error('The transaction was rolled back.'))
    this.#failure = failure
    if (this.#hasSent) await this.#connection.rollback()
  }

  /**
   * Returns the error of a queued statement if it was the first one that failed, else the given one. Where the connection
   * was lost after COMMIT had been sent, it says that the change may be there; a standby that refused has written nothing.
   */
  causeOf(error: unknown): unknown {
    const cause = this.#failure?.wasQueued ? this.#failure.reason : error
    const isLoss = cause instanceof DatabaseUnavailable && cause.isLoss && !isRefusedByStandby(cause.cause)
    return isLoss && this.#isChange && this.#isCommitSent ? new DatabaseUnavailable(true, cause.cause, true) : cause
  }

  async #send<Row>(query: Query): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
    this.#waiting.push({
      query,
      resolve: (result) => (this.#failure ? reject(this.#failure.reason) : resolve(result)),
      reject: (reason) => reject(this.#fail(reason, false)),
    })
    if (!this.#willSend) process.nextTick(() => this.#sendWaiting())
    this.#willSend = true
    try {
      return (await promise) as QueryResult<Row>
    } catch (error) {
      throw callerStack(error)
    }
  }

  /** Returns why the transaction failed first. */
  #fail(reason: unknown, wasQueued: boolean): unknown {
    this.#failure ??= { reason, wasQueued }
    return this.#failure.reason
  }

  #sendWaiting(): void {
    this.#willSend = false
    if (this.#isBeginning || this.#waiting.length === 0) return
    const sent = this.#waiting
    this.#waiting = []
    const { isPooled } = this.#connection
    if (isPooled && this.#failure) {
      for (const { reject } of sent) reject(this.#failure.reason)
      return
    }
    const isFirst = !this.#hasSent
    this.#hasSent = true
    const isCommitted = sent.at(-1)?.query === COMMIT
    const isWritten =
      isPooled && isFirst
        ? this.#connection.sendAll(this.#holding(sent), isCommitted ? sent.length - 1 : sent.length)
        : this.#connection.sendAll(sent)
    if (isWritten && isCommitted) this.#isCommitSent = true
  }

  /** Holds back what comes after these until the first of them, which is BEGIN, is answered. */
  #holding([begin, ...others]: readonly Sending[]): Sending[] {
    if (!begin) return []
    this.#isBeginning = true
    const go = () => {
      this.#isBeginning = false
      this.#sendWaiting()
    }
    const { query } = begin
    const first: Sending = {
      query,
      resolve: (result) => {
        begin.resolve(result)
        go()
      },
      reject: (reason) => {
        begin.reject(reason)
        go()
      },
    }
    return [first, ...others]
  }

  #refuseAfterEnd(): void {
    if (this.#hasEnded) throw new Error('The transaction has ended.')
  }
}
