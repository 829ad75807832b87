import type { AnnouncementStatus } from '@portico/contract/announcement-admin.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { findAnnouncementForAdmin } from './announcement-admin-list.ts'
import { type AnnouncementAdminDeps, recordChange, refuseDuplicate, refuseLocked } from './save-announcement.ts'

const UNDO = 'delete announcement'

/** A deleted announcement, as its restoring needs it. */
interface Snapshot {
  id: number
  status: AnnouncementStatus
}

/** Marks an announcement as deleted (ANNC-045), with an offer to take it back. */
export function deleteAnnouncement(
  { transact }: AnnouncementAdminDeps,
  by: CallContext,
  { id, version }: { id: number; version: number | undefined },
) {
  const userId = by.caller.user.id
  return transact(adminScope(by.caller), async (stores) => {
    const held = await stores.announcements.lock(id)
    const refusal = refuseLocked(held, version)
    if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
    await stores.announcements.setStatus(held, 'deleted', userId)
    recordChange(stores, by, id, { before: held, after: { ...held, status: 'deleted' } })
    const snapshot: Snapshot = { id, status: held.status }
    return new Answer(await stores.undo.offer({ kind: UNDO, userId, snapshot }), {
      message: sentences.announcement_deleted,
    })
  })
}

/** Takes back the caller's own deletion: the announcement has the status that it had before. */
export async function restoreAnnouncement(
  { transact, timeZone }: AnnouncementAdminDeps,
  by: CallContext,
  undoId: number,
) {
  const userId = by.caller.user.id
  try {
    return await transact(adminScope(by.caller), async (stores) => {
      const deleted = await stores.undo.take<Snapshot>(UNDO, userId, undoId)
      const held = deleted && (await stores.announcements.lock(deleted.id))
      if (!held) return refuse('404', sentences.undo_expired)
      await stores.announcements.setStatus(held, deleted.status, userId)
      recordChange(stores, by, held.id, { before: held, after: { ...held, status: deleted.status } })
      await stores.jobs.enqueue('announcement-sync', {})
      return new Answer(await findAnnouncementForAdmin(stores.tx, held.id, timeZone), {
        message: sentences.announcement_restored,
      })
    })
  } catch (error) {
    return refuseDuplicate(error)
  }
}
