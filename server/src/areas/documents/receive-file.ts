import { createHash, randomUUID } from 'node:crypto'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Caller } from '../../http/caller.ts'
import { type StandardRefusal, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import type { Logger } from '../../logging.ts'
import { type FileStorage, StorageUnavailable, StorageFull } from '../../ports/file-storage/file-storage.ts'
import { ScannerUnavailable, ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { type ContentCheck, contentCheck } from './content-check.ts'
import type { ContentKind } from './document-rules.ts'
import { removeDropped } from './remove-dropped.ts'
import { beginVirusCheck, type VirusCheck } from './virus-check.ts'
import type { WholeFile } from './whole-file.ts'

export interface FileDeps {
  transact: Transact
  storage: FileStorage
  /** Null: uploads are not scanned. */
  scanner: VirusScanner | null
  /** True: nothing is stored while the scanner is unavailable. */
  scanRequired: boolean
  log: Logger
}

/** Thrown inside the stream to abort the upload with a refusal. */
class UploadRejected extends Error {
  readonly refusal: StandardRefusal
  constructor(refusal: StandardRefusal) {
    super('broken off')
    this.refusal = refusal
  }
}

/** What was found in a file that was refused for it. */
export class Infected extends Error {}

/** Bytes reserved at a time when a body has no Content-Length. */
const STEP = 1024 * 1024
/** Interval at which a running upload renews its space reservation. */
const RENEW_MS = 60_000
const UNAVAILABLE_RETRY_SECONDS = 60

export const refuseFile = (message: string): StandardRefusal =>
  refuseFields('422', message, [{ field: 'file', message }])
const noSpace = () => refuseFile(defaultTexts.document_exceeds_space)

/**
 * Stores a file: space is reserved before it is written, its bytes are counted, validated, hashed and scanned as they
 * arrive. `commit` attaches it to a document, in the transaction that settles its space. A failure before that leaves
 * only what the sweep removes.
 */
export async function receiveFile<T>(
  deps: FileDeps,
  caller: Caller,
  { file, content }: { file: UploadedFile; content: ContentKind },
  commit: (whole: WholeFile) => Promise<T | StandardRefusal>,
): Promise<T | StandardRefusal> {
  const id = randomUUID()
  const reservation = spaceReservation(deps.transact, caller, id)
  if (!(await reservation.begin(file.expectedBytes))) return noSpace()
  let isKept = false
  let isStorageUnavailable = false
  try {
    const whole = await store(deps, id, { file, content, reservation })
    const committed = await commit(whole)
    isKept = !isRefusal(committed)
    return committed
  } catch (error) {
    isStorageUnavailable = error instanceof StorageUnavailable
    return refusalOf(error, deps.log)
  } finally {
    if (!isKept) await discard(deps, caller, id, isStorageUnavailable)
  }
}

const isRefusal = (value: unknown): value is StandardRefusal =>
  typeof value === 'object' && value !== null && 'refused' in value

function refusalOf(error: unknown, log: Logger): StandardRefusal {
  if (error instanceof UploadRejected) return error.refusal
  if (error instanceof StorageFull) return refuse('507', defaultTexts.document_disk_full)
  const isStorage = error instanceof StorageUnavailable
  if (!isStorage && !(error instanceof ScannerUnavailable || error instanceof ScanRefused)) throw error
  log.error({ err: { message: error.message }, part: error.name }, 'an upload could not be stored')
  const text = isStorage ? defaultTexts.document_storage_away : defaultTexts.document_scanner_away
  return refuseForNow('503', text, UNAVAILABLE_RETRY_SECONDS)
}

interface SpaceReservation {
  begin(expectedBytes: number): Promise<boolean>
  /** Reports the number of bytes received so far. */
  count(bytes: number): Promise<void>
}

function spaceReservation(transact: Transact, caller: Caller, id: string): SpaceReservation {
  let reserved = 0
  let renewedAt = performance.now()
  const scope = ownScope(caller)
  const reserve = async (bytes: number): Promise<boolean> => {
    const taken = await transact(scope, async ({ storedFiles }) =>
      (await storedFiles.reserve(id, bytes)) ? true : noSpace(),
    )
    if (taken !== true) return false
    reserved += bytes
    renewedAt = performance.now()
    return true
  }
  return {
    begin: async (expectedBytes) => {
      const begun = await transact(scope, async ({ storedFiles }) => {
        await storedFiles.announce(id, caller.user.id)
        return (await storedFiles.reserve(id, expectedBytes)) ? true : noSpace()
      })
      reserved = expectedBytes
      return begun === true
    },
    count: async (bytes) => {
      const missing = bytes - reserved
      if (missing <= 0 && performance.now() - renewedAt < RENEW_MS) return
      const isThere =
        missing <= 0 ? await reserve(0) : (await reserve(Math.max(missing, STEP))) || (await reserve(missing))
      if (!isThere) throw new UploadRejected(noSpace())
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
    if (awaitsScan) log.warn({ file: id }, 'the virus scanner is away: a file is stored and awaits its scan')
    return { id, bytes, sha256: hash.digest(), isScanned, awaitsScan }
  } finally {
    scan.abort()
  }
}

const refusedBy = (check: ContentCheck) =>
  new UploadRejected(
    refuseFile(check.isProtected?.() ? defaultTexts.document_protected : defaultTexts.document_type_refused),
  )

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

/** Releases the space and removes the file; the sweep does what fails now. */
async function discard(deps: FileDeps, caller: Caller, id: string, isStorageUnavailable: boolean): Promise<void> {
  try {
    await deps.transact(ownScope(caller), ({ storedFiles }) => storedFiles.drop([id]))
    // An unavailable storage removes nothing either, and may take long to fail.
    if (!isStorageUnavailable) await removeDropped(deps, [id])
  } catch (error) {
    deps.log.warn({ err: { message: (error as Error).message } }, 'an unfinished upload is left to the sweep')
  }
}
