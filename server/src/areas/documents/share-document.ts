import { SHARED_AT_ONCE } from '@portico/contract/documents.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { type StandardRefusal, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { findRecipients, type Recipient } from './share-list.ts'
import type { DocumentStore } from './receive-file.ts'

export interface SharingDeps {
  transact: Transact<DocumentStore>
  timeZone: string
}

export interface Sharing {
  documentId: number
  sharedUserIdList: readonly number[]
  expireDt?: string | null | undefined
}

const refuseUsers = (message: Message) => refuseField('sharedUserIdList', message)

/** Shares the caller's document with users that the caller may reach; all of them or none (decision J3, J7). */
export async function shareDocument(
  { transact, timeZone }: SharingDeps,
  { caller, request }: CallContext,
  { documentId, sharedUserIdList, expireDt = null }: Sharing,
): Promise<StandardRefusal | null> {
  const ids = [...new Set(sharedUserIdList)]
  if (ids.length === 0) return refuseUsers(sentences.document_no_users)
  if (ids.length > SHARED_AT_ONCE) return refuseUsers(sentences.document_share_too_many)
  if (ids.includes(caller.user.id)) return refuseUsers(sentences.document_share_own)
  return transact(everything, async (stores) => {
    const { tx, documents, shares, audit } = stores
    const own = await documents.findOwn(caller.user.id, documentId)
    if (!own) return refuse('404', sentences.not_found)
    const [day] = await query<{ is_over: boolean }>(tx, 'select $1::date < business_today($2) as is_over', [
      expireDt,
      timeZone,
    ])
    if (day?.is_over) return refuseField('expireDt', sentences.document_expiry_past)
    const recipients = await findRecipients(tx, caller, ids)
    if (recipients.length < ids.length) return refuseUsers(sentences.document_not_shareable)
    const newTo = await shares.add({ documentId: own.id, recipientIds: ids, expiresOn: expireDt })
    await notifyRecipients(
      stores,
      caller,
      own,
      recipients.filter(({ id }) => newTo.includes(id)),
    )
    audit.record(request, {
      event: 'document_shared',
      ...auditActor(caller),
      target: { kind: 'document', id: own.id },
      after: { recipients: ids, expiresOn: expireDt },
    })
    return null
  })
}

async function notifyRecipients(
  { tx, outbox }: Pick<Stores, 'outbox' | 'tx'>,
  { user }: Caller,
  document: { id: number; name: string },
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return
  const [sender] = await query<{ name: string }>(
    tx,
    `select first_name || ' ' || last_name as name from users where id = $1`,
    [user.id],
  )
  const { now } = (await query<{ now: Date }>(tx, 'select clock_now() as now', []))[0] ?? { now: new Date() }
  await outbox.addAll(
    recipients.map((recipient) => ({
      template: 'document-shared',
      fields: { firstName: recipient.first_name, sender: sender?.name ?? '', document: document.name },
      to: recipient.email,
      clientId: recipient.client_id,
      dedupeKey: `document-shared:${document.id}:${recipient.id}:${now.toISOString()}`,
    })),
  )
}
