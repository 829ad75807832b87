import { getProfile, type Profile } from '@portico/contract/account.ts'
import { listSections, type UserSection } from '@portico/contract/home.ts'
import { query, queryClient } from '../../api/query.ts'
import { announcementsQuery } from './announcement-queries.ts'

export const sectionsQuery = (uid: number) => query(listSections, { params: { uid } })
export const profileQuery = () => query(getProfile)

/** Data that the page needs to render; announcements load separately, so that they can fail alone. */
export async function loadHome(uid: number): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(sectionsQuery(uid)),
    queryClient.ensureQueryData(profileQuery()),
    queryClient.prefetchQuery(announcementsQuery()),
  ])
}

type Details = UserSection['userSectionDetails']

/** Updates one tile in the cache. */
export function patchTile(uid: number, sectionId: number, details: Partial<Details>): void {
  queryClient.setQueryData(sectionsQuery(uid).queryKey, (tiles) =>
    tiles?.map((tile) =>
      tile.sectionId === sectionId ? { ...tile, userSectionDetails: { ...tile.userSectionDetails, ...details } } : tile,
    ),
  )
}

export const keepProfile = (profile: Profile): unknown => queryClient.setQueryData(profileQuery().queryKey, profile)
