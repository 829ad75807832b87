import type { Tx } from '../../db/database.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import type { ServiceAccountEditor } from './service-account-checks.ts'
import type { HeldServiceAccount } from './service-account-store.ts'

/** The account that an event is about. */
export type RecordedAccount = Pick<HeldServiceAccount, 'id' | 'clientId' | 'ownerId'>

interface Change {
  event: 'service_account_changed' | 'service_token_changed'
  account: RecordedAccount
  before?: object
  after: object
}

/** The owner is the subject, which readers see who may see them; the states do not name them. */
export function recordServiceChange(tx: Tx, by: ServiceAccountEditor, { event, account, before, after }: Change): void {
  const target = { kind: 'service-account', id: account.id }
  const about = { event, clientId: account.clientId, target, before }
  const subjectId = account.ownerId
  if ('caller' in by) recordAudit(tx, by.request, { ...about, ...auditActor(by.caller), subjectId, after })
  else
    recordAudit(tx, null, {
      ...about,
      actorId: null,
      subjectId,
      sessionId: null,
      after: { ...after, by: by.command },
    })
}
