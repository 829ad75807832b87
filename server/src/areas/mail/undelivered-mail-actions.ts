import type { Tx } from '../../db/database.ts'
import { secretTemplates } from './mail-fields.ts'
import { wakeDelivery } from './wake-delivery.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, statement, text } from '../../db/statement.ts'

const discarded = statement([int, arrayOf(text)], {
  name: 'mail: discarded',
  text: `
  update outbox_mails set state = 'discarded', fields = case when template = any ($2) then '{}' else fields end
   where id = $1 and (state = 'dead' or (state = 'waiting' and last_error is not null))
  returning template`,
  row: { template: text },
})

/**
 * Discards a mail permanently, and erases its secrets; returns its template, or undefined when it was delivered or has
 * not failed.
 */
export async function discardMail(tx: Tx, id: number): Promise<string | undefined> {
  const row = await runFirst(tx, discarded(id, secretTemplates))
  return row?.template
}

/** An expired secret is not sent again: the user has to request a new one. It ends when it would have ended. */
const retried = statement([int, arrayOf(text)], {
  name: 'mail: retried',
  text: `
  update outbox_mails
     set state = 'waiting', attempts = 0, next_attempt_at = clock_now(),
         good_until = case when template = any ($2) then good_until
                           else greatest(good_until, clock_now() + interval '3 days') end
   where id = $1 and state = 'dead' and (template <> all ($2) or good_until > clock_now())
  returning id`,
  row: { id: int },
})

/** Queues a mail that was given up for delivery. Returns false when there is none, or it has expired. */
export async function retryDeadMail(tx: Tx, id: number): Promise<boolean> {
  const rows = await run(tx, retried(id, secretTemplates))
  if (rows.length > 0) await wakeDelivery(tx)
  return rows.length > 0
}
