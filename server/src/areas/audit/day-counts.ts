import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { day, int, type RowOf, statement } from '../../db/statement.ts'

const repairStatement = statement([], {
  name: 'audit: repair day counts',
  text: 'select client_id as "clientId", day, counted, events from repair_audit_day_counts()',
  row: { clientId: int, day, counted: int, events: int },
})

/** A number of events of a day that was not that of its events: of a client, or of all with 0. */
export type RepairedCount = RowOf<typeof repairStatement>

/**
 * Compares the numbers of sealed events that are kept for each day with the events, and writes the wrong ones anew; returns
 * those. Only worth trusting once the events themselves are verified.
 */
export const repairDayCounts = (tx: Tx): Promise<RepairedCount[]> => run(tx, repairStatement())

/** How many days these numbers are of. */
export const daysOf = (repaired: readonly RepairedCount[]): number => new Set(repaired.map((count) => count.day)).size
