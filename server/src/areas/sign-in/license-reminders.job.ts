import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Db } from '../../db/database.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'

/**
 * A reminder is due from 7 to 14 days after a sign-in that ended at the license, so that an outage of days delays it and
 * an old one stays as it is; a later sign-in starts over.
 */
const reminders = mailsOf(
  [],
  'sign-in: license reminders',
  `
  select 'license-reminder:' || account.id || ':' || extract(epoch from seen.last_signed_in_at)::bigint as dedupe_key,
         account.email as to_address, account.client_id, 'license-reminder' as template,
         jsonb_build_object('firstName', account.first_name) as fields, null::timestamptz as good_until
    from users account
    join clients client on client.id = account.client_id and not client.is_deleted
    join user_sign_ins seen on seen.user_id = account.id
   where account.status = 1 and not account.is_internal
     and seen.last_signed_in_at <= (select clock_now()) - interval '7 days'
     and seen.last_signed_in_at > (select clock_now()) - interval '14 days'
     and (account.license_accepted_at is null
          or account.license_accepted_at < license_asked_since(account.client_id)
         and license_asked_since(account.client_id) <= seen.last_signed_in_at)`,
)

/** Reminds external users who signed in and did not accept the license, or not again, a week later (decisions B9, I2). */
export function licenseRemindersJob({ db }: { db: Db }): JobDefinition<'license-reminders'> {
  return {
    name: 'license-reminders',
    run: async (_, { logger }) => {
      const written = await db.transact(everything, (tx) => addSelectedMails(tx, reminders()))
      logger.info({ job: 'license-reminders', mails: written }, 'users are reminded of the license')
      return jobOutcome('job_outcome_users_reminded', { count: written })
    },
  }
}
