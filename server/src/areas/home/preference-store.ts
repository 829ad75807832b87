import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The tables `user_section_preferences` and `user_page_accesses`. */
export function preferenceStore(tx: Tx) {
  return {
    /** Sets the value; repeated calls have no further effect. */
    setFavorite: async (userId: number, sectionId: number, isFavorite: boolean): Promise<void> => {
      await tx
        .insertInto('user_section_preferences')
        .values({ user_id: userId, section_id: sectionId, is_favorite: isFavorite })
        .onConflict((conflict) => conflict.columns(['user_id', 'section_id']).doUpdateSet({ is_favorite: isFavorite }))
        .execute()
    },

    recordSectionAccess: async (userId: number, sectionId: number): Promise<void> => {
      const now = sql<Date>`clock_now()`
      await tx
        .insertInto('user_section_preferences')
        .values({ user_id: userId, section_id: sectionId, last_accessed_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'section_id']).doUpdateSet({ last_accessed_at: now }))
        .execute()
    },

    recordPageAccess: async (userId: number, pageId: number): Promise<void> => {
      const now = sql<Date>`clock_now()`
      await tx
        .insertInto('user_page_accesses')
        .values({ user_id: userId, page_id: pageId, last_accessed_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'page_id']).doUpdateSet({ last_accessed_at: now }))
        .execute()
    },
  }
}
