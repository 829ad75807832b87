import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { jobQueue } from '../../jobs/queue.ts'

/** The first key that no other open transaction uses. */
const freeKey = `
  select 'outbox ' || n as key from generate_series(1, 8) n
   where pg_try_advisory_xact_lock(hashtextextended('portal outbox ' || n, 0)) limit 1`

/**
 * Starts the delivery as soon as the transaction commits, because a user may wait for the mail. Uses several keys,
 * because a second transaction with the same key would wait for the first one.
 */
export async function wakeDelivery(tx: Tx): Promise<void> {
  const [free] = await query<{ key: string }>(tx, freeKey, [])
  await jobQueue(tx).enqueue('deliver-mail', {}, free && { dedupeKey: free.key })
}
