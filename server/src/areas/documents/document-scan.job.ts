import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { StorageUnavailable } from '../../ports/file-storage/file-storage.ts'
import { ScannerUnavailable, ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import type { Tx, Db } from '../../db/database.ts'
import { type LostVersion, removeVersionOfFile } from './document-store.ts'
import { removeDropped, type RemovalDeps } from './receive-file.ts'
import { describeError } from '../../error-cause.ts'
import { findFilesAwaitingScan, noteFileScanned, dropFiles } from './stored-file-store.ts'
import { recordAudit } from '../audit/public.ts'
import { addMail } from '../mail/public.ts'
import { queries } from '../../db/queries.ts'
import { runOne } from '../../db/run.ts'

interface PublishedContent {
  name: string
  /** The administrator who published it. */
  storedBy: number
}

export interface ScanDeps extends Pick<RemovalDeps, 'storage'> {
  db: Db
  /** Null: nothing is scanned. */
  scanner: VirusScanner | null
  /** Deletes the published content with this stored file; undefined when no published file has it. */
  removeInfectedPublishedFile: (tx: Tx, storedFileId: string) => Promise<PublishedContent | undefined>
}

export const SCANNED_AT_ONCE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Scans files that were stored while the scanner was unavailable; infected ones are removed and their owners notified.
 */
export function documentScanJob({ scanner, ...deps }: ScanDeps): JobDefinition<'document-scan'> {
  return {
    name: 'document-scan',
    run: async (_, context) => {
      if (scanner === null) return
      try {
        await scanWaiting({ ...deps, scanner }, context)
      } catch (error) {
        if (!(error instanceof ScannerUnavailable)) throw error
        context.logger.warn({ err: { message: describeError(error) } }, 'documents await the virus scanner')
      }
    },
  }
}

type Scanning = Omit<ScanDeps, 'scanner'> & { scanner: VirusScanner }

async function scanWaiting(deps: Scanning, { signal, logger }: JobContext): Promise<void> {
  const count = { clean: 0, infected: 0, left: 0 }
  let waiting: string[] = []
  do {
    const after = waiting.at(-1) ?? BEFORE_ALL
    waiting = await deps.db.read(everything, (tx) => findFilesAwaitingScan(tx, after, SCANNED_AT_ONCE))
    for (const id of waiting) if (!signal.aborted) count[await scanOne(deps, id, logger)]++
  } while (waiting.length === SCANNED_AT_ONCE && !signal.aborted)
  if (count.clean + count.infected + count.left > 0) logger.info(count, 'documents that awaited the virus scanner')
}

async function scanOne(
  deps: Scanning,
  id: string,
  logger: JobContext['logger'],
): Promise<'clean' | 'infected' | 'left'> {
  try {
    const found = await scanStored(deps, id)
    if (found === null) await deps.db.transact(everything, (tx) => noteFileScanned(tx, id))
    else await removeInfected(deps, id, found)
    return found === null ? 'clean' : 'infected'
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof ScanRefused)) throw error
    logger.warn(
      { err: { message: describeError(error) }, part: error.name, file: id },
      'a stored file could not be scanned',
    )
    return 'left'
  }
}

async function scanStored({ scanner, storage }: Scanning, id: string): Promise<string | null> {
  const scan = await scanner.begin()
  try {
    for await (const chunk of await storage.open(id)) await scan.write(chunk as Buffer)
    return await scan.verdict()
  } finally {
    scan.abort()
  }
}

async function removeInfected(deps: Omit<ScanDeps, 'scanner'>, fileId: string, found: string): Promise<void> {
  await deps.db.transact(everything, async (tx) => {
    const lost = await removeVersionOfFile(tx, fileId)
    const file = lost ? undefined : await deps.removeInfectedPublishedFile(tx, fileId)
    await dropFiles(tx, [fileId])
    if (lost) await notifyOwner(tx, lost, fileId, found)
    if (file) await notifyPublisher(tx, file, fileId, found)
    return null
  })
  await removeDropped(deps, [fileId])
}

async function notifyOwner(tx: Tx, lost: LostVersion, fileId: string, found: string): Promise<void> {
  const removed = lost.isGone ? 'document' : 'version'
  recordAudit(tx, null, {
    ...failedScan(lost.ownerId),
    target: { kind: 'document', id: lost.id },
    after: { outcome: 'FAILED', found, name: lost.name, version: lost.version, removed },
  })
  const { to, clientId, firstName } = await recipient(tx, lost.ownerId)
  await addMail(tx, {
    template: 'document-infected',
    fields: { firstName, document: lost.name, removed },
    to,
    clientId,
    dedupeKey: `document-infected:${fileId}`,
  })
}

async function notifyPublisher(
  tx: Tx,
  { name, storedBy }: PublishedContent,
  fileId: string,
  found: string,
): Promise<void> {
  const after = { outcome: 'FAILED', found, name, removed: 'file' }
  recordAudit(tx, null, { ...failedScan(storedBy), target: { kind: 'file', id: name }, after })
  const { to, clientId, firstName } = await recipient(tx, storedBy)
  await addMail(tx, {
    template: 'file-infected',
    fields: { firstName, file: name },
    to,
    clientId,
    dedupeKey: `file-infected:${fileId}`,
  })
}

const failedScan = (subjectId: number) =>
  ({ event: 'upload_validation', actorId: null, subjectId, sessionId: null }) as const

async function recipient(tx: Tx, userId: number) {
  const user = await runOne(
    tx,
    queries.selectFrom('users').select(['first_name', 'email', 'client_id']).where('id', '=', userId),
  )
  return { to: user.email, clientId: user.client_id, firstName: user.first_name }
}
