import { extensionOf } from '@portico/contract/documents/document-rules.ts'
import type { MaintainedFile } from '@portico/contract/files/files.ts'
import { Answer, declaredCode, Refusal, refuse, refuseChanged, type StandardRefusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import {
  abandoned,
  discardFile,
  type FileDeps,
  receiveFile,
  refuseFile,
  refuseName,
  type StoredDestination,
  type WholeFile,
  lockArrivingFile,
  keepFile,
} from '../documents/public.ts'
import {
  type LockedFile,
  lockFileNamed,
  addPublishedFile,
  removePublishedFile,
  lockPublishedFile,
  restorePublishedFile,
} from './published-file-store.ts'
import type { Db, Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { ownScope } from '../../http/authority.ts'

export interface PublishDeps extends Omit<FileDeps, 'db'> {
  db: Db
  /** Most bytes of one file. */
  maxFileBytes: number
}

/** What takes an act back: the content that it added, and the one that it removed. */
interface FileChange {
  added?: number
  removed?: number
}

const UNDO = 'published file'

const MEGABYTE = 1_048_576

const destinationOf = ({ maxFileBytes }: Pick<PublishDeps, 'maxFileBytes'>): StoredDestination => ({
  ownerId: null,
  kind: 'file',
  maxBytes: maxFileBytes,
  noSpace: sentences.file_too_large({ limit: `${maxFileBytes / MEGABYTE} MB` }),
})

const notFound = () => refuse('404', sentences.not_found)

const refuseReplaced = ({ storedByName: name, storedAt }: LockedFile) =>
  refuseChanged(sentences.file_changed_meanwhile({ name }), { changedByNm: name, changedDt: storedAt })

/** A content of a file as the audit trail shows it; its id tells one from another. */
const stateOf = ({ id, name, sizeBytes }: Pick<LockedFile, 'id' | 'name' | 'sizeBytes'>) => ({
  name,
  bytes: sizeBytes,
  content: id,
})
type FileState = ReturnType<typeof stateOf>

const record = (tx: Tx, context: CallContext, before: FileState | null, after: FileState | null) =>
  auditChange(
    tx,
    context,
    { event: 'file_changed', kind: 'file', id: (after ?? before)?.name ?? '', clientId: null },
    before,
    after,
  )

const offerToUndo = (tx: Tx, { caller }: CallContext, snapshot: FileChange) =>
  offerUndo(tx, { kind: UNDO, userId: caller.user.id, snapshot })

/** Publishes a file. A file of that name is answered with '404' before the body is read. */
export async function publishFile(deps: PublishDeps, context: CallContext, file: UploadedFile) {
  const refusedName = refuseName(file.sentName)
  if (refusedName) return refusedName
  const scope = ownScope(context.caller)
  const existing = await deps.db.transact(scope, (tx) => lockFileNamed(tx, file.sentName))
  if (existing) return refuseExisting(existing)
  const received = await receiveFile(deps, context, file, destinationOf(deps))
  if (received instanceof Refusal) return received
  const published = await deps.db.transact(scope, async (tx) => {
    const added = await addContent(tx, context, file.sentName, received)
    if (added instanceof Refusal) return added
    record(tx, context, null, added)
    return new Answer(await offerToUndo(tx, context, { added: added.content }), { message: sentences.file_published })
  })
  if (!(published instanceof Refusal)) return published
  await discardFile(deps, context.caller, received.id)
  if (published.code !== '409') return published
  // A concurrent upload took the name.
  const taken = await deps.db.transact(scope, (tx) => lockFileNamed(tx, file.sentName))
  return taken ? refuseExisting(taken) : published
}

const refuseExisting = (file: LockedFile) => declaredCode('404' as const, sentences.file_exists, maintainedFile(file))

const maintainedFile = ({ id, name, extension, sizeBytes, storedAt, storedByName }: LockedFile): MaintainedFile => ({
  fileId: id,
  fileNm: name,
  fileTypeTxt: extension,
  fileSizeByteCnt: sizeBytes,
  changedDt: storedAt,
  changedByNm: storedByName,
  unscannedFlg: false,
})

async function addContent(
  tx: Tx,
  { caller }: CallContext,
  name: string,
  { id: storedFileId, bytes: sizeBytes, ...whole }: WholeFile,
): Promise<FileState | StandardRefusal> {
  if (!(await lockArrivingFile(tx, storedFileId))) return abandoned()
  const extension = extensionOf(name)
  const id = await addPublishedFile(tx, { name, extension, storedFileId, sizeBytes, storedBy: caller.user.id })
  if (id === undefined) return refuse('409', sentences.file_exists)
  await keepFile(tx, { id: storedFileId, bytes: sizeBytes, ...whole })
  return stateOf({ id, name, sizeBytes })
}

/** Gives a file a new content; name, type and address stay. */
export async function replaceFile(
  deps: PublishDeps,
  context: CallContext,
  { fileId, file }: { fileId: number; file: UploadedFile },
) {
  const scope = ownScope(context.caller)
  const refusedName = refuseName(file.sentName)
  if (refusedName) return refusedName
  const checked = await deps.db.transact(scope, (tx) => lockCurrent(tx, fileId))
  if (checked instanceof Refusal) return checked
  if (extensionOf(file.sentName) !== checked.extension) return refuseFile(sentences.file_type_differs)
  const received = await receiveFile(deps, context, file, destinationOf(deps))
  if (received instanceof Refusal) return received
  const replaced = await deps.db.transact(scope, async (tx) => {
    const before = await lockCurrent(tx, fileId)
    if (before instanceof Refusal) return before
    await removePublishedFile(tx, before.id)
    const added = await addContent(tx, context, before.name, received)
    if (added instanceof Refusal) return added
    record(tx, context, stateOf(before), added)
    const snapshot = { added: added.content, removed: before.id }
    return new Answer(await offerToUndo(tx, context, snapshot), { message: sentences.file_replaced })
  })
  if (replaced instanceof Refusal) await discardFile(deps, context.caller, received.id)
  return replaced
}

/** The content with this id, if it is what its name holds now. */
async function lockCurrent(tx: Tx, id: number): Promise<LockedFile | StandardRefusal> {
  const held = await lockPublishedFile(tx, id)
  const current = held && (await lockFileNamed(tx, held.name))
  if (!current) return notFound()
  return current.id === id ? current : refuseReplaced(current)
}

/** Deletes a file; its address answers that there is none. */
export function deleteFile({ db }: Pick<PublishDeps, 'db'>, context: CallContext, fileId: number) {
  return db.transact(ownScope(context.caller), async (tx) => {
    const current = await lockCurrent(tx, fileId)
    if (current instanceof Refusal) return current
    await removePublishedFile(tx, fileId)
    record(tx, context, stateOf(current), null)
    return new Answer(await offerToUndo(tx, context, { removed: fileId }), { message: sentences.file_deleted })
  })
}

/** Takes back one's own upload, replacement or deletion; refused where the file has changed since. */
export function undoFileChange({ db }: Pick<PublishDeps, 'db'>, context: CallContext, undoId: number) {
  return db.transact(ownScope(context.caller), async (tx) => {
    const change = await takeUndo<FileChange>(tx, UNDO, context.caller.user.id, undoId)
    if (!change) return refuse('404', sentences.undo_expired)
    const stateAt = async (id: number | undefined) => {
      const held = id === undefined ? undefined : await lockPublishedFile(tx, id)
      return held ? stateOf(held) : null
    }
    const before = await stateAt(change.added)
    const after = await stateAt(change.removed)
    const isRemoved = change.added === undefined || (await removePublishedFile(tx, change.added))
    const isRestored = change.removed === undefined || (await restorePublishedFile(tx, change.removed))
    if (!isRemoved || !isRestored) return refuse('409', sentences.file_undo_taken)
    record(tx, context, before, after)
    return new Answer(null, { message: sentences.file_restored })
  })
}
