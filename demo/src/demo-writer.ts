import type { Insertable } from 'kysely'
import type { connectAsOwner, DB } from '@portico/server/for-demo.ts'

type OwnerConnection = Awaited<ReturnType<typeof connectAsOwner>>

/** Tables whose rows get their ids from the demo world; their sequences continue after the highest. */
type Numbered = { [Table in keyof DB]: 'id' extends keyof DB[Table] ? Table : never }[keyof DB]

/** The time of loading, from which every date of the demo world is counted. */
export interface DemoMoment {
  readonly now: Date
  /** Time some days ago, and some minutes of that day earlier. */
  daysAgo(days: number, minutes?: number): Date
  /** Calendar day in the business time zone, yyyy-MM-dd; negative = in the past. */
  dayFromToday(days: number): string
}

/** An event of the audit trail. */
type DemoEvent = Insertable<DB['audit_events']> & { readonly at: Date }

/** Writes rows of one transaction, a table at a time. */
export interface DemoWriter {
  insert<Table extends keyof DB>(table: Table, rows: readonly Insertable<DB[Table]>[]): Promise<void>
  /** Keeps events until `writeEvents` writes all of them, oldest first: their ids follow their time. */
  record(events: readonly DemoEvent[]): void
  writeEvents(): Promise<void>
  /**
   * Gives rows that are there other values, found by their key.
   * @throws where one is not there
   */
  update<Table extends keyof DB, Row extends Partial<Insertable<DB[Table]>>>(
    table: Table,
    key: readonly (keyof Row & string)[],
    rows: readonly Row[],
  ): Promise<void>
  /** Deletes every row of a table that something else has filled. */
  clear(table: 'user_sign_ins' | 'managed_objects'): Promise<void>
  /** Sets the ids that the next rows of tables get: a start that was interrupted has used some. */
  numberFrom(first: Readonly<Partial<Record<Numbered, number>>>): Promise<void>
  /** Sets the sequence of a table to continue after the given ids. */
  countOn(...tables: readonly Numbered[]): Promise<void>
}

export function demoWriter(connection: OwnerConnection): DemoWriter {
  const events: DemoEvent[] = []
  const insert: DemoWriter['insert'] = async (table, rows) => {
    const columns = columnsOf(table, rows)
    if (columns.length === 0) return
    const names = columns.map((name) => `"${name}"`).join(', ')
    // One statement however many rows: the table's own row type reads them from JSON.
    await connection.query(
      `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1::json)`,
      [wireRows(columns, rows)],
    )
  }
  return {
    insert,
    record: (more) => void events.push(...more),
    writeEvents: () =>
      insert(
        'audit_events',
        events.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((event) => ({ ...noDetails, ...event })),
      ),
    update: async (table, key, rows) => {
      const columns = columnsOf(table, rows)
      const changed = columns.filter((name) => !key.some((one) => one === name))
      const { rowCount } = await connection.query(
        `update "${table}" own set ${changed.map((name) => `"${name}" = given."${name}"`).join(', ')}
           from json_populate_recordset(null::"${table}", $1::json) given
          where ${key.map((name) => `own."${name}" is not distinct from given."${name}"`).join(' and ')}`,
        [wireRows(columns, rows)],
      )
      if (rowCount !== rows.length) throw new Error(`Of ${rows.length} rows of ${table}, ${rowCount ?? 0} are there`)
    },
    clear: async (table) => {
      await connection.query(`delete from "${table}"`)
    },
    numberFrom: async (first) => {
      for (const [table, id] of Object.entries(first))
        await connection.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), $1, false)`, [id])
    },
    countOn: async (...tables) => {
      for (const table of tables)
        await connection.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), max(id)) from "${table}"`)
    },
  }
}

/** What not every event has. */
const noDetails = {
  actor_user_id: null,
  subject_user_id: null,
  client_id: null,
  target_kind: null,
  target_id: null,
  before: null,
  after: null,
  address: null,
}

/** The columns of all rows; a row without one of them would silently lose its default. */
function columnsOf(table: string, rows: readonly object[]): string[] {
  const columns = Object.keys(rows[0] ?? {})
  for (const row of rows)
    if (Object.keys(row).length !== columns.length || columns.some((name) => !(name in row)))
      throw new Error(`Rows of ${table} differ in their columns`)
  return columns
}

const wireRows = (columns: readonly string[], rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => columns.map((name) => [name, wireValue(Reflect.get(row, name))])).map(Object.fromEntries),
  )

const wireValue = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null)

const DAY_MS = 86_400_000

export function demoMoment(now: Date, today: string): DemoMoment {
  return {
    now,
    daysAgo: (days, minutes = 0) => new Date(now.getTime() - days * DAY_MS - minutes * 60_000),
    dayFromToday: (days) => new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10),
  }
}
