import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { StreamRows } from '../../db/row-stream.ts'
import type { Texts } from '../../http/sentences.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { PERSON_EXPORT_TRIES } from '../../jobs/queue.ts'
import { announceFile, dropFiles, keepFile, lockArrivingFile, reserveSpace } from '../documents/public.ts'
import { addMail } from '../mail/public.ts'
import { type ArchiveReader, type Sight, sightOfPerson } from './archive-reader.ts'
import { readSight } from './export-rights.ts'
import { type ArchiveDeps, personArchive } from './person-archive.ts'
import { beginTry, type ExportUnderWay, failExport, finishTry } from './person-export-store.ts'
import { type ExportedPerson, findPerson } from './read-person.ts'

interface MakeDeps extends ArchiveDeps {
  /** For all tries but the first: what ended that one on a replica would end the next one, too. */
  primaryStream?: StreamRows
  texts: Pick<Texts, 'of'>
}

/** Interval at which a try tells that it is alive; without that its file is removed. */
const RENEW_MS = 60_000

const GIVEN_UP = 'the file of an export was given up'

/**
 * Makes an archive with everything about a person and stores it for its only download. A try that was stopped is
 * repeated from the start; its file is removed with the uploads that nobody finished.
 */
export function makePersonExportJob(deps: MakeDeps): JobDefinition<'person-export'> {
  const giveUp = (id: number) => deps.db.transact(everything, (tx) => failExport(tx, id))
  return {
    name: 'person-export',
    run: async ({ exportId }, context) => {
      // The last run comes after the last try, and tells that it was in vain, whatever ended that.
      if (context.attempt > PERSON_EXPORT_TRIES) return giveUp(exportId)
      try {
        const { primaryStream = deps.stream } = deps
        return await make(context.attempt === 1 ? deps : { ...deps, stream: primaryStream }, exportId, context)
      } catch (error) {
        if (context.attempt === PERSON_EXPORT_TRIES && !context.signal.aborted) await giveUp(exportId)
        throw error
      }
    },
  }
}

async function make(deps: MakeDeps, exportId: number, { signal, logger }: JobContext): Promise<string | undefined> {
  const { db, texts } = deps
  const fileId = randomUUID()
  const begun = await db.transact(everything, async (tx) => {
    await announceFile(tx, fileId, null)
    const found = await beginTry(tx, exportId, fileId)
    if (!found) await dropFiles(tx, [fileId])
    return found
  })
  if (!begun) return undefined
  const known = await readKnown(deps, begun)
  if (!known) {
    await db.transact(everything, (tx) => failExport(tx, exportId))
    return jobOutcome('job_outcome_person_export_refused', {})
  }
  const { person, sight, clientId } = known
  const translate = await texts.of({ clientId, language: begun.language })
  try {
    const whole = await store(deps, fileId, {
      person,
      reader: { ...sight, language: begun.language, translate },
      signal,
    })
    await db.transact(everything, async (tx) => {
      const keptUntil = await finishTry(tx, exportId, fileId)
      if (keptUntil === undefined) return dropFiles(tx, [fileId])
      if (!(await lockArrivingFile(tx, fileId))) throw new Error(GIVEN_UP)
      await keepFile(tx, whole)
      if (sight.kind === 'person') await announce(tx, exportId, person, keptUntil)
    })
  } catch (error) {
    await db.transact(everything, (tx) => dropFiles(tx, [fileId]))
    throw error
  }
  logger.info({ personExport: exportId }, 'an export of a person was made')
  return undefined
}

/** Whom the export is about, and who reads it; null where they may not have it now. */
const readKnown = (
  { db }: MakeDeps,
  { ownerId, aboutId }: ExportUnderWay,
): Promise<{ sight: Sight; person: ExportedPerson; clientId: number } | null> =>
  db.read(everything, async (tx) => {
    const person = await findPerson(tx, aboutId)
    if (!person) return null
    if (ownerId === aboutId)
      return person.isActive ? { sight: sightOfPerson(person), person, clientId: person.clientId } : null
    const [sight, owner] = [await readSight(tx, ownerId, aboutId), await findPerson(tx, ownerId)]
    return sight && owner ? { sight, person, clientId: owner.clientId } : null
  })

/** Tells the person by email that their data waits. */
const announce = (
  tx: Tx,
  exportId: number,
  { id, clientId, email, firstName }: ExportedPerson,
  validUntil: Date,
): Promise<boolean> =>
  addMail(tx, {
    template: 'data-export-ready',
    fields: { firstName, validUntil: validUntil.toISOString() },
    to: email,
    readerId: id,
    clientId,
    dedupeKey: `data-export-ready:${exportId}`,
  })

/** Writes the archive into the storage, as fast as that takes it; a failure leaves nothing in it. */
async function store(
  deps: MakeDeps,
  id: string,
  { person, reader, signal }: { person: ExportedPerson; reader: ArchiveReader; signal: AbortSignal },
) {
  const archive = await personArchive(deps, person, reader)
  const hash = createHash('sha256')
  let bytes = 0
  let renewedAt = performance.now()
  async function* counted() {
    for await (const chunk of archive as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      if (performance.now() - renewedAt > RENEW_MS) {
        renewedAt = performance.now()
        const isThere = await deps.db.transact(everything, (tx) => reserveSpace(tx, id, 0, Number.MAX_SAFE_INTEGER))
        if (!isThere) throw new Error(GIVEN_UP)
      }
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await deps.storage.put(id, counted(), signal)
  } finally {
    archive.destroy()
  }
  return { id, bytes, sha256: hash.digest(), isScanned: false, awaitsScan: false }
}
