import type { Readable } from 'node:stream'
import { PERSON_EXPORTS_A_DAY } from '@portico/contract/person-export/person-export-rules.ts'
import type * as contract from '@portico/contract/person-export/person-export.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { describeError } from '../../error-cause.ts'
import { type FileAnswer, Refusal, refuse, refuseForNow, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Logger } from '../../logging.ts'
import type { FileStorage } from '../../ports/file-storage/file-storage.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { dropFiles, openStored } from '../documents/public.ts'
import { findTarget, type UserTarget } from '../permissions/public.ts'
import { exportRefusal } from './export-rights.ts'
import {
  addExport,
  claimDownload,
  countRequested,
  findNewest,
  findReadyFile,
  type StoredExport,
} from './person-export-store.ts'

interface ExportDeps {
  db: Db
  storage: FileStorage
  log: Logger
}

const DAY_SECONDS = 86_400

const exportView = ({ id, state, requestedAt, expiresAt }: StoredExport) => ({
  exportId: id,
  stateCd: state,
  requestedDt: requestedAt,
  expiresDt: expiresAt,
})

/** Administrators export everything about a user. */
export function personExportHandlers(deps: ExportDeps): Handlers<typeof contract> {
  const { db } = deps
  return {
    getPersonExport: async ({ caller, params: { userId } }) => {
      const target = await exportable(deps, { caller }, userId)
      if (target instanceof Refusal) return target
      // Only the owner finds it.
      const found = await db.read(everything, (tx) => findNewest(tx, caller.user.id, userId))
      return found ? exportView(found) : null
    },
    requestPersonExport: async ({ caller, request, params: { userId } }) => {
      const target = await exportable(deps, { caller }, userId)
      if (target instanceof Refusal) return target
      return requestExport(deps, { caller, request }, target)
    },
    downloadPersonExport: async ({ caller, request, params: { userId, exportId } }) => {
      const target = await exportable(deps, { caller }, userId)
      if (target instanceof Refusal) return target
      return downloadExport(deps, { caller, request }, { target, exportId })
    },
  }
}

/** The user in the scope of the administrator, or why they may not export them. */
async function exportable(
  { db }: ExportDeps,
  { caller }: Pick<CallContext, 'caller'>,
  userId: number,
): Promise<UserTarget | StandardRefusal> {
  const authority = await caller.authority()
  const target = await db.transact(adminScope(caller), (tx) => findTarget(tx, userId))
  return exportRefusal(authority, target) ?? (target as UserTarget)
}

function requestExport({ db }: ExportDeps, { caller, request }: CallContext, { id, clientId }: UserTarget) {
  return db.transact(everything, async (tx) => {
    if ((await countRequested(tx, caller.user.id)) >= PERSON_EXPORTS_A_DAY)
      return refuseForNow('429', sentences.person_export_too_many, DAY_SECONDS)
    const { language } = audienceOf({ caller, request })
    const added = await addExport(tx, caller.user.id, id, language)
    if (!added) return refuse('422', sentences.person_export_under_way)
    await enqueue(tx, 'person-export', { exportId: added.id }, { dedupeKey: `person-export:${added.id}` })
    recordAudit(tx, request, {
      event: 'person_exported',
      ...auditActor(caller),
      subjectId: id,
      clientId,
      target: { kind: 'user', id },
    })
    return exportView(added)
  })
}

/** Opens the file before its only download is used up: a storage that is unavailable costs nothing. */
async function downloadExport(
  { db, storage, log }: ExportDeps,
  { caller, request }: CallContext,
  { target: { id, clientId, userName }, exportId }: { target: UserTarget; exportId: number },
): Promise<FileAnswer | StandardRefusal> {
  const gone = refuse('404', sentences.person_export_gone)
  const owned = { ownerId: caller.user.id, aboutId: id }
  const fileId = await db.read(everything, (tx) => findReadyFile(tx, exportId, owned))
  if (fileId === undefined) return gone
  const file = await openStored(storage, fileId, undefined)
  const claimed = await db
    .transact(everything, async (tx) => {
      if (!(await claimDownload(tx, exportId, fileId))) return gone
      recordAudit(tx, request, {
        event: 'person_export_downloaded',
        ...auditActor(caller),
        subjectId: id,
        clientId,
        target: { kind: 'user', id },
      })
      return null
    })
    .catch((error: unknown) => {
      file.destroy()
      throw error
    })
  if (claimed) {
    file.destroy()
    return claimed
  }
  removeAfter(file, () => db.transact(everything, (tx) => dropFiles(tx, [fileId])), log)
  return { type: 'application/zip', body: file, cacheControl: 'no-store', attachmentName: `person-${userName}.zip` }
}

/** Removes the file once its reader has it or is gone; what fails now, `document-sweep` does. */
function removeAfter(file: Readable, remove: () => Promise<void>, log: Logger): void {
  file.once('close', () => {
    remove().catch((error: unknown) =>
      log.warn({ err: { message: describeError(error) } }, 'a downloaded export is left to the sweep'),
    )
  })
}
