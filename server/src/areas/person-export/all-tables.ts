import { accessTables } from './access-tables.ts'
import { accountTables, signInTables } from './account-tables.ts'
import { activityTables, contentTables } from './content-tables.ts'
import type { ExportedTable } from './exported-table.ts'

/** Every table that the export of a person reads by a statement of its own, in the order of the export. */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  ...accountTables,
  ...signInTables,
  ...accessTables,
  ...contentTables,
  ...activityTables,
}

/** The events of the audit trail are read as the trail shows them to the reader. */
export const AUDIT_TABLE = 'audit_events'
