import { createHash, randomUUID } from 'node:crypto'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Caller } from '../../http/caller.ts'
import { type StandardRefusal, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import type { Logger } from '../../logging.ts'
import { type FileStorage, StorageAway, StorageFull } from '../../ports/file-storage/file-storage.ts'
import { ScannerAway, ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { type ContentCheck, contentCheck } from './content-check.ts'
import type { ContentKind } from './document-rules.ts'
import { removeDropped } from './remove-dropped.ts'
import { beginVirusCheck, type VirusCheck } from './virus-check.ts'
import type { WholeFile } from './whole-file.ts'

export interface FileParts {
  transact: Transact
  storage: FileStorage
  /** Null: uploads are not scanned. */
  scanner: VirusScanner | null
  /** Nothing is stored while the scanner is away. */
  scanRequired: boolean
  log: Logger
}

/** Carries a refusal out of the stream that it breaks off. */
class BreakOff extends Error {
  readonly refusal: StandardRefusal
  constructor(refusal: StandardRefusal) {
    super('broken off')
    this.refusal = refusal
  }
}

/** What was found in a file that was refused for it. */
export class Infected extends Error {}

/** Taken at once where a body came without its length. */
const STEP = 1024 * 1024
/** An upload shows so often that it is alive. */
const RENEW_MS = 60_000
const AWAY_SECONDS = 60

export const refuseFile = (message: string): StandardRefusal =>
  refuseFields('422', message, [{ field: 'file', message }])
const noSpace = () => refuseFile(defaultTexts.document_exceeds_space)

/**
 * Takes a file in: its space is reserved before it is written, its bytes are counted, judged, hashed
 * and scanned as they come. `settle` makes it a document's, in the transaction that settles its space.
 * Whatever goes wrong before that is done leaves nothing but what the sweep removes.
 */
export async function receiveFile<T>(
  parts: FileParts,
  caller: Caller,
  { file, content }: { file: UploadedFile; content: ContentKind },
  settle: (whole: WholeFile) => Promise<T | StandardRefusal>,
): Promise<T | StandardRefusal> {
  const id = randomUUID()
  const arrival = arrivalOf(parts.transact, caller, id)
  if (!(await arrival.begin(file.expectedBytes))) return noSpace()
  let isKept = false
  let isStorageAway = false
  try {
    const whole = await store(parts, id, { file, content, arrival })
    const settled = await settle(whole)
    isKept = !isRefusal(settled)
    return settled
  } catch (error) {
    isStorageAway = error instanceof StorageAway
    return refusalOf(error, parts.log)
  } finally {
    if (!isKept) await letGo(parts, caller, id, isStorageAway)
  }
}

const isRefusal = (value: unknown): value is StandardRefusal =>
  typeof value === 'object' && value !== null && 'refused' in value

function refusalOf(error: unknown, log: Logger): StandardRefusal {
  if (error instanceof BreakOff) return error.refusal
  if (error instanceof StorageFull) return refuse('507', defaultTexts.document_disk_full)
  const isStorage = error instanceof StorageAway
  if (!isStorage && !(error instanceof ScannerAway || error instanceof ScanRefused)) throw error
  log.error({ err: { message: error.message }, part: error.name }, 'an upload could not be stored')
  const text = isStorage ? defaultTexts.document_storage_away : defaultTexts.document_scanner_away
  return refuseForNow('503', text, AWAY_SECONDS)
}

interface Arrival {
  begin(expectedBytes: number): Promise<boolean>
  /** So many bytes have come in all. */
  count(bytes: number): Promise<void>
}

function arrivalOf(transact: Transact, caller: Caller, id: string): Arrival {
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
      if (!isThere) throw new BreakOff(noSpace())
    },
  }
}

/** Told when the bytes break off, also while the storage keeps everybody from reading them. */
function lossOf(stream: UploadedFile['stream']): AbortSignal {
  const loss = new AbortController()
  stream.once('error', (error) => {
    // Whoever stops reading ends the stream in this way: that is no loss.
    if (error.name !== 'AbortError') loss.abort(error)
  })
  return loss.signal
}

interface Incoming {
  file: UploadedFile
  content: ContentKind
  arrival: Arrival
}

async function store(
  { storage, scanner, scanRequired, log }: FileParts,
  id: string,
  incoming: Incoming,
): Promise<WholeFile> {
  const scan = await beginVirusCheck(scanner, scanRequired)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await storage.put(
      id,
      judged(incoming, scan, (chunk) => {
        hash.update(chunk)
        bytes += chunk.length
        return bytes
      }),
      lossOf(incoming.file.stream),
    )
    const { isScanned, awaitsScan } = scan
    if (awaitsScan) log.warn({ file: id }, 'the virus scanner is away: a file is stored and awaits its scan')
    return { id, bytes, sha256: hash.digest(), isScanned, awaitsScan }
  } finally {
    scan.abort()
  }
}

const refusedBy = (check: ContentCheck) =>
  new BreakOff(refuseFile(check.isProtected?.() ? defaultTexts.document_protected : defaultTexts.document_type_refused))

/** Hands the bytes on as long as nothing is wrong with them. */
async function* judged(
  { file, content, arrival }: Incoming,
  scan: VirusCheck,
  note: (chunk: Buffer) => number,
): AsyncGenerator<Buffer> {
  const check = contentCheck(content)
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    await arrival.count(note(chunk))
    if (!(await check.take(chunk))) throw refusedBy(check)
    await scan.write(chunk)
    yield chunk
  }
  if (!(await check.finish())) throw refusedBy(check)
  const found = await scan.verdict()
  if (found) throw new Infected(found)
}

/** Gives the space back and removes the file; what cannot be done now is left to the sweep. */
async function letGo(parts: FileParts, caller: Caller, id: string, isStorageAway: boolean): Promise<void> {
  try {
    await parts.transact(ownScope(caller), ({ storedFiles }) => storedFiles.drop([id]))
    // A storage that is away removes nothing either, and may be long in saying so.
    if (!isStorageAway) await removeDropped(parts, [id])
  } catch (error) {
    parts.log.warn({ err: { message: (error as Error).message } }, 'an unfinished upload is left to the sweep')
  }
}
