import { createHash, randomUUID } from 'node:crypto'
import { type Message, sentences } from '../../http/sentences.ts'
import { extensionOf } from '@portico/contract/documents/document-rules.ts'
import type { CallContext, Caller, RequestContext } from '../../http/caller.ts'
import { type StandardRefusal, refuse, refuseForNow, refuseField } from '../../http/answers.ts'
import { isBackupRunning } from '../../db/backup-lock.ts'
import { everything } from '../../db/scope.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import type { Logger } from '../../logging.ts'
import { type FileStorage, StorageUnavailable, StorageFull } from '../../ports/file-storage/file-storage.ts'
import { ScannerUnavailable, ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import { type ContentCheck, contentCheck } from './content-check.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { type ContentKind, contentKindOf, type WholeFile } from './document-rules.ts'
import { beginVirusCheck, type VirusCheck } from './virus-check.ts'
import { describeError } from '../../error-cause.ts'
import type { Db } from '../../db/database.ts'
import { reserveSpace, announceFile, dropFiles, findRemovable, forgetFile } from './stored-file-store.ts'
import { ownScope } from '../../http/authority.ts'

export interface RemovalDeps {
  db: Db
  storage: FileStorage
  /** Days that the files of deleted documents are kept, for restores of the database; absent: none. */
  deletedFilesKeptDays?: number
}

export interface FileDeps extends RemovalDeps {
  /** Null: uploads are not scanned. */
  scanner: VirusScanner | null
  /** True: nothing is stored while the scanner is unavailable. */
  scanRequired: boolean
  log: Logger
}

/** Where a received file goes: a user's library, or the files of the portal, which use nobody's space. */
export interface StoredDestination {
  ownerId: number | null
  kind: 'document' | 'file'
  /** Most bytes: of the file, or of all files of the owner. */
  maxBytes: number
  /** Says that there is no space for it. */
  noSpace: Message
}

/** Thrown inside the stream to abort the upload with a refusal. */
class UploadRejected extends Error {
  readonly refusal: StandardRefusal
  constructor(refusal: StandardRefusal) {
    super('broken off')
    this.refusal = refusal
  }
}

/** Thrown at the end of the stream; the message is the name of the virus. */
class Infected extends Error {}

/** Bytes reserved at a time when a body has no Content-Length. */
const STEP = 1024 * 1024
/** Interval at which a running upload renews its space reservation. */
const RENEW_MS = 60_000
const UNAVAILABLE_RETRY_SECONDS = 60

export const refuseFile = (message: Message): StandardRefusal => refuseField('file', message)
/** The upload made no progress for so long that its space was released. */
export const abandoned = () => refuseForNow('503', sentences.document_storage_unavailable, 1)

/**
 * Receives and stores a file: space is reserved before it is written, its bytes are counted, validated, hashed and
 * scanned as they arrive; an infected file is audited. The command then keeps it with a document in one transaction, or
 * discards it. A failure leaves only what the sweep removes.
 */
export async function receiveFile(
  deps: FileDeps,
  { caller, request }: CallContext,
  file: UploadedFile,
  destination: StoredDestination,
): Promise<WholeFile | StandardRefusal> {
  const content = contentKindOf(extensionOf(file.sentName))
  if (!content) return refuseFile(sentences.document_type_refused)
  const id = randomUUID()
  const reservation = spaceReservation(deps.db, caller, id, destination)
  if (!(await reservation.begin(file.expectedBytes))) return refuseFile(destination.noSpace)
  try {
    return await store(deps, id, { file, content, reservation })
  } catch (error) {
    // An unavailable storage removes nothing either, and may take long to fail.
    await discardFile(deps, caller, id, { isKeptInStorage: error instanceof StorageUnavailable })
    if (error instanceof Infected) {
      const target = { kind: destination.kind, id: file.sentName }
      return refuseInfected(deps, { caller, request }, target, error.message)
    }
    return refusalOf(error, deps.log, request)
  }
}

function refuseInfected(
  { db }: FileDeps,
  { caller, request }: CallContext,
  target: { kind: string; id: string },
  found: string,
): Promise<StandardRefusal> {
  return db
    .transact(ownScope(caller), async (tx) => {
      const after = { outcome: 'FAILED', found }
      recordAudit(tx, request, { event: 'upload_validation', ...auditActor(caller), target, after })
    })
    .then(() => refuseFile(sentences.document_infected))
}

function refusalOf(error: unknown, log: Logger, { id: reqId }: RequestContext): StandardRefusal {
  if (error instanceof UploadRejected) return error.refusal
  const isStorage = error instanceof StorageUnavailable
  const isFull = error instanceof StorageFull
  if (!isStorage && !isFull && !(error instanceof ScannerUnavailable || error instanceof ScanRefused)) throw error
  const line = { reqId, err: { message: describeError(error) }, part: error.name }
  log.error(line, 'an upload could not be stored')
  if (isFull) return refuse('507', sentences.document_disk_full)
  const text = isStorage ? sentences.document_storage_unavailable : sentences.document_scanner_unavailable
  return refuseForNow('503', text, UNAVAILABLE_RETRY_SECONDS)
}

interface SpaceReservation {
  begin(expectedBytes: number): Promise<boolean>
  /** Reports the number of bytes received so far. */
  count(bytes: number): Promise<void>
}

function spaceReservation(
  db: Db,
  caller: Caller,
  id: string,
  { ownerId, maxBytes, noSpace }: StoredDestination,
): SpaceReservation {
  let reserved = 0
  let renewedAt = performance.now()
  const scope = ownScope(caller)
  const refused = refuseFile(noSpace)
  const reserve = async (bytes: number): Promise<boolean> => {
    const stored = await db.transact(scope, async (tx) =>
      (await reserveSpace(tx, id, bytes, maxBytes)) ? true : refused,
    )
    if (stored !== true) return false
    reserved += bytes
    renewedAt = performance.now()
    return true
  }
  return {
    begin: async (expectedBytes) => {
      const begun = await db.transact(scope, async (tx) => {
        await announceFile(tx, id, ownerId)
        return (await reserveSpace(tx, id, expectedBytes, maxBytes)) ? true : refused
      })
      reserved = expectedBytes
      return begun === true
    },
    count: async (bytes) => {
      const missing = bytes - reserved
      if (missing <= 0 && performance.now() - renewedAt < RENEW_MS) return
      const isThere =
        missing <= 0 ? await reserve(0) : (await reserve(Math.max(missing, STEP))) || (await reserve(missing))
      if (!isThere) throw new UploadRejected(refused)
    },
  }
}

/** Aborts when the stream breaks off, also while the storage does not read. */
function abortSignalOf(stream: UploadedFile['stream']): AbortSignal {
  const controller = new AbortController()
  stream.once('error', (error) => {
    // A consumer that stops reading ends the stream with this error: the sender is not lost.
    if (error.name !== 'AbortError') controller.abort(error)
  })
  return controller.signal
}

interface Incoming {
  file: UploadedFile
  content: ContentKind
  reservation: SpaceReservation
}

async function store(
  { storage, scanner, scanRequired, log }: FileDeps,
  id: string,
  incoming: Incoming,
): Promise<WholeFile> {
  const scan = await beginVirusCheck(scanner, scanRequired)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await storage.put(
      id,
      validated(incoming, scan, (chunk) => {
        hash.update(chunk)
        bytes += chunk.length
        return bytes
      }),
      abortSignalOf(incoming.file.stream),
    )
    const { isScanned, awaitsScan } = scan
    if (awaitsScan) log.warn({ file: id }, 'the virus scanner is unavailable: a file is stored and awaits its scan')
    return { id, bytes, sha256: hash.digest(), isScanned, awaitsScan }
  } finally {
    scan.abort()
  }
}

