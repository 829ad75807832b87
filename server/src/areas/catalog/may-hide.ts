import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import { run } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'

/**
 * True where an administrator may hide these screens of the portal itself: nobody takes from others what they lack
 * (S82). Portal administrators hide all of them.
 */
export const mayHideScreens = ({ isPortalAdmin, pageIds }: Authority, ids: readonly number[]): boolean =>
  isPortalAdmin || ids.every((id) => pageIds.includes(id))

const selectPages = statement([int], {
  name: 'catalog: select pages',
  text: `select id from pages where section_id = $1 and system_id = ${PORTAL_SYSTEM_ID} and deleted_at is null`,
  row: { id: int },
})

/** Ids of the screens of the portal itself in a section. */
export async function screensOfSection(tx: Tx, sectionId: number): Promise<number[]> {
  const found = await run(tx, selectPages(sectionId))
  return found.map(({ id }) => id)
}
