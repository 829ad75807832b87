import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { StorageUnavailable } from '../../ports/file-storage/file-storage.ts'
import { ScannerUnavailable, ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import type { Stores } from '../../stores.ts'
import type { LostVersion } from './document-store.ts'
import { removeDropped, type RemovalDeps } from './receive-file.ts'

export interface ScanDeps extends RemovalDeps {
  /** Null: nothing is scanned. */
  scanner: VirusScanner | null
}

const AT_ONCE = 100
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
        context.logger.warn({ err: { message: error.message } }, 'documents await the virus scanner')
      }
    },
  }
}

type Scanning = RemovalDeps & { scanner: VirusScanner }

async function scanWaiting(deps: Scanning, { signal, logger }: JobContext): Promise<void> {
  const count = { clean: 0, infected: 0, left: 0 }
  let waiting: string[] = []
  do {
    const after = waiting.at(-1) ?? BEFORE_ALL
    waiting = await deps.transact(everything, ({ storedFiles }) => storedFiles.findAwaitingScan(after, AT_ONCE))
    for (const id of waiting) if (!signal.aborted) count[await scanOne(deps, id, logger)]++
  } while (waiting.length === AT_ONCE && !signal.aborted)
  if (count.clean + count.infected + count.left > 0) logger.info(count, 'documents that awaited the virus scanner')
}

async function scanOne(
  deps: Scanning,
  id: string,
  logger: JobContext['logger'],
): Promise<'clean' | 'infected' | 'left'> {
  try {
    const found = await scanStored(deps, id)
    if (found === null) await deps.transact(everything, ({ storedFiles }) => storedFiles.noteScanned(id))
    else await removeInfected(deps, id, found)
    return found === null ? 'clean' : 'infected'
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof ScanRefused)) throw error
    logger.warn({ err: { message: error.message }, part: error.name, file: id }, 'a stored file could not be scanned')
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

async function removeInfected(deps: RemovalDeps, fileId: string, found: string): Promise<void> {
  await deps.transact(everything, async (stores) => {
    const lost = await stores.documents.removeVersionOf(fileId)
    await stores.storedFiles.drop([fileId])
    if (lost) await notifyOwner(stores, lost, fileId, found)
    return null
  })
  await removeDropped(deps, [fileId])
}

async function notifyOwner(
  { tx, audit, outbox }: Pick<Stores, 'audit' | 'outbox' | 'tx'>,
  lost: LostVersion,
  fileId: string,
  found: string,
): Promise<void> {
  audit.record(null, {
    event: 'upload_validation',
    actorId: null,
    subjectId: lost.ownerId,
    sessionId: null,
    target: { kind: 'document', id: lost.id },
    after: {
      outcome: 'FAILED',
      found,
      name: lost.name,
      version: lost.version,
      removed: lost.isGone ? 'document' : 'version',
    },
  })
  const owner = await tx
    .selectFrom('users')
    .select(['first_name', 'email', 'client_id'])
    .where('id', '=', lost.ownerId)
    .executeTakeFirstOrThrow()
  await outbox.add({
    template: 'document-infected',
    fields: { firstName: owner.first_name, document: lost.name, removed: lost.isGone ? 'document' : 'version' },
    to: owner.email,
    clientId: owner.client_id,
    dedupeKey: `document-infected:${fileId}`,
  })
}
