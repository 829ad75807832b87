import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { X509Certificate } from 'node:crypto'
import { everything } from '../../../db/scope.ts'
import type { JobDefinition } from '../../../jobs/job.ts'
import { purgeJob } from '../../../jobs/purge.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { addSelectedMails, mailsOf } from '../../mail/public.ts'
import { queries } from '../../../db/queries.ts'
import { run } from '../../../db/run.ts'

/**
 * Each notice is sent once for each certificate and portal administrator, who alone can replace it. After an outage of
 * days only the next notice is sent. A provider without employers is skipped.
 */
const notices = mailsOf(
  [],
  'federation: certificate notices',
  `
  select 'certificate-expires:' || ending.id || ':' || extract(epoch from ending.ends_at)::bigint || ':' || notice || ':' || admin.id as dedupe_key,
         admin.email as to_address, admin.client_id, 'certificate-expires' as template,
         jsonb_build_object('firstName', admin.first_name, 'provider', ending.name, 'employers', ending.employers,
           'days', days, 'expiresAt', to_char(ending.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as fields,
         ending.ends_at as good_until
    from (
      select provider.id, provider.name, provider.certificate_expires_at as ends_at,
             ceil(extract(epoch from provider.certificate_expires_at - clock_now()) / 86400)::integer as days,
             string_agg(client.name, ', ' order by client.name) as employers
        from saml_providers provider
        join saml_provider_clients spoken on spoken.provider_id = provider.id
        join clients client on client.id = spoken.client_id and not client.is_deleted
       group by provider.id) ending
    cross join lateral (select min(days_before) as notice from unnest(array[60, 30, 7]) days_before
                         where days_before >= ending.days) due
    join users admin on admin.status = 1 and admin.is_internal
    join current_system_grants portal on portal.user_id = admin.id and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin
   where ending.days > 0 and due.notice is not null`,
)

/**
 * Notifies portal administrators 60, 30 and 7 days before the certificate of an identity provider expires (decision
 * I2).
 */
export function certificateNoticesJob({ db }: { db: Db }): JobDefinition<'saml-certificate-notices'> {
  return {
    name: 'saml-certificate-notices',
    run: async (_, { logger }) => {
      const written = await db.transact(everything, async (tx) => {
        await readEnds(tx)
        return addSelectedMails(tx, notices())
      })
      if (written > 0) logger.info({ mails: written }, 'administrators are notified of a certificate that ends')
    },
  }
}

/** Fills in the expiry of certificates stored without one. */
async function readEnds(tx: Tx): Promise<void> {
  const unread = await run(
    tx,
    queries.selectFrom('saml_providers').select(['id', 'certificate']).where('certificate_expires_at', 'is', null),
  )
  for (const { id, certificate } of unread)
    await run(
      tx,
      queries
        .updateTable('saml_providers')
        .set({ certificate_expires_at: new X509Certificate(certificate).validToDate, changed_by: null })
        .where('id', '=', id),
    )
}

/** Deletes former certificates that have expired. */
export const certificatePurgeJob = purgeJob('saml-certificate-purge', [
  `update saml_providers set previous_certificate = null, previous_certificate_expires_at = null,
        changed_by = null
      where id in (select id from saml_providers where previous_certificate_expires_at < clock_now() limit $1)
     returning 1`,
])
