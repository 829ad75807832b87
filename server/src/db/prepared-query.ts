import pg from 'pg'

/** What the driver keeps of the columns of an answer. */
interface Columns {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The parts of the driver's query that its types do not name. */
interface QueryParts {
  name: string
  readonly _result: Columns
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

interface Described {
  /** The connection, without its request for a description. */
  readonly connection: pg.Connection
  readonly columns: Map<string, Columns>
}

const described = new WeakMap<pg.Connection, Described>()

function describedOn(connection: pg.Connection): Described {
  const known = described.get(connection)
  if (known) return known
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection
  const made: Described = { connection: silent, columns: new Map() }
  described.set(connection, made)
  return made
}

type Answered = (error: Error | null, result: unknown) => void

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  answered: Answered,
) => QueryParts & pg.Submittable

/**
 * A prepared statement whose columns the server describes once on each connection: they cannot change while it is
 * prepared there. The driver asks for them at every execution, which takes both sides longer than most rows.
 */
export class PreparedQuery extends DriverQuery {
  constructor(name: string, text: string, values: unknown[], answered: Answered) {
    super(text, values, answered)
    this.name = name
  }

  override prepare(connection: pg.Connection): void {
    const { connection: silent, columns } = describedOn(connection)
    const known = columns.get(this.name)
    if (!known) return super.prepare(connection)
    Object.assign(this._result, known)
    this._accumulateRows = true
    super.prepare(silent)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    describedOn(connection).columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    super.handleCommandComplete(message, connection)
  }
}
