import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run } from '../../db/run.ts'

// The tables `user_section_preferences` and `user_page_accesses`.

/** Sets the value; repeated calls have no further effect. */
export async function setFavorite(tx: Tx, userId: number, sectionId: number, isFavorite: boolean): Promise<void> {
  await run(
    tx,
    queries
      .insertInto('user_section_preferences')
      .values({ user_id: userId, section_id: sectionId, is_favorite: isFavorite })
      .onConflict((conflict) => conflict.columns(['user_id', 'section_id']).doUpdateSet({ is_favorite: isFavorite })),
  )
}

export async function recordSectionAccess(tx: Tx, userId: number, sectionId: number): Promise<void> {
  const now = sql<Date>`clock_now()`
  await run(
    tx,
    queries
      .insertInto('user_section_preferences')
      .values({ user_id: userId, section_id: sectionId, last_accessed_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'section_id']).doUpdateSet({ last_accessed_at: now })),
  )
}

export async function recordPageAccess(tx: Tx, userId: number, pageId: number): Promise<void> {
  const now = sql<Date>`clock_now()`
  await run(
    tx,
    queries
      .insertInto('user_page_accesses')
      .values({ user_id: userId, page_id: pageId, last_accessed_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'page_id']).doUpdateSet({ last_accessed_at: now })),
  )
}
