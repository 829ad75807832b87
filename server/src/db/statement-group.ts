import pg from 'pg'

/** What the driver keeps of the columns of an answer. */
interface Columns {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The parts of the driver's query that its types do not name. */
interface Answering {
  queryMode: 'extended'
  callback: Answered
  readonly _result: Columns & { _types: unknown }
  _accumulateRows: boolean
  submit(connection: pg.Connection): void
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleEmptyQuery(connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
}

interface QueryParts extends Answering {
  name: string
  text: string
}

type Answered = (error: Error | null, result?: unknown) => void

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[], answered: Answered) => QueryParts

/** The names of a group are those of its statements. */
const DriverGroup = DriverQuery as unknown as new (text: string, values: unknown[], answered: Answered) => Answering

/** A connection of the driver, as the statements of a group see it. */
interface Parts {
  /** Without the request for a description of the columns. */
  readonly undescribed: pg.Connection
  /** Without the message that ends a group. */
  readonly unended: pg.Connection
  /** Without both. */
  readonly bare: pg.Connection
  /** By the name of a prepared statement. */
  readonly columns: Map<string, Columns>
  /** Names of statements that were sent to be prepared, with their texts. */
  readonly sentNames: Record<string, string>
}

const partsOfConnections = new WeakMap<pg.Connection, Parts>()

function partsOf(connection: pg.Connection): Parts {
  const known = partsOfConnections.get(connection)
  if (known) return known
  const nothing = { value: () => undefined }
  const made: Parts = {
    undescribed: Object.create(connection, { describe: nothing }) as pg.Connection,
    unended: Object.create(connection, { sync: nothing }) as pg.Connection,
    bare: Object.create(connection, { sync: nothing, describe: nothing }) as pg.Connection,
    columns: new Map(),
    sentNames: (connection as unknown as { submittedNamedStatements: Record<string, string> }).submittedNamedStatements,
  }
  partsOfConnections.set(connection, made)
  return made
}

/**
 * One statement, by itself or of a group. With a name the server prepares it once on each connection and describes its
 * columns once: they cannot change while it is prepared there. The driver asks for them at every execution, which takes
 * both sides longer than most rows.
 */
export class Statement extends DriverQuery {
  /** Why it was not sent: a value has no text form. */
  failure: Error | null = null

  /** @param name '' for a statement that is not prepared */
  constructor(name: string, text: string, values: unknown[], answered: Answered) {
    super(text, values, answered)
    this.name = name
    // Also without values: a simple query would end the group.
    this.queryMode = 'extended'
  }

  /** Sends it by itself. */
  override submit(connection: pg.Connection): void {
    connection.stream.cork()
    try {
      const { columns, undescribed } = partsOf(connection)
      this.#send(columns, undescribed, connection)
      if (this.failure) connection.stream.destroy()
    } finally {
      connection.stream.uncork()
    }
  }

  /** Sends everything but the end of the group. */
  sendOn(connection: pg.Connection): void {
    const { columns, bare, unended } = partsOf(connection)
    this.#send(columns, bare, unended)
  }

  #send(columns: Parts['columns'], undescribed: pg.Connection, described: pg.Connection): void {
    const known = this.name ? columns.get(this.name) : undefined
    if (!known) return this.prepare(described)
    const result = this._result
    result.fields = known.fields
    result._parsers = known._parsers
    result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject
    this._accumulateRows = true
    this.prepare(undescribed)
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.failure = error
    super.handleError(error, connection)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.name) keepColumns(partsOf(connection).columns, this.name, this._result)
    super.handleCommandComplete(message, connection)
  }
}

function keepColumns(columns: Parts['columns'], name: string, result: Columns): void {
  if (columns.has(name)) return
  const { fields, _parsers, _prebuiltEmptyResultObject } = result
  columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
}

const nobody: Answered = () => {}

/**
 * Statements that are sent in one message and answered together. The server runs them in order; once one has failed it
 * runs none of the later ones, and every statement of the group fails with that error. So a change may travel with the
 * BEGIN before it: without the transaction it does not run.
 */
export class StatementGroup extends DriverGroup {
  readonly #statements: readonly Statement[]
  /** Index of the statement that the server answers. */
  #current = 0

  constructor(statements: readonly Statement[]) {
    super('', [], nobody)
    this.#statements = statements
  }

  /** The driver keeps the name and the text of a statement when the server reports that it is prepared. */
  get name(): string | undefined {
    return this.#statements[this.#current]?.name
  }

  get text(): string | undefined {
    return this.#statements[this.#current]?.text
  }

  // The driver sets both of every query when it is made.
  set name(_: string | undefined) {}

  set text(_: string | undefined) {}

  override submit(connection: pg.Connection): void {
    connection.stream.cork()
    try {
      for (const statement of this.#statements) {
        statement._result._types ??= this._result._types
        statement.sendOn(connection)
        if (statement.failure) return this.#abandon(statement.failure, connection)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  /** What is sent already cannot be taken back, and nothing may run without what is missing. */
  #abandon(failure: Error, connection: pg.Connection): void {
    this.handleError(failure, connection)
    connection.stream.destroy()
  }

  override handleRowDescription(message: unknown): void {
    this.#statements[this.#current]?.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    this.#statements[this.#current]?.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#statements[this.#current]?.handleCommandComplete(message, connection)
    this.#current += 1
  }

  override handleEmptyQuery(): void {
    this.#current += 1
  }

  /** Nothing is answered before: outside of a transaction the server commits only now. */
  override handleReadyForQuery(connection: pg.Connection): void {
    for (const statement of this.#statements) statement.handleReadyForQuery(connection)
    this.callback(null)
  }

  override handleError(error: Error, connection: pg.Connection): void {
    const { sentNames } = partsOf(connection)
    for (const { name } of this.#statements.slice(this.#current + 1)) delete sentNames[name]
    for (const statement of this.#statements) statement.handleError(error, connection)
    this.callback(error)
  }
}
