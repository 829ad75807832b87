import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { type StandardRefusal, refuse, refuseFields } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { type AuditEntry, whoOf } from '../audit/public.ts'
import { mayDispose } from './document-rules.ts'
import { takesName } from './document-store.ts'
import type { FileParts } from './receive-file.ts'
import { removeDropped } from './remove-dropped.ts'

/** Who acts, in which request. */
export interface Acting {
  caller: Caller
  request: RequestFacts
}

const notFound = () => refuse('404', defaultTexts.not_found)

/** Runs a work on the caller's own library, which nobody does in another's name (decision E8). */
function disposing(
  { transact }: Pick<FileParts, 'transact'>,
  { caller }: Acting,
  work: (stores: Stores, ownerId: number) => Promise<StandardRefusal | null>,
): Promise<StandardRefusal | null> {
  if (!mayDispose(caller)) return Promise.resolve(refuse('403', defaultTexts.document_not_emulated))
  return transact(ownScope(caller), (stores) => work(stores, caller.user.id))
}

function record({ audit }: Stores, { caller, request }: Acting, event: AuditEntry['event'], id: number): void {
  audit.record(request, { event, ...whoOf(caller), target: { kind: 'document', id } })
}

/** To the trash; its shares end (decision J2). */
export function trashDocument(parts: Pick<FileParts, 'transact'>, acting: Acting, id: number) {
  return disposing(parts, acting, async (stores, ownerId) => {
    const own = await stores.documents.findOwn(ownerId, id)
    if (!own) return notFound()
    await stores.documents.trash(own.id)
    await stores.shares.removeAll(own.id)
    record(stores, acting, 'document_trashed', own.id)
    return null
  })
}

export function restoreDocument(parts: Pick<FileParts, 'transact'>, acting: Acting, id: number) {
  return disposing(parts, acting, async (stores, ownerId) => {
    const own = await stores.documents.findTrashed(ownerId, id)
    if (!own) return notFound()
    if (!(await stores.documents.restore(own.id))) return nameTaken()
    record(stores, acting, 'document_restored', own.id)
    return null
  }).catch((error: unknown) => {
    // An upload of the same name came between the look and the change.
    if (takesName(error)) return nameTaken()
    throw error
  })
}

function nameTaken(): StandardRefusal {
  const message = defaultTexts.document_restore_name_taken
  return refuseFields('422', message, [{ field: 'trashedDocId', message }])
}

/** For good, from the library or from the trash; the space is free at once. */
export async function deleteFromSpace(parts: FileParts, acting: Acting, id: number): Promise<StandardRefusal | null> {
  let files: string[] = []
  const refused = await disposing(parts, acting, async (stores, ownerId) => {
    const own = await stores.documents.findAny(ownerId, id)
    if (!own) return notFound()
    files = await stores.documents.remove([own.id])
    await stores.storedFiles.drop(files)
    record(stores, acting, 'upload_delete', own.id)
    return null
  })
  if (refused) return refused
  await removeDropped(parts, files).catch(() => parts.log.warn('deleted files are left to the sweep'))
  return null
}

export function restoreVersion(
  parts: Pick<FileParts, 'transact'>,
  acting: Acting,
  { id, version }: { id: number; version: number },
) {
  return disposing(parts, acting, async (stores, ownerId) => {
    const own = await stores.documents.findOwn(ownerId, id)
    if (!own || !(await stores.documents.bringBack(own.id, version))) return notFound()
    record(stores, acting, 'document_version_restored', own.id)
    return null
  })
}

/** The owner ends a share. */
export function unshareDocument(parts: Pick<FileParts, 'transact'>, acting: Acting, shareId: number) {
  return disposing(parts, acting, async (stores, ownerId) => {
    const documentId = await stores.shares.removeOfOwner(ownerId, shareId)
    if (documentId === undefined) return notFound()
    record(stores, acting, 'document_unshared', documentId)
    return null
  })
}

/** The recipient takes a shared document off his list. */
export function dropShare(parts: Pick<FileParts, 'transact'>, acting: Acting, shareId: number) {
  return disposing(parts, acting, async (stores, recipientId) => {
    const documentId = await stores.shares.removeOfRecipient(recipientId, shareId)
    if (documentId === undefined) return notFound()
    record(stores, acting, 'document_unshared', documentId)
    return null
  })
}
