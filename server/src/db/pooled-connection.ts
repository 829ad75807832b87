import type pg from 'pg'
import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import type { ObserveStatement, Query, QueryResult, Sending } from './query.ts'
import { beginStatements, type Access, type Scope, type SessionSettings } from './scope.ts'
import { StatementBatch } from './statement-batch.ts'

type NoticeMessage = { readonly routine?: string | undefined; readonly message?: string | undefined }

/** Returns the error with the stack of who awaits it instead of that of the socket which its answer came from. */
export function callerStack(error: unknown): unknown {
  if (error instanceof Error && !(error instanceof DatabaseUnavailable)) Error.captureStackTrace(error, callerStack)
  return error
}

/** Of a connection through a pooler, where each transaction may get another connection of the server. */
export interface Pooling {
  readonly session: SessionSettings
  /** Whether the pooler keeps prepared statements for its clients. */
  readonly keepsStatements: boolean
}

/** A connection that is discarded rather than reused once it has failed. */
export class PooledConnection {
  readonly #client: pg.PoolClient & Pick<pg.Client, 'connection'>
  readonly #silenceMs: number
  readonly #observe: ObserveStatement | undefined
  readonly #pooling: Pooling | undefined
  /**
   * The driver takes statements for prepared that the server left out, or the pooler for missing: a statement that fails
   * may have been prepared, and what the pooler made of it is its own affair.
   */
  #isConfused = false
  /** Why it is discarded. */
  #lost: { readonly reason: unknown } | undefined
  /** Between two statements nothing else handles the error, which would end the process. */
  readonly #reportLoss = (error: Error): void => {
    this.#lost ??= { reason: new DatabaseUnavailable(true, error) }
  }
  /** The answer that follows says COMMIT, and the next failover may undo it. */
  readonly #noteAbandonedWait = ({ routine, message }: NoticeMessage): void => {
    if (routine === 'SyncRepWaitForLSN') this.#lost ??= { reason: new DatabaseUnavailable(true, new Error(message)) }
  }

  /** @param silenceMs milliseconds after which a server that does not answer counts as lost */
  constructor(client: pg.PoolClient, silenceMs: number, observe?: ObserveStatement, pooling?: Pooling) {
    this.#client = client as pg.PoolClient & Pick<pg.Client, 'connection'>
    this.#silenceMs = silenceMs
    this.#observe = observe
    this.#pooling = pooling
    client.on('error', this.#reportLoss)
    client.on('notice', this.#noteAbandonedWait)
  }

  /**
   * Through a pooler nothing of ours holds outside of a transaction: neither role nor scope, nor that it writes nothing.
   * So no statement may be sent by itself there, nor after a BEGIN that may have failed.
   */
  get isPooled(): boolean {
    return this.#pooling !== undefined
  }

  /** Statements that begin a transaction on this connection; null: without scope. */
  begin(scope: Scope | null, access: Access): Query[] {
    return beginStatements(scope, access, this.#pooling?.session)
  }

  /** One statement, within a transaction where the connection leads through a pooler. */
  async send<Row>(query: Query): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
    this.sendAll([{ query, resolve, reject }])
    try {
      return (await promise) as QueryResult<Row>
    } catch (error) {
      throw callerStack(error)
    }
  }

  /**
   * Writes the statements to the socket at once: each write costs more than most statements. They run in order and are
   * answered one by one. Where a value cannot be encoded, none of them runs and the connection is discarded: the driver
   * would leave out that statement and send the others, a commit too.
   * @param together of the first so many, the server leaves out all that follow one that fails
   * @returns whether they were written, so that the server may have got them
   */
  sendAll(sendings: readonly Sending[], together = 0): boolean {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      const last = sendings.at(-1)
      if (together > 0 && !this.#lost) this.#submitTogether(sendings.slice(0, together), together === sendings.length)
      for (const sending of sendings.slice(together)) {
        // On a dead connection everything has been rolled back, and waiting for it again would only take time.
        if (!this.#lost) this.#submit(sending, sending === last)
        if (this.#lost) break
      }
      if (this.#lost) for (const { reject } of sendings) reject(this.#lost.reason)
      return this.#lost === undefined
    } finally {
      stream.uncork()
    }
  }

  /** @param isLast of those that are written together: one timer for all of them is enough. */
  #submit({ query: { name, text, values }, resolve, reject }: Sending, isLast: boolean): void {
    const answered = this.#observe?.(text)
    let isSent = false
    // A simple query would be one where there are no values: its text could be several statements.
    const config = {
      ...this.#named({ text, values, ...(name === undefined ? {} : { name }) }),
      queryMode: 'extended',
      query_timeout: isLast ? this.#silenceMs : undefined,
    }
    this.#client.query(config as pg.QueryConfig, (error: Error | null, result: QueryResult<unknown>) => {
      answered?.(error ?? undefined)
      if (!error) return this.#lost ? reject(this.#lost.reason) : resolve(result)
      if (!isSent) return this.#discard(error)
      if (this.isPooled && config.name !== undefined) this.#isConfused = true
      reject(this.#noteFailure(error))
    })
    isSent = true
  }

  /** @param isLast of those that are written together */
  #submitTogether(sendings: readonly Sending[], isLast: boolean): void {
    const answered = sendings.map(({ query }) => this.#observe?.(query.text))
    const statements = sendings.map(({ query }) => this.#named(query))
    const batch = new StatementBatch(statements, isLast ? this.#silenceMs : undefined)
    const callback = (error: Error | null, answer: QueryResult<unknown> | readonly QueryResult<unknown>[]) => {
      for (const each of answered) each?.(error ?? undefined)
      const failure = error ? this.#noteFailure(error) : this.#lost?.reason
      if (failure === undefined) {
        const results = [answer].flat()
        for (const [index, { resolve }] of sendings.entries()) resolve(results[index] as QueryResult<unknown>)
        return
      }
      this.#isConfused ||= statements.some(({ name }) => name !== undefined)
      // The one that failed comes first: its error is why the others are refused.
      sendings[batch.completed]?.reject(failure)
      for (const { reject } of sendings) reject(failure)
    }
    try {
      void this.#client.query(batch as unknown as pg.QueryConfig, callback as never)
    } catch (error) {
      this.#discard(error)
    }
  }

  /** Without its name where the next transaction may get a connection on which nobody has prepared it. */
  #named({ name, text, values }: Query): Query {
    const mayName = name !== undefined && (this.#pooling?.keepsStatements ?? true)
    return mayName ? { name, text, values } : { text, values }
  }

  #noteFailure(error: Error): unknown {
    const failure = asDatabaseUnavailable(error)
    if (failure instanceof DatabaseUnavailable && failure.isLoss) this.#lost ??= { reason: failure }
    return failure
  }

  /**
   * A text of several statements without values, in a transaction that it may begin and end by itself.
   * @param begin what begins the transaction instead
   */
  async sendScript(text: string, begin: string): Promise<pg.QueryResult[]> {
    const own = text.replace(/^\s*begin\s*;/i, '')
    const hasOwn = own !== text
    const script = hasOwn ? `${begin} ${own}` : `${begin} ${own}\n; commit`
    try {
      const config = { text: script, query_timeout: this.#silenceMs } as pg.QueryConfig
      const results = [await this.#client.query(config)].flat()
      // Not those of what begins and ends the transaction.
      return results.slice(2, hasOwn ? undefined : -1)
    } catch (error) {
      const failure = this.#noteFailure(error as Error)
      await this.rollback()
      throw callerStack(failure)
    }
  }

  /** Rolls back. Never fails: the server undoes what was done on a lost connection. */
  async rollback(): Promise<void> {
    if (this.#lost) return
    await this.send({ name: 'rollback', text: 'rollback', values: [] }).catch((error: unknown) => this.#discard(error))
  }

  /** What is written and not sent yet is dropped. */
  #discard(reason: unknown): void {
    this.#lost ??= { reason }
    this.#client.connection.stream.destroy()
  }

  release(): void {
    this.#client.off('error', this.#reportLoss)
    this.#client.off('notice', this.#noteAbandonedWait)
    this.#client.release(this.#lost !== undefined || this.#isConfused)
  }
}
