import { sentences } from '../../http/sentences.ts'
import { type StandardRefusal, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type AuditEntry, auditActor, recordAudit } from '../audit/public.ts'
import {
  isNameConflict,
  findOwnDocument,
  moveToTrash,
  findTrashedDocument,
  untrashDocument,
  findAnyDocument,
  deleteDocuments,
  restoreDocumentVersion,
} from './document-store.ts'
import { type FileDeps, removeDropped } from './receive-file.ts'
import type { Tx } from '../../db/database.ts'
import { removeAllShares, removeShareOfOwner, removeShareOfRecipient } from './share-store.ts'
import { retireFiles } from './stored-file-store.ts'
import { ownScope } from '../../http/authority.ts'

const notFound = () => refuse('404', sentences.not_found)

/** Runs a function on the caller's own library. */
function disposing(
  { db }: Pick<FileDeps, 'db'>,
  { caller }: CallContext,
  work: (tx: Tx, ownerId: number) => Promise<StandardRefusal | null>,
): Promise<StandardRefusal | null> {
  return db.transact(ownScope(caller), (tx) => work(tx, caller.user.id))
}

function record(tx: Tx, { caller, request }: CallContext, event: AuditEntry['event'], id: number): void {
  recordAudit(tx, request, { event, ...auditActor(caller), target: { kind: 'document', id } })
}

/** Moves a document to the trash; its shares end (decision J2). */
export function trashDocument(deps: Pick<FileDeps, 'db'>, context: CallContext, id: number) {
  return disposing(deps, context, async (tx, ownerId) => {
    const own = await findOwnDocument(tx, ownerId, id)
    if (!own) return notFound()
    await moveToTrash(tx, own.id)
    await removeAllShares(tx, own.id)
    record(tx, context, 'document_trashed', own.id)
    return null
  })
}

/** Restores a document from the trash; refused while another one has its name. */
export function restoreDocument(deps: Pick<FileDeps, 'db'>, context: CallContext, id: number) {
  return disposing(deps, context, async (tx, ownerId) => {
    const own = await findTrashedDocument(tx, ownerId, id)
    if (!own) return notFound()
    if (!(await untrashDocument(tx, own.id))) return nameTaken()
    record(tx, context, 'document_restored', own.id)
    return null
  }).catch((error: unknown) => {
    // A concurrent upload has taken the name.
    if (isNameConflict(error)) return nameTaken()
    throw error
  })
}

function nameTaken(): StandardRefusal {
  const message = sentences.document_restore_name_taken
  return refuseField('trashedDocId', message)
}

/** Deletes a document permanently, from the library or the trash; the space is free at once. */
export async function deleteFromSpace(
  deps: FileDeps,
  context: CallContext,
  id: number,
): Promise<StandardRefusal | null> {
  let files: string[] = []
  const refused = await disposing(deps, context, async (tx, ownerId) => {
    const own = await findAnyDocument(tx, ownerId, id)
    if (!own) return notFound()
    files = await deleteDocuments(tx, [own.id])
    await retireFiles(tx, files)
    record(tx, context, 'upload_delete', own.id)
    return null
  })
  if (refused) return refused
  await removeDropped(deps, files).catch(() => deps.log.warn('deleted files are left to the sweep'))
  return null
}

/** Makes an earlier version of the caller's own document the current one. */
export function restoreVersion(
  deps: Pick<FileDeps, 'db'>,
  context: CallContext,
  { id, version }: { id: number; version: number },
) {
  return disposing(deps, context, async (tx, ownerId) => {
    const own = await findOwnDocument(tx, ownerId, id)
    if (!own || !(await restoreDocumentVersion(tx, own.id, version))) return notFound()
    record(tx, context, 'document_version_restored', own.id)
    return null
  })
}

/** Ends a share for the owner. */
export function unshareDocument(deps: Pick<FileDeps, 'db'>, context: CallContext, shareId: number) {
  return disposing(deps, context, async (tx, ownerId) => {
    const documentId = await removeShareOfOwner(tx, ownerId, shareId)
    if (documentId === undefined) return notFound()
    record(tx, context, 'document_unshared', documentId)
    return null
  })
}

/** Removes a shared document from the recipient's list. */
export function dropShare(deps: Pick<FileDeps, 'db'>, context: CallContext, shareId: number) {
  return disposing(deps, context, async (tx, recipientId) => {
    const documentId = await removeShareOfRecipient(tx, recipientId, shareId)
    if (documentId === undefined) return notFound()
    record(tx, context, 'document_unshared', documentId)
    return null
  })
}
