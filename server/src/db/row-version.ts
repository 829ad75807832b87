import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { DB } from './tables.ts'
import { run } from './run.ts'

/** Tables whose rows count their changes: their trigger is `row_version`. */
export type VersionedTable = {
  [Name in keyof DB]: DB[Name] extends { version: unknown; changed_at: unknown; changed_by: unknown } ? Name : never
}[keyof DB]

/** Columns of a row to set, by their names. */
export type ColumnValues = Readonly<Record<string, unknown>>

/**
 * Changes one row that the transaction has locked; the trigger of the table raises its version.
 * @param held the key and the version of the row when it was locked
 * @param key the column of the key
 * @throws when the row has another version, or there is none: it was not locked
 */
export async function updateLocked<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  { id, version }: { id: number | string; version: number },
  set: ColumnValues,
  key = 'id',
): Promise<Selectable<DB[Table]>> {
  const assignments = Object.entries(set).map(
    ([column, value]): RawBuilder<unknown> => sql`${sql.ref(column)} = ${value}`,
  )
  const [row] = await run(
    tx,
    sql<Selectable<DB[Table]>>`
      update ${sql.table(table)} set ${sql.join(assignments)} where ${sql.ref(key)} = ${id} and version = ${version}
      returning *`,
  )
  if (!row) throw new Error(`A row of ${table} was to be changed without being locked`)
  return row
}
