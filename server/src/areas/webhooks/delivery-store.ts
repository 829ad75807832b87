import { WEBHOOK_RETRY_DAYS } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { run, runFirst, runOne, write } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, present, type RowOf, statement, text } from '../../db/statement.ts'
import type { WebhookAnswer } from '../../ports/post-webhook.ts'

// The table `webhook_deliveries`.

/** Events that become deliveries in one transaction. */
export const PUBLISHED_AT_ONCE = 1000

const publish = statement([int], {
  name: 'webhooks: publish',
  // The lock on the webhook makes the ids of its deliveries follow the order of the seals.
  text: `
  with webhook as (
    select id, position, client_id, kinds from webhooks where id = $1 and state = 'on' for update
  ), page as materialized (
    select seal.sequence, event.id, event.event, event.client_id,
           case when event.subject_user_id is not null then 'user/' || event.subject_user_id
             -- Nothing has to be in order with it, so that nothing waits for it.
             when event.target_kind is null or event.target_id is null then 'portal/' || event.id
             else event.target_kind || '/' || event.target_id end as subject
      from webhook cross join lateral (
        select one.sequence, one.event_id from audit_seals one where one.sequence > webhook.position
         order by one.sequence limit ${PUBLISHED_AT_ONCE}) seal
      left join audit_events event on event.id = seal.event_id
  ), added as (
    insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject)
    select webhook.id, page.sequence, page.id, page.event, page.subject from page cross join webhook
     where page.id is not null and (webhook.client_id is null or page.client_id = webhook.client_id)
       and (webhook.kinds = '{}' or page.event = any (webhook.kinds))
     order by page.sequence
  ), moved as (
    update webhooks set position = (select max(sequence) from page)
     where id = $1 and exists (select from page)
  )
  select count(*) as seen from page`,
  row: { seen: int },
})

/** Makes deliveries of the next events for a webhook; returns how many events it has looked at. */
export const publishEvents = async (tx: Tx, webhookId: number): Promise<number> =>
  (await runOne(tx, publish(webhookId))).seen

/** Deliveries that one node takes at once: with DELIVERED_AT_ONCE all are attempted within the lease. */
const CLAIMED_AT_ONCE = 32
const LEASE = '2 minutes'

const claim = statement([int], {
  name: 'webhooks: claim deliveries',
  text: `
  with due as (
    select delivery.id from webhook_deliveries delivery
     where delivery.webhook_id = $1 and delivery.state = 'waiting' and delivery.next_attempt_at <= clock_now()
       and not exists (
         select from webhook_deliveries earlier
          where earlier.webhook_id = $1 and earlier.state = 'waiting' and earlier.subject = delivery.subject
            and earlier.id < delivery.id)
     order by delivery.id limit ${CLAIMED_AT_ONCE} for update skip locked)
  update webhook_deliveries delivery
     set attempts = attempts + 1, next_attempt_at = clock_now() + interval '${LEASE}',
         first_attempt_at = coalesce(first_attempt_at, clock_now())
    from due where delivery.id = due.id
  returning delivery.id, event_sequence as sequence, audit_event_id as "auditEventId", attempts,
            delivery.created_at as "createdAt", clock_now() as now,
            first_attempt_at <= clock_now() - interval '${WEBHOOK_RETRY_DAYS} days' as "isLast"`,
  row: {
    id: int,
    sequence: nullable(int),
    auditEventId: nullable(int),
    attempts: int,
    createdAt: instant,
    now: instant,
    isLast: present(bool),
  },
})

/** A delivery that is being attempted. `isLast`: it has been tried for days. */
export type ClaimedDelivery = RowOf<typeof claim>

/** Takes deliveries of a webhook that are due: of each subject the oldest one that is not delivered. */
export const claimDeliveries = (tx: Tx, webhookId: number): Promise<ClaimedDelivery[]> => run(tx, claim(webhookId))

