import { WEBHOOK_RETRY_DAYS } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { run, runOne, write } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, present, type RowOf, statement, text } from '../../db/statement.ts'
import type { WebhookAnswer } from '../../ports/post-webhook.ts'

// The table `webhook_deliveries`: what is taken, to be sent, and given back.

/** Subjects of which one node takes deliveries at once, deliveries of each of them, and of all. */
const SUBJECTS_AT_ONCE = 32
const OF_SUBJECT_AT_ONCE = 64
const CLAIMED_AT_ONCE = 256
/** After a node died, what it had taken is sent by another one. */
export const LEASE = '2 minutes'

const claim = statement([int, bool], {
  name: 'webhooks: claim deliveries',
  text: `
  with head as (
    select delivery.id, delivery.subject from webhook_deliveries delivery
     where delivery.webhook_id = $1 and delivery.state = 'waiting' and delivery.next_attempt_at <= clock_now()
       and (delivery.reason = 'replay') = $2
       and not exists (
         select from webhook_deliveries earlier
          where earlier.webhook_id = $1 and earlier.state = 'waiting' and earlier.subject = delivery.subject
            and earlier.id < delivery.id)
     order by delivery.id limit ${SUBJECTS_AT_ONCE} for update skip locked
  ), due as (
    select next.id from head cross join lateral (
      select one.id, bool_and(one.next_attempt_at <= clock_now()) over (order by one.id) as is_due
        from (select id, next_attempt_at from webhook_deliveries delivery
               where delivery.webhook_id = $1 and delivery.state = 'waiting' and delivery.subject = head.subject
                 and delivery.id >= head.id
               order by delivery.id limit ${OF_SUBJECT_AT_ONCE}) one) next
     where next.is_due order by next.id limit ${CLAIMED_AT_ONCE}
  ), claimed as (
    update webhook_deliveries delivery
       set attempts = attempts + 1, next_attempt_at = clock_now() + interval '${LEASE}',
           first_attempt_at = coalesce(first_attempt_at, clock_now())
      from due where delivery.id = due.id
    returning delivery.*)
  select id, subject, event_sequence as sequence, audit_event_id as "auditEventId", kind,
         detail, attempts, created_at as "createdAt", clock_now() as now,
         first_attempt_at <= clock_now() - interval '${WEBHOOK_RETRY_DAYS} days' as "isLast"
    from claimed order by id`,
  row: {
    id: int,
    subject: text,
    sequence: nullable(int),
    auditEventId: nullable(int),
    kind: nullable(text),
    detail: nullable(text),
    attempts: int,
    createdAt: instant,
    now: instant,
    isLast: present(bool),
  },
})

/** A delivery that is being attempted. `isLast`: it has been tried for days. */
export type ClaimedDelivery = RowOf<typeof claim>

/**
 * Takes deliveries of a webhook that are due, oldest first: of each subject those that may follow one another. New events
 * come first, and what is sent again because of a replay only when none of them is due.
 */
export async function claimDeliveries(tx: Tx, webhookId: number): Promise<ClaimedDelivery[]> {
  const claimed = await run(tx, claim(webhookId, false))
  return claimed.length > 0 ? claimed : run(tx, claim(webhookId, true))
}

const release = statement([arrayOf(int)], {
  name: 'webhooks: release deliveries',
  text: `
  update webhook_deliveries
     -- A change of the webhook counts its attempts anew.
     set attempts = greatest(attempts - 1, 0), next_attempt_at = clock_now(),
         first_attempt_at = case when attempts > 1 then first_attempt_at end
   where id = any ($1)`,
})

/** Gives deliveries back that were taken and not attempted. */
export const releaseDeliveries = (db: Db, ids: readonly number[]) => write(db, release(ids))

/** A failed delivery waits 1, 2, 4, 8, … minutes, 6 hours at most. */
const note = statement([int, text, nullable(int), nullable(text), int, nullable(text), int, nullable(text)], {
  name: 'webhooks: note attempt',
  text: `
  update webhook_deliveries
     set state = $2, status = $3, error = $4, duration_ms = $5, answer = $6, attempted_at = clock_now(),
         -- None since the webhook was changed, but this one.
         attempts = greatest(attempts, 1),
         next_attempt_at = clock_now() + make_interval(mins => least(power(2, least(attempts, 20) - 1)::integer, 360))
   where id = $1
  returning exists (
    select from webhooks
     where webhooks.id = webhook_id and version = $7 and sealed_secret is not distinct from $8) as "isCurrent"`,
  row: { isCurrent: present(bool) },
})

/** What an attempt was made with. A new secret alone gives a webhook no other version. */
export interface AttemptSettings {
  version: number
  sealedSecret: string | null
}

/**
 * Notes how an attempt ended, and when the next one is.
 * @returns false where the webhook has other settings by now, or is gone
 */
export async function noteAttempt(
  db: Db,
  id: number,
  { state, status, error, durationMs, answer }: WebhookAnswer & { state: 'waiting' | 'delivered' | 'failed' },
  { version, sealedSecret }: AttemptSettings,
): Promise<boolean> {
  const [noted] = await write(db, note(id, state, status, error, durationMs, answer, version, sealedSecret))
  return noted?.isCurrent === true
}

const giveUp = statement([int, arrayOf(int)], {
  name: 'webhooks: give up deliveries',
  text: `
  with given_up as (
    update webhook_deliveries delivery set state = 'failed'
      from webhooks webhook
     where webhook.id = $1 and delivery.webhook_id = $1 and delivery.id = any ($2)
       and webhook.delivered_at > delivery.first_attempt_at
    returning 1)
  select count(*) as given from given_up`,
  row: { given: int },
})

/**
 * Tries no more what a receiver has refused for days while it took other messages, so that one message neither switches
 * a webhook off nor holds up its subject; returns how many of them these are.
 */
export const giveUpDeliveries = async (db: Db, webhookId: number, ids: readonly number[]): Promise<number> =>
  (await db.transact(everything, (tx) => runOne(tx, giveUp(webhookId, ids)))).given
