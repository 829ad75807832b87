import { REVIEW_MAIL_DAYS } from '@portico/contract/access-reviews/review-mails.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Db } from '../../db/database.ts'
import { text } from '../../db/statement.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'
import { recipientsOf } from './review-recipients.ts'

/**
 * One mail for each notice and administrator who can decide: when the review starts, and 7 days and 1 day before the
 * last day in the business time zone, and again before another last day; after an outage only the next one.
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
     cross join lateral (select min(each) as days_before from unnest(array[${REVIEW_MAIL_DAYS.join(', ')}]) each
                          where each >= last_day - business_today($1) and last_day - each > first_day) notice
     where notice.days_before is not null),
  waiting as (
    select review_id, user_id, system_id from access_review_states
     where review_id in (select id from due) and state = 'pending'),
  ${recipientsOf('waiting')}
  select 'access-review:' || due.id || ':' || recipient.id || ':' || coalesce(due.days_before || case when due.is_due_changed then ':' || due.last_day else '' end, 'start') as dedupe_key,
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
