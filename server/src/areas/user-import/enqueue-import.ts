import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../jobs/queue.ts'

/** A file with more rows takes longer than a few seconds: smaller ones need not wait for it. */
const SMALL_ROWS_MAX = 1_000

/** Has an import checked, or its users created: small files before large ones. */
export const enqueueImport = (tx: Tx, importId: number, rowCount: number): Promise<void> =>
  enqueue(
    tx,
    'user-import',
    { importId },
    { dedupeKey: String(importId), priority: rowCount <= SMALL_ROWS_MAX ? 1 : 0 },
  )
