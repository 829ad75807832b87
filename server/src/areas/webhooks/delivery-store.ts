import { STREAM_UPDATED, VERIFICATION_INTERVAL_SECONDS } from '@portico/contract/webhooks/signal-rules.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { bool, instant, int, nullable, present, statement, text } from '../../db/statement.ts'
import { LEASE } from './claimed-deliveries.ts'
import { signalKindsSql } from './signals/signal-facts.ts'

// The table `webhook_deliveries`: what is added, found and removed.

/** Events that become deliveries in one transaction. */
export const PUBLISHED_AT_ONCE = 1000
/** While so many events of a replay wait, no more of them become deliveries. */
const REPLAYED_AT_ONCE = 1000

const publishRows = `
  select seal.sequence, event.id, sent.kind, event.client_id,
         case when event.subject_user_id is not null then 'user/' || event.subject_user_id
           -- Nothing has to be in order with it, so that nothing waits for it.
           when event.target_kind is null or event.target_id is null then 'portal/' || event.id
           else event.target_kind || '/' || event.target_id end as subject
    from webhook cross join lateral (
      select one.sequence, one.event_id from audit_seals one
       where one.sequence > webhook.position and one.sequence <= webhook.until
       order by one.sequence limit ${PUBLISHED_AT_ONCE}) seal
    left join audit_events event on event.id = seal.event_id
    left join lateral unnest(case webhook.format when 'signals' then ${signalKindsSql} else array[event.event] end)
      sent (kind) on true`

const isForWebhook = `page.id is not null and page.kind is not null and (webhook.client_id is null or page.client_id = webhook.client_id)
       and (webhook.kinds = '{}' or page.kind = any (webhook.kinds))`

const publish = statement([int], {
  name: 'webhooks: publish',
  // The lock on the webhook makes the ids of its deliveries follow the order of the seals.
  text: `
  with webhook as (
    select id, position, 9223372036854775807 as until, client_id, kinds, format
      from webhooks where id = $1 and state = 'on' for update
  ), page as materialized (${publishRows}
  ), added as (
    insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject)
    select webhook.id, page.sequence, page.id, page.kind, page.subject from page cross join webhook
     where ${isForWebhook}
     order by page.sequence, page.kind
  ), moved as (
    update webhooks set position = (select max(sequence) from page)
     where id = $1 and exists (select from page)
  )
  select count(distinct sequence) as seen from page`,
  row: { seen: int },
})

/** Makes deliveries of the next events for a webhook; returns how many events it has looked at. */
export const publishEvents = async (tx: Tx, webhookId: number): Promise<number> =>
  (await runOne(tx, publish(webhookId))).seen

const publishAgain = statement([int], {
  name: 'webhooks: publish again',
  // Events that are sent again have an order of their own: what is new does not wait for them.
  text: `
  with webhook as (
    select id, replay_position as position, replay_until as until, client_id, kinds, format
      from webhooks
     where id = $1 and state = 'on' and replay_position is not null
       and (select count(*) from (
         select from webhook_deliveries delivery
          where delivery.webhook_id = $1 and delivery.state = 'waiting' and delivery.reason = 'replay'
          limit ${REPLAYED_AT_ONCE}) waiting) < ${REPLAYED_AT_ONCE}
       for update
  ), page as materialized (${publishRows}
  ), added as (
    insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject, reason)
    select webhook.id, page.sequence, page.id, page.kind, 'replay/' || page.subject, 'replay'
      from page cross join webhook where ${isForWebhook}
     order by page.sequence, page.kind
  )
  update webhooks
     set replay_position = (select max(sequence) from page where (select count(distinct sequence) from page) = ${PUBLISHED_AT_ONCE}),
         replay_until = case when (select count(distinct sequence) from page) = ${PUBLISHED_AT_ONCE} then replay_until end
    from webhook where webhooks.id = webhook.id
  returning (select count(distinct sequence) from page) = ${PUBLISHED_AT_ONCE} as "hasMore"`,
  row: { hasMore: present(bool) },
})

/** Makes deliveries of the next events of a replay, unless many of it wait; returns whether more of it can be made now. */
export const publishReplay = async (tx: Tx, webhookId: number): Promise<boolean> =>
  (await runFirst(tx, publishAgain(webhookId)))?.hasMore ?? false

const insertOne = statement([int, nullable(int)], {
  name: 'webhooks: insert delivery',
  text: `
  insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject, reason, state, attempts,
         first_attempt_at, next_attempt_at)
  select $1, former.event_sequence, former.audit_event_id, former.kind,
         coalesce(regexp_replace(former.subject, '^replay/', ''), 'test/' || gen_random_uuid()),
         case when former.id is null then 'event' else 'again' end,
         -- A test is never repeated, also where its node dies before it is noted.
         case when former.id is null then 'failed' else 'waiting' end, case when former.id is null then 1 else 0 end,
         case when former.id is null then clock_now() end,
         case when former.id is null then clock_now() + interval '${LEASE}' else clock_now() end
    from (values (1)) one left join webhook_deliveries former on former.id = $2 and former.webhook_id = $1
   where $2::bigint is null or former.audit_event_id is not null
  returning id, created_at as "createdAt", clock_now() as now`,
  row: { id: int, createdAt: instant, now: instant },
})

