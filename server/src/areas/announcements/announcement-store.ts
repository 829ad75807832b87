import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The table `user_announcements`, whose rows are inserted at the first dismissal. */
export function announcementStore(tx: Tx) {
  return {
    /** Dismisses this version; a later edit of the text shows the announcement again. */
    dismiss: async (userId: number, announcementId: number, contentVersion: number): Promise<void> => {
      const dismissed = { dismissed_at: sql<Date>`clock_now()`, dismissed_version: contentVersion }
      await tx
        .insertInto('user_announcements')
        .values({ user_id: userId, announcement_id: announcementId, ...dismissed })
        .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doUpdateSet(dismissed))
        .execute()
    },
  }
}
