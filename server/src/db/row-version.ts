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
 * Changes one row if it still has that version; the trigger of the table raises it.
 * @param key the column that `id` is in
 * @returns the row; 'stale' when it has another version, 'missing' when there is no such row
 */
export async function updateAtVersion<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  id: number | string,
  version: number,
  set: ColumnValues,
  key = 'id',
): Promise<Selectable<DB[Table]> | 'stale' | 'missing'> {
  const assignments = Object.entries(set).map(
    ([column, value]): RawBuilder<unknown> => sql`${sql.ref(column)} = ${value}`,
  )
  const [row] = await queryBuilt(
    tx,
    sql<Selectable<DB[Table]>>`
      update ${sql.table(table)} set ${sql.join(assignments)} where ${sql.ref(key)} = ${id} and version = ${version}
      returning *`,
  )
  if (row) return row
  const [found] = await queryBuilt(tx, sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id}`)
  return found ? 'stale' : 'missing'
}

/**
 * Changes one row that the transaction has locked.
 * @param held the key and the version of the row when it was locked
 * @throws when the row has another version, or there is none: it was not locked
 */
export async function updateLocked<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  held: { id: number | string; version: number },
  set: ColumnValues,
  key = 'id',
): Promise<Selectable<DB[Table]>> {
  const row = await updateAtVersion(tx, table, held.id, held.version, set, key)
  if (row === 'stale' || row === 'missing')
    throw new Error(`A row of ${table} was changed without being locked: ${row}`)
  return row
}
