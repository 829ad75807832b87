import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog-rules.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, Refusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Application } from '@portico/contract/catalog-records.ts'
import { countPermissions } from './application-impact.ts'
import { applicationStore } from './application-store.ts'
import { deletionStore } from './deletion-store.ts'
import { type CatalogDeps, lockApplication } from './save-application.ts'

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
  { transact }: CatalogDeps,
  by: CallContext,
  {
    appId,
    version,
    permissionCnt,
  }: { appId: number; version?: number | undefined; permissionCnt?: number | undefined },
) {
  return transact(everything, async (stores) => {
    const locked = await lockApplication(stores, appId, version)
    if (locked instanceof Refusal) return locked
    if (locked.row.systemId === PORTAL_SYSTEM_ID) return refuse('422', sentences.application_protected)
    const affected = await countPermissions(stores.tx, appId)
    if (permissionCnt !== undefined && affected > permissionCnt)
      return refuse('409', sentences.application_more_permissions)
    const userId = by.caller.user.id
    await deletionStore(stores, 'pages').remove([appId], userId)
    stores.audit.change(
      by,
      { event: 'application_changed', kind: 'page', id: appId, clientId: null },
      { ...locked.row, permissionCnt: affected },
      null,
    )
    const snapshot: Snapshot = { id: appId, pageNm: locked.row.name }
    const offer = await stores.undo.offer({ kind: UNDO_KIND, userId, snapshot, offeredFor: OFFERED_FOR })
    return new Answer(offer, { message: sentences.application_deleted })
  })
}

/** Takes back one's own deletion; users whose permission it ended have it again, unless it would have ended by now. */
export function restoreApplication({ transact }: CatalogDeps, by: CallContext, undoId: number) {
  return transact(everything, async (stores) => {
    const userId = by.caller.user.id
    const deleted = await stores.undo.take<Snapshot>(UNDO_KIND, userId, undoId)
    if (!deleted) return refuse('404', sentences.undo_expired)
    const restored = await deletionStore(stores, 'pages').restore([deleted.id], userId)
    const store = applicationStore(stores.tx)
    const locked = await store.lock(deleted.id)
    if (!locked) return refuse('404', sentences.undo_expired)
    const { hasSystem, hasSection } = await store.lockPlace(locked.row.systemId, locked.row.sectionId)
    if (!hasSystem || !hasSection) return refuse('409', sentences.catalog_restore_orphan)
    stores.audit.change(by, { event: 'application_changed', kind: 'page', id: deleted.id, clientId: null }, null, {
      ...locked.row,
      permissionCnt: restored,
    })
    const application = (await store.find(deleted.id)) as Application
    return new Answer(application, { message: sentences.application_restored })
  })
}

/** The caller's own deletions of applications that can be taken back. */
export const listDeletedApplications = ({ transact }: CatalogDeps, { caller }: CallContext) =>
  transact(everything, (stores) => deletionStore(stores, 'pages').offersOf(UNDO_KIND, caller.user.id))
