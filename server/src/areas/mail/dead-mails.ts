import { ask } from '../../db/ask.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { secretTemplates } from './mail-templates.ts'
import { wakeDelivery } from './wake-delivery.ts'

/** A mail that nobody got, or that could not be delivered so far. */
export interface TroubledMail {
  id: number
  to: string
  template: string
  state: 'waiting' | 'dead'
  attempts: number
  lastError: string | null
  createdAt: Date
  nextAttemptAt: Date
}

const troubled = `
  select id, to_address as "to", template, state, attempts, last_error as "lastError",
         created_at as "createdAt", next_attempt_at as "nextAttemptAt"
    from outbox_mails
   where state = 'dead' or (state = 'waiting' and last_error is not null)
   order by id desc limit 200`

/** Mails put aside, and mails that wait after a failure; newest first, 200 at most. */
export const readTroubledMails = (db: Db): Promise<TroubledMail[]> =>
  db.read(everything, (tx) => ask<TroubledMail>(tx, 'troubled-mails', troubled, []))

const undelivered = `
  select mail.id, mail.to_address as "to", mail.template, mail.state, mail.attempts, mail.last_error as "lastError",
         mail.created_at as "createdAt", mail.next_attempt_at as "nextAttemptAt", client.name as "clientName",
         mail.good_until < clock_now() as "isTimeOver", count(*) over () as total
    from outbox_mails mail left join clients client on client.id = mail.client_id
   where mail.state = 'dead' or (mail.state = 'waiting' and mail.last_error is not null)
   order by mail.id desc limit 200`

export interface UndeliveredRow extends TroubledMail {
  clientName: string | null
  isTimeOver: boolean
  total: number
}

/** The same for administrators, with whose reader each was. */
export const readUndelivered = (db: Db): Promise<UndeliveredRow[]> =>
  db.read(everything, (tx) => ask<UndeliveredRow>(tx, 'undelivered-mails', undelivered, []))

const discarded = `
  update outbox_mails set state = 'discarded', fields = case when template = any ($2) then '{}' else fields end
   where id = $1 and (state = 'dead' or (state = 'waiting' and last_error is not null))
  returning template`

/** Puts a mail aside for good, and erases what was secret in it; its template, or undefined where it is in no trouble. */
export async function discardMail(tx: Tx, id: number): Promise<string | undefined> {
  const [row] = await ask<{ template: string }>(tx, 'discard-mail', discarded, [id, secretTemplates])
  return row?.template
}

/** What was secret is not sent again once its time is over: a new one has to be asked for. */
const retried = `
  update outbox_mails
     set state = 'waiting', attempts = 0, next_attempt_at = clock_now(),
         good_until = greatest(good_until, clock_now() + interval '3 days')
   where id = $1 and state = 'dead' and (template <> all ($2) or good_until > clock_now())
  returning id`

/** Lets a mail that was put aside leave again. False where there is none, or its time is over. */
export async function retryDeadMail(tx: Tx, id: number): Promise<boolean> {
  const rows = await ask<{ id: number }>(tx, 'retry-mail', retried, [id, secretTemplates])
  if (rows.length > 0) await wakeDelivery(tx)
  return rows.length > 0
}
