import { sentences } from '../../http/sentences.ts'
import { type StandardRefusal, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { type AuditEntry, auditActor } from '../audit/public.ts'
import { isNameConflict } from './document-store.ts'
import { type DocumentStore, type FileDeps, removeDropped } from './receive-file.ts'

const notFound = () => refuse('404', sentences.not_found)

/** Runs a function on the caller's own library. */
function disposing(
  { transact }: Pick<FileDeps, 'transact'>,
  { caller }: CallContext,
  work: (stores: Pick<Stores, DocumentStore>, ownerId: number) => Promise<StandardRefusal | null>,
): Promise<StandardRefusal | null> {
  return transact(ownScope(caller), (stores) => work(stores, caller.user.id))
}

function record(
  { audit }: Pick<Stores, 'audit'>,
  { caller, request }: CallContext,
  event: AuditEntry['event'],
  id: number,
): void {
  audit.record(request, { event, ...auditActor(caller), target: { kind: 'document', id } })
}

/** Moves a document to the trash; its shares end (decision J2). */
export function trashDocument(deps: Pick<FileDeps, 'transact'>, context: CallContext, id: number) {
  return disposing(deps, context, async (stores, ownerId) => {
    const own = await stores.documents.findOwn(ownerId, id)
    if (!own) return notFound()
    await stores.documents.trash(own.id)
    await stores.shares.removeAll(own.id)
    record(stores, context, 'document_trashed', own.id)
    return null
  })
}

/** Restores a document from the trash; refused while another one has its name. */
export function restoreDocument(deps: Pick<FileDeps, 'transact'>, context: CallContext, id: number) {
  return disposing(deps, context, async (stores, ownerId) => {
    const own = await stores.documents.findTrashed(ownerId, id)
    if (!own) return notFound()
    if (!(await stores.documents.restore(own.id))) return nameTaken()
    record(stores, context, 'document_restored', own.id)
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
  const refused = await disposing(deps, context, async (stores, ownerId) => {
    const own = await stores.documents.findAny(ownerId, id)
    if (!own) return notFound()
    files = await stores.documents.remove([own.id])
    await stores.storedFiles.drop(files)
    record(stores, context, 'upload_delete', own.id)
    return null
  })
  if (refused) return refused
  await removeDropped(deps, files).catch(() => deps.log.warn('deleted files are left to the sweep'))
  return null
}

/** Makes an earlier version of the caller's own document the current one. */
export function restoreVersion(
  deps: Pick<FileDeps, 'transact'>,
  context: CallContext,
  { id, version }: { id: number; version: number },
) {
  return disposing(deps, context, async (stores, ownerId) => {
    const own = await stores.documents.findOwn(ownerId, id)
    if (!own || !(await stores.documents.restoreVersion(own.id, version))) return notFound()
    record(stores, context, 'document_version_restored', own.id)
    return null
  })
}

/** Ends a share for the owner. */
export function unshareDocument(deps: Pick<FileDeps, 'transact'>, context: CallContext, shareId: number) {
  return disposing(deps, context, async (stores, ownerId) => {
    const documentId = await stores.shares.removeOfOwner(ownerId, shareId)
    if (documentId === undefined) return notFound()
    record(stores, context, 'document_unshared', documentId)
    return null
  })
}

/** Removes a shared document from the recipient's list. */
export function dropShare(deps: Pick<FileDeps, 'transact'>, context: CallContext, shareId: number) {
  return disposing(deps, context, async (stores, recipientId) => {
    const documentId = await stores.shares.removeOfRecipient(recipientId, shareId)
    if (documentId === undefined) return notFound()
    record(stores, context, 'document_unshared', documentId)
    return null
  })
}
