import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Db } from '../../db/database.ts'
import { int } from '../../db/statement.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'

export interface PasswordExpiryDeps {
  db: Db
  /** 0: passwords do not expire. */
  passwordMaxAgeDays: number
}

/**
 * Each notice is sent once for each password; after an outage only the next notice is sent. A password with a lifetime
 * shorter than a notice's lead time gets no such notice.
 */
const notices = mailsOf(
  [int],
  'password: expiry notices',
  `
  select 'password-expires:' || id || ':' || extract(epoch from password_changed_at)::bigint || ':' || notice as dedupe_key,
         email as to_address, client_id, 'password-expires' as template,
         jsonb_build_object('firstName', first_name, 'days', days,
           'expiresAt', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as fields,
         expires_at as good_until
    from (
      select account.*, $1::integer - floor(extract(epoch from clock_now() - password_changed_at) / 86400)::integer as days,
             password_changed_at + make_interval(hours => 24 * $1::integer) as expires_at
        from users account
        join clients client on client.id = account.client_id and not client.is_deleted
       where account.status = 1 and account.sign_in_kind = 'password' and account.password_ages) ageing
    cross join lateral (select min(days_before) as notice from unnest(array[14, 7, 1]) days_before
                         where days_before >= days and days_before < $1::integer) due
   where days > 0 and notice is not null`,
)

/** Notifies users 14, 7 and 1 days before their password expires (decisions B13, I2). */
export function passwordExpiryJob({ db, passwordMaxAgeDays }: PasswordExpiryDeps): JobDefinition<'password-expiry'> {
  return {
    name: 'password-expiry',
    run: async (_, { logger }) => {
      if (passwordMaxAgeDays === 0) return
      const written = await db.transact(everything, (tx) => addSelectedMails(tx, notices(passwordMaxAgeDays)))
      if (written > 0) logger.info({ mails: written }, 'users are notified of a password that expires')
    },
  }
}
