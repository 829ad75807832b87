import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { mayManageInSql } from '../permissions/public.ts'
import type { Db } from '../../db/database.ts'
import { text } from '../../db/statement.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'

/**
 * One mail for each notice and administrator who can decide: when the review starts, and 7 days and 1 day before the
 * last day in the business time zone; after an outage only the next one. Administrators of the application get it; where
 * none of them can decide, portal administrators do. Users with the same rights are judged once.
 */
const notices = mailsOf(
  [text],
  'access-reviews: notices',
  `
  with reviews as (
    select review.*, coalesce(client.name::text, system.name::text) as scope,
           ((due_at - interval '1 microsecond') at time zone $1)::date as last_day,
           (started_at at time zone $1)::date as first_day
      from access_reviews review
      left join clients client on client.id = review.client_id
      left join systems system on system.id = review.system_id
     where due_at > clock_now()),
  due as (
    select reviews.*, null::integer as days_before from reviews where started_at > clock_now() - interval '1 day'
    union all
    select reviews.*, notice.days_before from reviews
     cross join lateral (select min(each) as days_before from unnest(array[7, 1]) each
                          where each >= last_day - business_today($1) and last_day - each > first_day) notice
     where notice.days_before is not null),
  groups as materialized (
    select row_number() over () as number, item.review_id, item.system_id, target.client_id, target.is_internal, target_held.is_portal_admin,
           target_held.may_sign_on_as, target_held.admin_system_ids, target_held.page_ids,
           case when target_held.is_portal_admin or target_held.may_sign_on_as or target_held.admin_system_ids <> '{}'
                  or target_held.page_ids <> '{}'
                then target.id else 0 end as id,
           count(*) as items
      from access_review_states item
      join users target on target.id = item.user_id
      join protected_authorities target_held on target_held.user_id = target.id
     where item.review_id in (select id from due) and item.state = 'pending'
     group by 2, 3, 4, 5, 6, 7, 8, 9, 10),
  deciders as materialized (
    select target.number, target.review_id, target.items, admin.id, admin.email, admin.client_id, admin.first_name, not held.is_portal_admin as is_system_admin
      from groups target
      cross join lateral (select target.is_portal_admin, target.may_sign_on_as, target.admin_system_ids, target.page_ids) target_held
      join held_admin_pages opener on opener.page_name = 'User Administration'
      join users admin on admin.id = opener.user_id and admin.status = 1
      join user_authorities held on held.user_id = admin.id
     where admin.id <> target.id
       and (held.is_portal_admin or (target.system_id = any (held.admin_system_ids) and ${mayManageInSql}))),
  recipients as (
    select review_id, id, email, client_id, first_name, sum(items) as items
      from deciders decider
     where is_system_admin
        or not exists (select from deciders system_admin where system_admin.is_system_admin and system_admin.number = decider.number)
     group by 1, 2, 3, 4, 5)
  select 'access-review:' || due.id || ':' || recipient.id || ':' || coalesce(due.days_before::text, 'start') as dedupe_key,
         recipient.email as to_address, recipient.client_id, 'access-review' as template,
         jsonb_build_object('firstName', recipient.first_name, 'reviewId', due.id, 'scope', due.scope,
           'dueAt', to_char(due.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'days', case when due.days_before is not null then due.last_day - business_today($1) end,
           'count', recipient.items) as fields,
         null::timestamptz as good_until
    from recipients recipient join due on due.id = recipient.review_id`,
)

/** Mails the administrators who decide: when a review starts, and 7 days and 1 day before its due date. */
export function accessReviewNoticesJob({
  db,
  timeZone,
}: {
  db: Db
  /** Business time zone. */
  timeZone: string
}): JobDefinition<'access-review-notices'> {
  return {
    name: 'access-review-notices',
    run: async (_, { logger }) => {
      const mails = await db.transact(everything, (tx) => addSelectedMails(tx, notices(timeZone)))
      if (mails > 0) logger.info({ mails }, 'administrators are asked to review access')
    },
  }
}
