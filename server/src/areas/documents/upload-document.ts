import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { extensionOf, nameProblem, type NameProblem } from '@portico/contract/documents/document-rules.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { declaredCode, Refusal, type StandardRefusal, refuse } from '../../http/answers.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findDocument, findDocumentNamed } from './document-list.ts'
import { userDocument } from './document-view.ts'
import {
  abandoned,
  discardFile,
  type FileDeps,
  receiveFile,
  refuseFile,
  removeDropped,
  type StoredDestination,
} from './receive-file.ts'
import type { WholeFile } from './document-rules.ts'
import { lockArrivingFile, keepFile, retireFiles } from './stored-file-store.ts'
import { insertDocument, findOwnDocument, addDocumentVersion } from './document-store.ts'
import type { Tx } from '../../db/database.ts'
import { ownScope } from '../../http/authority.ts'

const textOf: Readonly<Record<NameProblem, MessageRef>> = {
  blank: sentences.document_blank,
  signs: sentences.document_name_refused,
  length: sentences.document_name_length,
  type: sentences.document_type_refused,
}
/** Null where the name is valid. */
export function refuseName(name: string): StandardRefusal | null {
  const problem = nameProblem(name)
  return problem && refuseFile(textOf[problem])
}

const ownLibrary = ({ user }: Caller): StoredDestination => ({
  ownerId: user.id,
  kind: 'document',
  maxBytes: DOCUMENT_QUOTA,
  noSpace: sentences.document_exceeds_space,
})

const notFound = () => refuse('404', sentences.not_found)

/** Stores a new document. An existing document of that name is answered with '404' before the file is read. */
export async function uploadDocument(deps: FileDeps, context: CallContext, { file }: { file: UploadedFile }) {
  const { caller } = context
  const refusedName = refuseName(file.sentName)
  if (refusedName) return refusedName
  const existing = await refuseExisting(deps, caller, file.sentName)
  if (existing) return existing
  const received = await receiveFile(deps, context, file, ownLibrary(caller))
  if (received instanceof Refusal) return received
  const refused = await addDocument(deps, context, file.sentName, received)
  if (!refused) return null
  await discardFile(deps, caller, received.id)
  // A concurrent upload took the name.
  return refused.code === '409' ? ((await refuseExisting(deps, caller, file.sentName)) ?? refused) : refused
}

function addDocument(
  { db }: FileDeps,
  { caller, request }: CallContext,
  name: string,
  file: WholeFile,
): Promise<StandardRefusal | null> {
  return db.transact(ownScope(caller), async (tx) => {
    if (!(await lockArrivingFile(tx, file.id))) return abandoned()
    const id = await insertDocument(tx, { ownerId: caller.user.id, name, extension: extensionOf(name), file })
    if (id === undefined) return refuse('409', sentences.document_exists)
    await keepFile(tx, file)
    record(tx, { caller, request }, id, { name, ...factsOf(file) })
    return null
  })
}

async function refuseExisting({ db }: FileDeps, caller: Caller, name: string) {
  const row = await db.read(ownScope(caller), (tx) => findDocumentNamed(tx, caller.user.id, name))
  return row && declaredCode('404' as const, sentences.document_exists, userDocument(row))
}

/** Stores a new version; the previous ones are kept up to their number (decision J5). */
export async function overwriteDocument(
  deps: FileDeps,
  context: CallContext,
  { documentId, file }: { documentId: number; file: UploadedFile },
): Promise<StandardRefusal | null> {
  const { caller } = context
  const document = await deps.db.read(ownScope(caller), (tx) => findDocument(tx, caller.user.id, documentId))
  if (!document) return notFound()
  const refusedName = refuseName(file.sentName)
  if (refusedName) return refusedName
  if (extensionOf(file.sentName) !== document.extension) return refuseFile(sentences.document_type_refused)
  const received = await receiveFile(deps, context, file, ownLibrary(caller))
  if (received instanceof Refusal) return received
  const replaced = await addVersion(deps, context, documentId, received)
  if (replaced instanceof Refusal) {
    await discardFile(deps, caller, received.id)
    return replaced
  }
  await removeDropped(deps, replaced).catch(() => deps.log.warn('old versions are left to the sweep'))
  return null
}

/** Returns the files of versions that are no longer kept. */
function addVersion(
  { db }: FileDeps,
  { caller, request }: CallContext,
  documentId: number,
  file: WholeFile,
): Promise<string[] | StandardRefusal> {
  return db.transact(ownScope(caller), async (tx) => {
    const own = await findOwnDocument(tx, caller.user.id, documentId)
    if (!own) return notFound()
    if (!(await keepFile(tx, file))) return abandoned()
    const tooOld = await addDocumentVersion(tx, own.id, file)
    await retireFiles(tx, tooOld)
    record(tx, { caller, request }, own.id, { version: own.version + 1, ...factsOf(file) })
    return tooOld
  })
}

const factsOf = ({ bytes, awaitsScan }: WholeFile) => ({ bytes, ...(awaitsScan && { awaitsScan }) })

function record(tx: Tx, { caller, request }: CallContext, id: number, after: object): void {
  recordAudit(tx, request, { event: 'upload_stored', ...auditActor(caller), target: { kind: 'document', id }, after })
}
