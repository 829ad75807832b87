import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, Refusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Application } from '@portico/contract/catalog/catalog-records.ts'
import { countPermissions } from './application-impact.ts'
import { lockApplicationRow, lockPlace, findApplication } from './application-store.ts'
import { removeRecords, listDeletionOffers, undeleteRecords } from './deletion-store.ts'
import { type CatalogDeps, lockApplication } from './save-application.ts'
import { auditChange } from '../audit/public.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'

/** Kind of the undo offers of deleted applications. */
const UNDO_KIND = 'delete application'
/** How long a deleted application can be restored (decision H5). */
const OFFERED_FOR = '30 days'

interface Snapshot {
  id: number
  pageNm: string
}

/**
 * Deletes an application and ends its permissions (decision H5). Refused where there are more permissions by now than
 * the administrator was warned of.
 */
export function deleteApplication(
  { db }: CatalogDeps,
  by: CallContext,
  {
    appId,
    version,
    permissionCnt,
  }: { appId: number; version?: number | undefined; permissionCnt?: number | undefined },
) {
  return db.transact(everything, async (tx) => {
    const locked = await lockApplication(tx, appId, version)
    if (locked instanceof Refusal) return locked
    if (locked.row.systemId === PORTAL_SYSTEM_ID) return refuse('422', sentences.application_protected)
    const affected = await countPermissions(tx, appId)
    if (permissionCnt !== undefined && affected > permissionCnt)
      return refuse('409', sentences.application_more_permissions)
    const userId = by.caller.user.id
    await removeRecords(tx, 'pages', [appId], userId)
    auditChange(
      tx,
      by,
      { event: 'application_changed', kind: 'page', id: appId, clientId: null },
      { ...locked.row, permissionCnt: affected },
      null,
    )
    const snapshot: Snapshot = { id: appId, pageNm: locked.row.name }
    const offer = await offerUndo(tx, { kind: UNDO_KIND, userId, snapshot, offeredFor: OFFERED_FOR })
    return new Answer(offer, { message: sentences.application_deleted })
  })
}

/** Takes back one's own deletion; users whose permission it ended have it again, unless it would have ended by now. */
export function restoreApplication({ db }: CatalogDeps, by: CallContext, undoId: number) {
  return db.transact(everything, async (tx) => {
    const userId = by.caller.user.id
    const deleted = await takeUndo<Snapshot>(tx, UNDO_KIND, userId, undoId)
    if (!deleted) return refuse('404', sentences.undo_expired)
    const restored = await undeleteRecords(tx, 'pages', [deleted.id], userId)
    const locked = await lockApplicationRow(tx, deleted.id)
    if (!locked) return refuse('404', sentences.undo_expired)
    const { hasSystem, hasSection } = await lockPlace(tx, locked.row.systemId, locked.row.sectionId)
    if (!hasSystem || !hasSection) return refuse('409', sentences.catalog_restore_orphan)
    auditChange(tx, by, { event: 'application_changed', kind: 'page', id: deleted.id, clientId: null }, null, {
      ...locked.row,
      permissionCnt: restored,
    })
    const application = (await findApplication(tx, deleted.id)) as Application
    return new Answer(application, { message: sentences.application_restored })
  })
}

/** The caller's own deletions of applications that can be taken back. */
export const listDeletedApplications = ({ db }: CatalogDeps, { caller }: CallContext) =>
  db.read(everything, (tx) => listDeletionOffers(tx, UNDO_KIND, caller.user.id))
