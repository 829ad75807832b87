import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../jobs/queue.ts'
import { runFirst } from '../../db/run.ts'
import { statement, text } from '../../db/statement.ts'

/** The first key that no other open transaction uses. */
const freeKey = statement([], {
  name: 'mail: free key',
  text: `
  select 'outbox ' || n as key from generate_series(1, 8) n
   where pg_try_advisory_xact_lock(hashtextextended('portal outbox ' || n, 0)) limit 1`,
  row: { key: text },
})

/**
 * Starts the delivery as soon as the transaction commits, because a user may wait for the mail. Uses several keys,
 * because a second transaction with the same key would wait for the first one.
 */
export async function wakeDelivery(tx: Tx): Promise<void> {
  const free = await runFirst(tx, freeKey())
  await enqueue(tx, 'deliver-mail', {}, free && { dedupeKey: free.key })
}
