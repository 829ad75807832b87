import { query } from '../../db/query.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { secretTemplates } from './mail-fields.ts'
import { wakeDelivery } from './wake-delivery.ts'

/** A mail that could not be delivered, or not so far. */
export interface FailingMail {
  id: number
  to: string
  template: string
  state: 'waiting' | 'dead'
  attempts: number
  lastError: string | null
  createdAt: Date
  nextAttemptAt: Date
}

const failing = `
  select id, to_address as "to", template, state, attempts, last_error as "lastError",
         created_at as "createdAt", next_attempt_at as "nextAttemptAt"
    from outbox_mails
   where state = 'dead' or (state = 'waiting' and last_error is not null)
   order by id desc limit 200`

/** Returns mails that were given up, and mails that wait after a failure; newest first, 200 at most. */
export const readFailingMails = (db: Db): Promise<FailingMail[]> =>
  db.read(everything, (tx) => query<FailingMail>(tx, failing, []))

const undelivered = `
  select mail.id, mail.to_address as "to", mail.template, mail.state, mail.attempts, mail.last_error as "lastError",
         mail.created_at as "createdAt", mail.next_attempt_at as "nextAttemptAt", client.name as "clientName",
         mail.good_until < clock_now() as "isTimeOver", count(*) over () as total
    from outbox_mails mail left join clients client on client.id = mail.client_id
   where mail.state = 'dead' or (mail.state = 'waiting' and mail.last_error is not null)
   order by mail.id desc limit 200`

export interface UndeliveredRow extends FailingMail {
  clientName: string | null
  isTimeOver: boolean
  total: number
}

/** The same for administrators, with the reader of each. */
export const readUndelivered = (db: Db): Promise<UndeliveredRow[]> =>
  db.read(everything, (tx) => query<UndeliveredRow>(tx, undelivered, []))

const discarded = `
  update outbox_mails set state = 'discarded', fields = case when template = any ($2) then '{}' else fields end
   where id = $1 and (state = 'dead' or (state = 'waiting' and last_error is not null))
  returning template`

/**
 * Discards a mail permanently, and erases its secrets; returns its template, or undefined when it was delivered or has
 * not failed.
 */
export async function discardMail(tx: Tx, id: number): Promise<string | undefined> {
  const [row] = await query<{ template: string }>(tx, discarded, [id, secretTemplates])
  return row?.template
}

/** An expired secret is not sent again: the user has to request a new one. */
const retried = `
  update outbox_mails
     set state = 'waiting', attempts = 0, next_attempt_at = clock_now(),
         good_until = greatest(good_until, clock_now() + interval '3 days')
   where id = $1 and state = 'dead' and (template <> all ($2) or good_until > clock_now())
  returning id`

/** Queues a mail that was given up for delivery. Returns false when there is none, or it has expired. */
export async function retryDeadMail(tx: Tx, id: number): Promise<boolean> {
  const rows = await query<{ id: number }>(tx, retried, [id, secretTemplates])
  if (rows.length > 0) await wakeDelivery(tx)
  return rows.length > 0
}
