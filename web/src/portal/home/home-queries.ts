import { listSections, type UserSection } from '@portico/contract/home/home.ts'
import { query, queryClient } from '../../api/query.ts'
import { ownProfileQuery } from '../account-settings/own-profile.ts'
import { announcementsQuery } from './announcement-queries.ts'

export const sectionsQuery = (uid: number) => query(listSections, { params: { uid } })

/** The profile, which the page needs, with the tiles and the announcements, whose places say where they fail. */
export async function loadHome(uid: number): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(sectionsQuery(uid)).catch(() => undefined),
    queryClient.ensureQueryData(ownProfileQuery()),
    queryClient.prefetchQuery(announcementsQuery()),
  ])
}

type Details = UserSection['userSectionDetails']

/** The tiles with other details of one of them. */
export const withTileDetails = (tiles: UserSection[], sectionId: number, details: Partial<Details>): UserSection[] =>
  tiles.map((tile) =>
    tile.sectionId === sectionId ? { ...tile, userSectionDetails: { ...tile.userSectionDetails, ...details } } : tile,
  )

/** Updates one tile in the cache. */
export function patchTile(uid: number, sectionId: number, details: Partial<Details>): void {
  queryClient.setQueryData(sectionsQuery(uid).queryKey, (tiles) => tiles && withTileDetails(tiles, sectionId, details))
}
