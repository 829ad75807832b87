import { SHARED_AT_ONCE } from '@portico/contract/documents/documents.ts'
import { databaseTime } from '../../db/clock.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { type StandardRefusal, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findRecipients, type ShareRecipient } from './share-list.ts'
import type { Db, Tx } from '../../db/database.ts'
import { findOwnDocument } from './document-store.ts'
import { addShares } from './share-store.ts'
import { addMails } from '../mail/public.ts'
import { runFirst } from '../../db/run.ts'
import { bool, day, int, nullable, statement, text } from '../../db/statement.ts'

export interface SharingDeps {
  db: Db
  timeZone: string
}

export interface Sharing {
  documentId: number
  sharedUserIdList: readonly number[]
  expireDt?: string | null | undefined
}

const refuseUsers = (message: Message) => refuseField('sharedUserIdList', message)

const shareDocumentStatement = statement([nullable(day), text], {
  name: 'documents: share document',
  text: 'select $1::date < business_today($2) as "isOver"',
  row: { isOver: bool },
})

/** Shares the caller's document with users that the caller may reach; all of them or none (decision J3, J7). */
export async function shareDocument(
  { db, timeZone }: SharingDeps,
  { caller, request }: CallContext,
  { documentId, sharedUserIdList, expireDt = null }: Sharing,
): Promise<StandardRefusal | null> {
  const ids = [...new Set(sharedUserIdList)]
  if (ids.length === 0) return refuseUsers(sentences.document_no_users)
  if (ids.length > SHARED_AT_ONCE) return refuseUsers(sentences.document_share_too_many)
  if (ids.includes(caller.user.id)) return refuseUsers(sentences.document_share_own)
  return db.transact(everything, async (tx) => {
    const own = await findOwnDocument(tx, caller.user.id, documentId)
    if (!own) return refuse('404', sentences.not_found)
    const day = await runFirst(tx, shareDocumentStatement(expireDt, timeZone))
    if (day?.isOver) return refuseField('expireDt', sentences.document_expiry_past)
    const recipients = await findRecipients(tx, caller, ids)
    if (recipients.length < ids.length) return refuseUsers(sentences.document_not_shareable)
    const newTo = await addShares(tx, { documentId: own.id, recipientIds: ids, expiresOn: expireDt, timeZone })
    await notifyRecipients(
      tx,
      caller,
      own,
      recipients.filter(({ id }) => newTo.includes(id)),
    )
    recordAudit(tx, request, {
      event: 'document_shared',
      ...auditActor(caller),
      target: { kind: 'document', id: own.id },
      after: { recipients: ids, expiresOn: expireDt },
    })
    return null
  })
}

const selectUsers = statement([int], {
  name: 'share document: select users',
  text: `select first_name || ' ' || last_name as name from users where id = $1`,
  row: { name: text },
})

async function notifyRecipients(
  tx: Tx,
  { user }: Caller,
  document: { id: number; name: string },
  recipients: readonly ShareRecipient[],
): Promise<void> {
  if (recipients.length === 0) return
  const sender = await runFirst(tx, selectUsers(user.id))
  const now = await databaseTime(tx)
  await addMails(
    tx,
    recipients.map((recipient) => ({
      template: 'document-shared',
      fields: { firstName: recipient.firstName, sender: sender?.name ?? '', document: document.name },
      to: recipient.email,
      clientId: recipient.clientId,
      dedupeKey: `document-shared:${document.id}:${recipient.id}:${now.toISOString()}`,
    })),
  )
}
