import type { AnnouncementStatus } from '@portico/contract/announcements/announcement-admin.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { findAnnouncementForAdmin } from './announcement-admin-list.ts'
import { type AnnouncementAdminDeps, recordChange, refuseDuplicate, refuseLocked } from './save-announcement.ts'
import { lockAnnouncement, setAnnouncementStatus } from './announcement-store.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { enqueue } from '../../jobs/queue.ts'

const UNDO = 'delete announcement'

/** A deleted announcement, as its restoring needs it. */
interface Snapshot {
  id: number
  status: AnnouncementStatus
}

/** Marks an announcement as deleted (ANNC-045), with an offer to take it back. */
export function deleteAnnouncement(
  { db }: AnnouncementAdminDeps,
  by: CallContext,
  { id, version }: { id: number; version: number | undefined },
) {
  const userId = by.caller.user.id
  return db.transact(adminScope(by.caller), async (tx) => {
    const held = await lockAnnouncement(tx, id)
    const refusal = refuseLocked(held, version)
    if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
    await setAnnouncementStatus(tx, held, 'deleted', userId)
    recordChange(tx, by, id, { before: held, after: { ...held, status: 'deleted' } })
    const snapshot: Snapshot = { id, status: held.status }
    return new Answer(await offerUndo(tx, { kind: UNDO, userId, snapshot }), {
      message: sentences.announcement_deleted,
    })
  })
}

/** Takes back the caller's own deletion: the announcement has the status that it had before. */
export async function restoreAnnouncement({ db, timeZone }: AnnouncementAdminDeps, by: CallContext, undoId: number) {
  const userId = by.caller.user.id
  try {
    return await db.transact(adminScope(by.caller), async (tx) => {
      const deleted = await takeUndo<Snapshot>(tx, UNDO, userId, undoId)
      const held = deleted && (await lockAnnouncement(tx, deleted.id))
      if (!held) return refuse('404', sentences.undo_expired)
      await setAnnouncementStatus(tx, held, deleted.status, userId)
      recordChange(tx, by, held.id, { before: held, after: { ...held, status: deleted.status } })
      await enqueue(tx, 'announcement-sync', {})
      return new Answer(await findAnnouncementForAdmin(tx, held.id, timeZone), {
        message: sentences.announcement_restored,
      })
    })
  } catch (error) {
    return refuseDuplicate(error)
  }
}
