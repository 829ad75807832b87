import type { Portal } from './portal.ts'

/**
 * The beginning of every marker, too long to occur in random text. A marker names its column, so that one that is found
 * says where it was written.
 */
export const MARKER = 'zqxzqxzqx'
/** An address of the network that only the marked user has. */
export const MARKED_ADDRESS = '198.51.100.77'

/** A text that a user entered into this column. */
export const marked = (table: string, column: string): string => `${MARKER}.${table}.${column}`

/** Columns of a row and their values; those of markers are what a user can fill. */
type Row = Readonly<Record<string, unknown>>

/** The values of a row with a marker in each of these columns. */
export const withMarkers = <Column extends string>(table: string, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, marked(table, column)])) as Record<Column, string>

/** Adds rows, and notes which of their columns have a marker. */
export interface MarkedRows {
  /** As `table.column`. */
  filled: Set<string>
  note: (table: string, values: Row) => void
  /** Returns the id of the row. */
  add: (table: string, values: Row) => Promise<number>
}

/** Writes rows as the owner of the tables. */
export function markedRows(portal: Portal): MarkedRows {
  const filled = new Set<string>()
  const note = (table: string, values: Row): void => {
    for (const [column, value] of Object.entries(values))
      if (JSON.stringify(value)?.includes(MARKER) || value === MARKED_ADDRESS) filled.add(`${table}.${column}`)
  }
  const add = async (table: string, values: Row): Promise<number> => {
    note(table, values)
    const names = Object.keys(values)
    const marks = names.map((_, n) => `$${n + 1}`)
    const written = Object.values(values).map((value) =>
      Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)
        ? JSON.stringify(value)
        : value,
    )
    const [row] = await portal.owner(
      `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')}) returning *`,
      written,
    )
    return Number(row?.['id'])
  }
  return { filled, note, add }
}
