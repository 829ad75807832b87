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
