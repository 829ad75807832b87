import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { int, text } from '../../db/statement.ts'
import { recordAudit } from '../audit/public.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'
import { type SendingWebhook, switchWebhookOff } from './webhook-store.ts'

const notices = mailsOf(
  [int, text],
  'webhooks: notices of a webhook that is switched off',
  `
  select 'webhook-switched-off:' || webhook.id || ':' || webhook.version || ':' || reader.id as dedupe_key,
         reader.email as to_address, reader.client_id, 'webhook-switched-off' as template,
         jsonb_build_object('firstName', reader.first_name, 'webhook', webhook.name, 'address', $2::text,
           'since', to_char(coalesce(webhook.failing_since, clock_now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
           as fields,
         null::timestamptz as good_until
    from webhooks webhook
    join users reader on reader.status = 1 and (reader.id = webhook.owner_id or reader.is_internal and exists (
      select from current_system_grants portal
       where portal.user_id = reader.id and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin))
   where webhook.id = $1`,
)

/**
 * Switches a webhook off that has failed for days, and mails its owner and the portal administrators. What waits stays.
 * One that was changed since this version was read stays on.
 */
export async function switchOffWebhook(db: Db, { id, version }: Pick<SendingWebhook, 'id' | 'version'>): Promise<void> {
  await db.transact(everything, async (tx) => {
    const off = await switchWebhookOff(tx, id, version)
    if (!off) return
    recordAudit(tx, null, {
      event: 'webhook_changed',
      actorId: null,
      subjectId: off.ownerId,
      sessionId: null,
      clientId: off.clientId,
      target: { kind: 'webhook', id },
      before: { state: 'on' },
      after: { state: 'failed' },
    })
    await addSelectedMails(tx, notices(id, new URL(off.address).origin))
  })
}
