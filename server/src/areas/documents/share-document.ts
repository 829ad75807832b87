import { SHARED_AT_ONCE } from '@portico/contract/documents.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { ask } from '../../db/ask.ts'
import { everything } from '../../db/scope.ts'
import { type StandardRefusal, refuse, refuseFields } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { mayDispose } from './document-rules.ts'
import { findRecipients, type Recipient } from './share-list.ts'

export interface SharingParts {
  transact: Transact
  timeZone: string
}

export interface Sharing {
  documentId: number
  sharedUserIdList: readonly number[]
  expireDt?: string | null | undefined
}

const refuseField = (field: string, message: string) => refuseFields('422', message, [{ field, message }])
const refuseUsers = (message: string) => refuseField('sharedUserIdList', message)

/** Shares an own document with people whom the caller may reach; all of them or none (decision J3, J7). */
export async function shareDocument(
  { transact, timeZone }: SharingParts,
  { caller, request }: { caller: Caller; request: RequestFacts },
  { documentId, sharedUserIdList, expireDt = null }: Sharing,
): Promise<StandardRefusal | null> {
  if (!mayDispose(caller)) return refuse('403', defaultTexts.document_not_emulated)
  const ids = [...new Set(sharedUserIdList)]
  if (ids.length === 0) return refuseUsers(defaultTexts.document_no_users)
  if (ids.length > SHARED_AT_ONCE) return refuseUsers(defaultTexts.document_share_too_many)
  if (ids.includes(caller.user.id)) return refuseUsers(defaultTexts.document_share_own)
  return transact(everything, async (stores) => {
    const { tx, documents, shares, audit } = stores
    const own = await documents.findOwn(caller.user.id, documentId)
    if (!own) return refuse('404', defaultTexts.not_found)
    const [day] = await ask<{ is_over: boolean }>(tx, 'is-over', 'select $1::date < business_today($2) as is_over', [
      expireDt,
      timeZone,
    ])
    if (day?.is_over) return refuseField('expireDt', defaultTexts.document_expiry_past)
    const recipients = await findRecipients(tx, caller, ids)
    if (recipients.length < ids.length) return refuseUsers(defaultTexts.document_not_shareable)
    const newTo = await shares.add({ documentId: own.id, recipientIds: ids, expiresOn: expireDt })
    await tell(
      stores,
      caller,
      own,
      recipients.filter(({ id }) => newTo.includes(id)),
    )
    audit.record(request, {
      event: 'document_shared',
      ...whoOf(caller),
      target: { kind: 'document', id: own.id },
      after: { recipients: ids, expiresOn: expireDt },
    })
    return null
  })
}

async function tell(
  { tx, outbox }: Stores,
  { user }: Caller,
  document: { id: number; name: string },
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return
  const [sender] = await ask<{ name: string }>(
    tx,
    'name-of-sender',
    `select first_name || ' ' || last_name as name from users where id = $1`,
    [user.id],
  )
  const { now } = (await ask<{ now: Date }>(tx, 'now', 'select clock_now() as now', []))[0] ?? { now: new Date() }
  for (const recipient of recipients)
    await outbox.add({
      template: 'document-shared',
      fields: { firstName: recipient.first_name, sender: sender?.name ?? '', document: document.name },
      to: recipient.email,
      clientId: recipient.client_id,
      dedupeKey: `document-shared:${document.id}:${recipient.id}:${now.toISOString()}`,
    })
}
