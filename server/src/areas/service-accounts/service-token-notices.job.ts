import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'

/**
 * Each notice is sent once for each end and reader: the owner, and portal administrators. An account is due by its token
 * that lasts longest, so that nobody is warned of one that was exchanged. After an outage only the next notice is sent.
 */
const notices = mailsOf(
  [],
  'service accounts: token notices',
  `
  select 'service-token-expires:' || ending.id || ':' || extract(epoch from ending.ends_at)::bigint || ':' || notice || ':' || reader.id as dedupe_key,
         reader.email as to_address, reader.client_id, 'service-token-expires' as template,
         jsonb_build_object('firstName', reader.first_name, 'account', ending.name, 'token', ending.prefix,
           'number', ending.id, 'days', days, 'isAccountEnd', ending.is_account_end,
           'expiresAt', to_char(ending.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as fields,
         ending.ends_at as good_until
    from (
      select distinct on (account.id) account.id, account.name, account.owner_id, token.prefix, token.expires_at as ends_at,
             token.expires_at >= account.ends_at as is_account_end,
             ceil(extract(epoch from token.expires_at - clock_now()) / 86400)::integer as days
        from service_accounts account
        join service_tokens token on token.service_account_id = account.id and token.revoked_at is null
         and token.expires_at > clock_now()
       where account.revoked_at is null
       order by account.id, token.expires_at desc, token.id desc) ending
    cross join lateral (select min(days_before) as notice from unnest(array[30, 7, 1]) days_before
                         where days_before >= ending.days) due
    join users owner on owner.id = ending.owner_id and owner.status = 1
    join users reader on reader.status = 1 and (reader.id = owner.id or reader.is_internal and exists (
      select from current_system_grants portal
       where portal.user_id = reader.id and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin))
   where due.notice is not null`,
)

/** Notifies owners and portal administrators 30, 7 and 1 days before the last token of a service account expires. */
export function serviceTokenNoticesJob({ db }: { db: Db }): JobDefinition<'service-token-notices'> {
  return {
    name: 'service-token-notices',
    run: async (_, { logger }) => {
      const mails = await db.transact(everything, (tx) => addSelectedMails(tx, notices()))
      if (mails > 0) logger.info({ mails }, 'owners and administrators are notified of tokens that expire')
    },
  }
}