const insertVerificationRow = statement([int, nullable(text)], {
  name: 'webhooks: insert verification',
  text: `
  with added as (
    insert into webhook_deliveries (webhook_id, subject, detail)
    select $1, 'verification/' || gen_random_uuid(), $2::text
     where not exists (
       select from webhook_deliveries delivery
        where delivery.created_at > clock_now() - interval '${VERIFICATION_INTERVAL_SECONDS} seconds'
          and delivery.webhook_id = $1 and delivery.subject like 'verification/%')
    returning id
  ), replaced as (
    delete from webhook_deliveries delivery
     where delivery.webhook_id = $1 and delivery.state = 'waiting' and delivery.subject like 'verification/%'
       and exists (select from added))
  select id from added`,
  row: { id: int },
})

/**
 * Adds a verification that a receiver has asked for, in place of one that still waits; false: it had one a moment ago.
 */
export const insertVerification = async (tx: Tx, webhookId: number, state: string | null): Promise<boolean> =>
  (await runFirst(tx, insertVerificationRow(webhookId, state))) !== undefined

const insertStreamUpdateRow = statement([int, text, bool], {
  name: 'webhooks: insert stream update',
  text: `
  insert into webhook_deliveries (webhook_id, kind, subject, detail, state, attempts, first_attempt_at, next_attempt_at)
  select $1, '${STREAM_UPDATED}', 'stream/' || gen_random_uuid(), $2::text, case when $3 then 'failed' else 'waiting' end,
         case when $3 then 1 else 0 end, case when $3 then clock_now() end, clock_now()
  returning id, created_at as "createdAt", clock_now() as now`,
  row: { id: int, createdAt: instant, now: instant },
})

/**
 * Adds the message that a stream is enabled or paused now. Of one that is paused its caller makes the only attempt,
 * because nothing is sent afterwards.
 */
export const insertStreamUpdate = (tx: Tx, webhookId: number, status: 'enabled' | 'paused') =>
  runOne(tx, insertStreamUpdateRow(webhookId, status, status === 'paused'))

/** Adds a test, which its caller attempts. */
export const insertTest = (tx: Tx, webhookId: number) => runOne(tx, insertOne(webhookId, null))

/** Adds a delivery of the event of a former one; undefined: there is no such delivery, or it was a test. */
export const insertAgain = (tx: Tx, webhookId: number, formerId: number) => runFirst(tx, insertOne(webhookId, formerId))

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
  select delivery.id, event_sequence as sequence, audit_event_id as "auditEventId", kind,
         detail, answer, created_at as "createdAt"
    from webhook_deliveries delivery
   where delivery.webhook_id = $1 and delivery.id = $2`,
  row: {
    id: int,
    sequence: nullable(int),
    auditEventId: nullable(int),
    kind: nullable(text),
    detail: nullable(text),
    answer: nullable(text),
    createdAt: instant,
  },
})

/** Undefined: the webhook has no such delivery. */
export const findDelivery = (tx: Tx, webhookId: number, id: number) => runFirst(tx, findOne(webhookId, id))

const removeDeselected = statement([int, int], {
  name: 'webhooks: remove deselected deliveries',
  // What an administrator has sent again from the log goes out all the same.
  text: `
  with gone as (
    delete from webhook_deliveries where ctid = any (array(
      select delivery.ctid from webhooks webhook join webhook_deliveries delivery on delivery.webhook_id = webhook.id
       where webhook.id = $1 and webhook.kinds <> '{}' and delivery.state = 'waiting' and delivery.reason <> 'again'
         and delivery.audit_event_id is not null
         and delivery.kind <> all (webhook.kinds)
       limit $2))
    returning 1)
  select count(*) as gone from gone`,
  row: { gone: int },
})

/** Deletes what waits of events that are not chosen any more; returns how many of at most so many. */
export const removeDeselectedDeliveries = async (tx: Tx, webhookId: number, most: number): Promise<number> =>
  (await runOne(tx, removeDeselected(webhookId, most))).gone

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

const removeOrphans = statement([int], {
  name: 'webhooks: remove deliveries of deleted webhooks',
  // Steps from one webhook to the next in the index, so that a long log is not read through.
  text: `
  with recursive logged as (
    (select webhook_id from webhook_deliveries order by webhook_id limit 1)
    union all
    select (select next.webhook_id from webhook_deliveries next
             where next.webhook_id > logged.webhook_id order by next.webhook_id limit 1)
      from logged where logged.webhook_id is not null
  ), deleted as (
    select webhook_id from logged
     where webhook_id is not null and not exists (select from webhooks where id = logged.webhook_id) limit 1
  ), gone as (
    delete from webhook_deliveries where ctid = any (array(
      select delivery.ctid from webhook_deliveries delivery
       where delivery.webhook_id = (select webhook_id from deleted) limit $1))
    returning 1)
  select count(*) as gone from gone`,
  row: { gone: int },
})

/** Deletes deliveries of a webhook that was deleted; returns how many of at most so many, 0: there are none. */
export const removeOrphanDeliveries = async (tx: Tx, most: number): Promise<number> =>
  (await runOne(tx, removeOrphans(most))).gone
