import { extensionOf } from '@portico/contract/document-rules.ts'
import type { MaintainedFile } from '@portico/contract/files.ts'
import { Answer, outcome, Refusal, refuse, refuseChanged, type StandardRefusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { ownScope, type Stores, type Transact } from '../../stores.ts'
import {
  abandoned,
  discardFile,
  type DocumentStore,
  type FileDeps,
  receiveFile,
  refuseFile,
  refuseName,
  type StoredDestination,
  type WholeFile,
} from '../documents/public.ts'
import type { LockedFile } from './published-file-store.ts'

export type FileStore = 'audit' | 'publishedFiles' | 'undo'
type FileStores = Pick<Stores, FileStore>

export interface PublishDeps extends Omit<FileDeps, 'transact'> {
  transact: Transact<DocumentStore | FileStore>
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

const record = ({ audit }: FileStores, context: CallContext, before: FileState | null, after: FileState | null) =>
  audit.change(
    context,
    { event: 'file_changed', kind: 'file', id: (after ?? before)?.name ?? '', clientId: null },
    before,
    after,
  )

const offerUndo = ({ undo }: FileStores, { caller }: CallContext, snapshot: FileChange) =>
  undo.offer({ kind: UNDO, userId: caller.user.id, snapshot })

/** Publishes a file. A file of that name is answered with '404' before the body is read. */
export async function publishFile(deps: PublishDeps, context: CallContext, file: UploadedFile) {
  const refusedName = refuseName(file.sentName)
  if (refusedName) return refusedName
  const scope = ownScope(context.caller)
  const existing = await deps.transact(scope, ({ publishedFiles }) => publishedFiles.lockNamed(file.sentName))
  if (existing) return refuseExisting(existing)
  const received = await receiveFile(deps, context, file, destinationOf(deps))
  if (received instanceof Refusal) return received
  const published = await deps.transact(scope, async (stores) => {
    const added = await addContent(stores, context, file.sentName, received)
    if (added instanceof Refusal) return added
    record(stores, context, null, added)
    return new Answer(await offerUndo(stores, context, { added: added.content }), { message: sentences.file_published })
  })
  if (!(published instanceof Refusal)) return published
  await discardFile(deps, context.caller, received.id)
  if (published.code !== '409') return published
  // A concurrent upload took the name.
  const taken = await deps.transact(scope, ({ publishedFiles }) => publishedFiles.lockNamed(file.sentName))
  return taken ? refuseExisting(taken) : published
}

const refuseExisting = (file: LockedFile) => outcome('404' as const, sentences.file_exists, maintainedFile(file))

const maintainedFile = ({ id, name, extension, sizeBytes, storedAt, storedByName }: LockedFile): MaintainedFile => ({
  fileId: id,
  fileNm: name,
  fileTypeTxt: extension,
  fileSizeByteCnt: sizeBytes,
  changedDt: storedAt,
  changedByNm: storedByName,
  unscannedFlg: false,
})

type Adding = Pick<Stores, FileStore | 'storedFiles'>

async function addContent(
  { publishedFiles, storedFiles }: Adding,
  { caller }: CallContext,
  name: string,
  { id: storedFileId, bytes: sizeBytes, ...whole }: WholeFile,
): Promise<FileState | StandardRefusal> {
  if (!(await storedFiles.lockArriving(storedFileId))) return abandoned()
  const extension = extensionOf(name)
  const id = await publishedFiles.add({ name, extension, storedFileId, sizeBytes, storedBy: caller.user.id })
  if (id === undefined) return refuse('409', sentences.file_exists)
  await storedFiles.keep({ id: storedFileId, bytes: sizeBytes, ...whole })
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
  const checked = await deps.transact(scope, (stores) => lockCurrent(stores, fileId))
  if (checked instanceof Refusal) return checked
  if (extensionOf(file.sentName) !== checked.extension) return refuseFile(sentences.file_type_differs)
  const received = await receiveFile(deps, context, file, destinationOf(deps))
  if (received instanceof Refusal) return received
  const replaced = await deps.transact(scope, async (stores) => {
    const before = await lockCurrent(stores, fileId)
    if (before instanceof Refusal) return before
    await stores.publishedFiles.remove(before.id)
    const added = await addContent(stores, context, before.name, received)
    if (added instanceof Refusal) return added
    record(stores, context, stateOf(before), added)
    const snapshot = { added: added.content, removed: before.id }
    return new Answer(await offerUndo(stores, context, snapshot), { message: sentences.file_replaced })
  })
  if (replaced instanceof Refusal) await discardFile(deps, context.caller, received.id)
  return replaced
}

/** The content with this id, if it is what its name holds now. */
async function lockCurrent({ publishedFiles }: FileStores, id: number): Promise<LockedFile | StandardRefusal> {
  const held = await publishedFiles.lock(id)
  const current = held && (await publishedFiles.lockNamed(held.name))
  if (!current) return notFound()
  return current.id === id ? current : refuseReplaced(current)
}

/** Deletes a file; its address answers that there is none. */
export function deleteFile({ transact }: Pick<PublishDeps, 'transact'>, context: CallContext, fileId: number) {
  return transact(ownScope(context.caller), async (stores) => {
    const current = await lockCurrent(stores, fileId)
    if (current instanceof Refusal) return current
    await stores.publishedFiles.remove(fileId)
    record(stores, context, stateOf(current), null)
    return new Answer(await offerUndo(stores, context, { removed: fileId }), { message: sentences.file_deleted })
  })
}

/** Takes back one's own upload, replacement or deletion; refused where the file has changed since. */
export function undoFileChange({ transact }: Pick<PublishDeps, 'transact'>, context: CallContext, undoId: number) {
  return transact(ownScope(context.caller), async (stores) => {
    const { publishedFiles, undo } = stores
    const change = await undo.take<FileChange>(UNDO, context.caller.user.id, undoId)
    if (!change) return refuse('404', sentences.undo_expired)
    const stateAt = async (id: number | undefined) => {
      const held = id === undefined ? undefined : await publishedFiles.lock(id)
      return held ? stateOf(held) : null
    }
    const before = await stateAt(change.added)
    const after = await stateAt(change.removed)
    const isRemoved = change.added === undefined || (await publishedFiles.remove(change.added))
    const isRestored = change.removed === undefined || (await publishedFiles.restore(change.removed))
    if (!isRemoved || !isRestored) return refuse('409', sentences.file_undo_taken)
    record(stores, context, before, after)
    return new Answer(null, { message: sentences.file_restored })
  })
}
