import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { jobQueue } from '../../jobs/queue.ts'

/** The first key that no other unfinished transaction uses. */
const freeKey = `
  select 'outbox ' || n as key from generate_series(1, 8) n
   where pg_try_advisory_xact_lock(hashtextextended('portal outbox ' || n, 0)) limit 1`

/**
 * Starts the delivery of mails as soon as the transaction is over: somebody may wait for one. A few
 * keys instead of one, as a second transaction with the same key would wait for the first to end.
 */
export async function wakeDelivery(tx: Tx): Promise<void> {
  const [free] = await ask<{ key: string }>(tx, 'wake-delivery', freeKey, [])
  await jobQueue(tx).enqueue('deliver-mail', {}, free && { dedupeKey: free.key })
}
