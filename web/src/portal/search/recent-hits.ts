import { useQueries, useQuery } from '@tanstack/react-query'
import type { UserSection } from '@portico/contract/home/home.ts'
import { getRecentVisits } from '@portico/contract/preferences/recent-visits.ts'
import type { SearchHit } from '@portico/contract/search/search.ts'
import { currentEmulation } from '../../api/emulation.ts'
import { query } from '../../api/query.ts'
import { useFinders } from '../../shell/admin-screens.ts'
import { visitedAddresses } from '../../shell/visited-addresses.ts'
import { type PaletteHit, useScreens } from './admin-hits.ts'

/** So many of each kind are offered before anything is typed. */
const RECENT_PER_KIND = 4

/** The pages of applications that the user opened last, as far as they still see them. */
const recentPages = (tiles: readonly UserSection[]): SearchHit[] =>
  tiles
    .flatMap(({ sectionId, sectionNm, userSectionPages }) =>
      userSectionPages.flatMap(({ pageId, pageNm, lastAccessDt }) =>
        lastAccessDt === null ? [] : [{ sectionId, sectionNm, pageId, pageNm, openedAt: lastAccessDt.getTime() }],
      ),
    )
    .toSorted((one, other) => other.openedAt - one.openedAt)
    .slice(0, RECENT_PER_KIND)
    .map(({ sectionId, sectionNm, pageId, pageNm }) => ({
      kindCd: 'page',
      id: pageId,
      titleTxt: pageNm,
      placeTxt: sectionNm,
      sectionId,
    }))

/** The addresses that were visited in this tab, and those that the server knows of before; the newest first. */
function useVisited(uid: number, isAdministrator: boolean): readonly string[] {
  const { data = [] } = useQuery({
    ...query(getRecentVisits, { params: { uid } }),
    // Signed on as a user, an administrator does not learn where that user was.
    enabled: isAdministrator && currentEmulation() === null,
    staleTime: 0,
    retry: false,
  })
  return [...new Set([...visitedAddresses(), ...data])]
}

/**
 * What the user opened last: applications, and people and screens of the administration, also before this visit. Names
 * come from the server, so that nobody is named whom the user may no longer see.
 */
export function useRecentHits(uid: number, tiles: readonly UserSection[]): PaletteHit[] {
  const screens = useScreens()
  const visited = useVisited(uid, screens.length > 0)
  const answers = useQueries({
    queries: useFinders().map(({ address, finder }) => ({
      queryKey: ['findVisited', address, uid, visited],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await (await finder()).findVisited?.({ uid, addresses: visited, signal })) ?? [],
      enabled: visited.length > 0,
      gcTime: 0,
      staleTime: 0,
    })),
  })
  const visitedScreens = visited.flatMap((address) => screens.filter(({ target }) => target === address))
  return [
    ...recentPages(tiles),
    ...answers.flatMap(({ data }) => (data ?? []).slice(0, RECENT_PER_KIND)),
    ...visitedScreens.slice(0, RECENT_PER_KIND),
  ]
}