const refusedBy = (check: ContentCheck) =>
  new UploadRejected(refuseFile(check.isProtected?.() ? sentences.document_protected : sentences.document_type_refused))

/** Passes the bytes on while they are valid. */
async function* validated(
  { file, content, reservation }: Incoming,
  scan: VirusCheck,
  note: (chunk: Buffer) => number,
): AsyncGenerator<Buffer> {
  const check = contentCheck(content)
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    await reservation.count(note(chunk))
    if (!(await check.take(chunk))) throw refusedBy(check)
    await scan.write(chunk)
    yield chunk
  }
  if (!(await check.finish())) throw refusedBy(check)
  const found = await scan.verdict()
  if (found) throw new Infected(found)
}

/** Releases the space of a file without a document and removes the file; the sweep does what fails now. */
export async function discardFile(
  deps: FileDeps,
  caller: Caller,
  id: string,
  { isKeptInStorage = false } = {},
): Promise<void> {
  try {
    await deps.db.transact(ownScope(caller), (tx) => dropFiles(tx, [id]))
    if (!isKeptInStorage) await removeDropped(deps, [id])
  } catch (error) {
    deps.log.warn({ err: { message: describeError(error) } }, 'an unfinished upload is left to the sweep')
  }
}

/**
 * Removes dropped files: the file before its row, so that a kill in between leaves neither unknown. During a backup
 * they stay, because it may contain the former rows; and as long as the settings keep what users deleted.
 */
export async function removeDropped(
  { db, storage, deletedFilesKeptDays: keptDays = 0 }: RemovalDeps,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0 && (await db.transact(everything, isBackupRunning))) return
  const due = keptDays > 0 ? await db.read(everything, (tx) => findRemovable(tx, ids, keptDays)) : ids
  for (const id of due) {
    await storage.remove(id)
    await db.transact(everything, (tx) => forgetFile(tx, id))
  }
}