const insertOne = statement([int, nullable(int)], {
  name: 'webhooks: insert delivery',
  text: `
  insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject, state, attempts,
         first_attempt_at, next_attempt_at)
  select $1, former.event_sequence, former.audit_event_id, former.kind,
         coalesce(former.subject, 'test/' || gen_random_uuid()),
         -- A test is never repeated, also where its node dies before it is noted.
         case when former.id is null then 'failed' else 'waiting' end, case when former.id is null then 1 else 0 end,
         case when former.id is null then clock_now() end,
         case when former.id is null then clock_now() + interval '${LEASE}' else clock_now() end
    from (values (1)) one left join webhook_deliveries former on former.id = $2 and former.webhook_id = $1
   where $2::bigint is null or former.audit_event_id is not null
  returning id, created_at as "createdAt", clock_now() as now`,
  row: { id: int, createdAt: instant, now: instant },
})

/** Adds a test, which its caller attempts. */
export const insertTest = (tx: Tx, webhookId: number) => runOne(tx, insertOne(webhookId, null))

/** Adds a delivery of the event of a former one; undefined: there is no such delivery, or it was a test. */
export const insertAgain = (tx: Tx, webhookId: number, formerId: number) => runFirst(tx, insertOne(webhookId, formerId))

/** A failed delivery waits 1, 2, 4, 8, … minutes, 6 hours at most. */
const note = statement([int, text, nullable(int), nullable(text), int, nullable(text)], {
  name: 'webhooks: note attempt',
  text: `
  update webhook_deliveries
     set state = $2, status = $3, error = $4, duration_ms = $5, answer = $6, attempted_at = clock_now(),
         next_attempt_at = clock_now() + make_interval(mins => least(power(2, least(attempts, 20) - 1)::integer, 360))
   where id = $1`,
})

/** Notes how an attempt ended, and when the next one is. */
export const noteAttempt = (
  db: Db,
  id: number,
  { state, status, error, durationMs, answer }: WebhookAnswer & { state: 'waiting' | 'delivered' | 'failed' },
) => write(db, note(id, state, status, error, durationMs, answer))

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

const dueAgain = statement([int], {
  name: 'webhooks: due again',
  text: `
  update webhook_deliveries set next_attempt_at = clock_now(), first_attempt_at = null, attempts = 0
   where webhook_id = $1 and state = 'waiting'`,
})

/** What waits is due now, and is tried for days again. */
export const makeDeliveriesDue = (tx: Tx, webhookId: number) => run(tx, dueAgain(webhookId))

const findOne = statement([int, int], {
  name: 'webhooks: find delivery',
  text: `
  select delivery.id, webhook_id as "webhookId", webhook.client_id as "clientId", event_sequence as sequence,
         answer, delivery.created_at as "createdAt"
    from webhook_deliveries delivery join webhooks webhook on webhook.id = delivery.webhook_id
   where delivery.webhook_id = $1 and delivery.id = $2`,
  row: {
    id: int,
    webhookId: int,
    clientId: nullable(int),
    sequence: nullable(int),
    answer: nullable(text),
    createdAt: instant,
  },
})

/** Undefined: the webhook has no such delivery. */
export const findDelivery = (tx: Tx, webhookId: number, id: number) => runFirst(tx, findOne(webhookId, id))

const removeOld = statement([int, int], {
  name: 'webhooks: remove old deliveries',
  text: `
  with gone as (
    delete from webhook_deliveries where ctid = any (array(
      select ctid from webhook_deliveries where created_at < clock_now() - make_interval(days => $1) limit $2))
    returning 1)
  select count(*) as gone from gone`,
  row: { gone: int },
})

/** Deletes deliveries older than so many days, also those that wait; returns how many of at most so many. */
export const removeOldDeliveries = async (tx: Tx, days: number, most: number): Promise<number> =>
  (await runOne(tx, removeOld(days, most))).gone
