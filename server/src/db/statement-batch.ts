import pg from 'pg'
import type { Query } from './query.ts'

/** What the driver hands to a query that is sent. */
interface DriverConnection {
  sync(): void
}

/** The parts of the driver's query that every class of queries has (pg-cursor relies on them, too). */
interface DriverQuery {
  submit(connection: DriverConnection): unknown
  handleCommandComplete(message: unknown, connection: DriverConnection): void
}

const BaseQuery = pg.Query as unknown as new (config: object) => DriverQuery

/**
 * Several statements in one message with a single Sync: the server leaves out all that follow one that fails. Their
 * results come together, as an array.
 */
export class StatementBatch extends BaseQuery {
  /** Of these statements so many were answered; the next one is the one that failed. */
  completed = 0
  readonly query_timeout: number | undefined
  readonly #statements: readonly Query[]

  /** @param queryTimeout milliseconds after which the answer counts as lost */
  constructor(statements: readonly Query[], queryTimeout: number | undefined) {
    super({ text: statements.map(({ text }) => text).join('; ') })
    this.#statements = statements
    this.query_timeout = queryTimeout
  }

  /** @throws where a value cannot be encoded; part of the message may have been written by then */
  override submit(connection: DriverConnection): null {
    let failure: unknown
    const callback = (error: unknown) => (failure ??= error)
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as DriverConnection
    for (const { name, text, values } of this.#statements) {
      const query = new BaseQuery({ name, text, values, queryMode: 'extended', callback })
      const refusal = query.submit(withoutSync)
      failure ??= refusal
      if (failure) throw failure as Error
    }
    connection.sync()
    return null
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    super.handleCommandComplete(message, connection)
    this.completed += 1
  }
}
