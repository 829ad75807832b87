import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { describeError } from '../../error-cause.ts'
import { type FileAnswer, refuse, refuseForNow, type StandardRefusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Message } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Logger } from '../../logging.ts'
import type { FileStorage } from '../../ports/file-storage/file-storage.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { dropFiles, openStored } from '../documents/public.ts'
import type { UserTarget } from '../permissions/public.ts'
import { addExport, claimDownload, countRequested, findReadyFile, type StoredExport } from './person-export-store.ts'

export interface ExportDeps {
  db: Db
  storage: FileStorage
  log: Logger
}

/** Whom an export is about. */
type About = Pick<UserTarget, 'id' | 'clientId' | 'userName'>

interface Limits {
  /** Exports that the caller may ask for in 24 hours: about others, or about themselves. */
  aDay: number
  tooMany: Message
  isUnderWay: Message
}

const DAY_SECONDS = 86_400

export const exportView = ({ id, state, requestedAt, expiresAt }: StoredExport) => ({
  exportId: id,
  stateCd: state,
  requestedDt: requestedAt,
  expiresDt: expiresAt,
})

const recorded = (event: 'person_exported' | 'person_export_downloaded', caller: CallContext['caller'], about: About) =>
  ({
    event,
    ...auditActor(caller),
    subjectId: about.id,
    clientId: about.clientId,
    target: { kind: 'user', id: about.id },
  }) as const

/** Has the job make an archive for the caller. */
export function requestExport({ db }: ExportDeps, { caller, request }: CallContext, about: About, limits: Limits) {
  const ownerId = caller.user.id
  return db.transact(everything, async (tx) => {
    if ((await countRequested(tx, ownerId, about.id === ownerId)) >= limits.aDay)
      return refuseForNow('429', limits.tooMany, DAY_SECONDS)
    const { language } = audienceOf({ caller, request })
    const added = await addExport(tx, ownerId, about.id, language)
    if (!added) return refuse('422', limits.isUnderWay)
    await enqueue(tx, 'person-export', { exportId: added.id }, { dedupeKey: `person-export:${added.id}` })
    recordAudit(tx, request, recorded('person_exported', caller, about))
    return exportView(added)
  })
}

interface Download {
  about: About
  exportId: number
  /** Why there is nothing to download. */
  gone: Message
}

/** Opens the file before its only download is used up: a storage that is unavailable costs nothing. */
export async function downloadExport(
  { db, storage, log }: ExportDeps,
  { caller, request }: CallContext,
  { about, exportId, gone }: Download,
): Promise<FileAnswer | StandardRefusal> {
  const owned = { ownerId: caller.user.id, aboutId: about.id }
  const fileId = await db.read(everything, (tx) => findReadyFile(tx, exportId, owned))
  if (fileId === undefined) return refuse('404', gone)
  const file = await openStored(storage, fileId, undefined)
  const isClaimed = await db
    .transact(everything, async (tx) => {
      if (!(await claimDownload(tx, exportId, fileId))) return false
      recordAudit(tx, request, recorded('person_export_downloaded', caller, about))
      return true
    })
    .catch((error: unknown) => {
      file.destroy()
      throw error
    })
  if (!isClaimed) {
    file.destroy()
    return refuse('404', gone)
  }
  removeAfter(file, () => db.transact(everything, (tx) => dropFiles(tx, [fileId])), log)
  return {
    type: 'application/zip',
    body: file,
    cacheControl: 'no-store',
    attachmentName: `person-${about.userName}.zip`,
  }
}

/** Removes the file once its reader has it or is gone; what fails now, `document-sweep` does. */
function removeAfter(file: Readable, remove: () => Promise<void>, log: Logger): void {
  file.once('close', () => {
    remove().catch((error: unknown) =>
      log.warn({ err: { message: describeError(error) } }, 'a downloaded export is left to the sweep'),
    )
  })
}
