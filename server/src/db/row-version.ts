import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from './database.ts'
import { queryBuilt } from './query.ts'
import type { DB } from './tables.ts'

/** Tables whose rows count their changes: their trigger is `row_version`. */
export type VersionedTable = {
  [Name in keyof DB]: DB[Name] extends { version: unknown; changed_at: unknown; changed_by: unknown } ? Name : never
}[keyof DB]

/** Columns of a row to set, by their names. */
export type ColumnValues = Readonly<Record<string, unknown>>

/**
 * Changes one row if it still has that version; null: whichever it has. `key` is the column that `id` is in. The trigger of the table raises the version.
 * 'stale': somebody else has changed the row meanwhile, 'missing': there is no such row.
 */
export async function updateAtVersion<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  id: number | string,
  version: number | null,
  set: ColumnValues,
  key = 'id',
): Promise<Selectable<DB[Table]> | 'stale' | 'missing'> {
  const assignments = Object.entries(set).map(
    ([column, value]): RawBuilder<unknown> => sql`${sql.ref(column)} = ${value}`,
  )
  const same = version === null ? sql`` : sql` and version = ${version}`
  const [row] = await queryBuilt(
    tx,
    sql<Selectable<DB[Table]>>`
      update ${sql.table(table)} set ${sql.join(assignments)} where ${sql.ref(key)} = ${id}${same} returning *`,
  )
  if (row) return row
  const [found] = await queryBuilt(tx, sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id}`)
  return found ? 'stale' : 'missing'
}
