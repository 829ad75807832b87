import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HITS_PER_KIND, type SearchHit } from '@portico/contract/search/search.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { query } from '../../api/query.ts'
import { useAddressOfUser, useScreensToOpen } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'

/** What a search finds for administrators: a screen, or a user, whose profile opens. */
export interface AdminHit {
  kindCd: 'admin' | 'user'
  id: string
  address: string
  titleTxt: string
  /** The menu entry of a screen, where it has another name; the user ID and employer of a user. */
  placeTxt: string | null
}

export type PaletteHit = SearchHit | AdminHit

/** Letters from which on users are searched. */
const PERSON_MIN = 2

/**
 * Finds the screens of the administration that the user may open by all words of a text, in the name of the screen, in
 * that of its page in the menu, and in that by which the page is known in every language.
 */
export function useScreenHits(text: string): AdminHit[] {
  const screens = useScreensToOpen()
  const pageName = usePortalPageName()
  const words = text.toLowerCase().split(/\s+/)
  if (text === '') return []
  // The six screens of one menu entry leave room for one that has the words in its own name.
  const isNamed = ({ titleTxt }: AdminHit) => words.every((word) => titleTxt.toLowerCase().includes(word))
  return screens
    .map(({ address, title, page }) => {
      const [own, inMenu] = [title(), pageName(page)]
      const hit: AdminHit = {
        kindCd: 'admin',
        id: address,
        address,
        titleTxt: own,
        placeTxt: inMenu === own ? null : inMenu,
      }
      return { hit, names: `${own} ${inMenu} ${page}`.toLowerCase() }
    })
    .filter(({ names }) => words.every((word) => names.includes(word)))
    .toSorted((one, other) => Number(isNamed(other.hit)) - Number(isNamed(one.hit)))
    .slice(0, HITS_PER_KIND)
    .map(({ hit }) => hit)
}

/**
 * Finds users whose profile the reader may open. `isCurrent`: the hits are those of the text, or there are none for now.
 */
export function useUserHits(uid: number, text: string): { hits: AdminHit[]; isCurrent: boolean; hasFailed: boolean } {
  const addressOf = useAddressOfUser()
  const isAsked = addressOf !== null && text.length >= PERSON_MIN
  const { data, isPlaceholderData, isPending, isError } = useQuery({
    ...query(listUsers, { params: { uid }, body: { nm: text, pageSize: 15 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return { hits: [], isCurrent: true, hasFailed: false }
  const hits = (data?.result ?? []).slice(0, HITS_PER_KIND).map((user): AdminHit => ({
    kindCd: 'user',
    id: String(user.userId),
    address: addressOf(user.userId),
    titleTxt: fullName(user),
    placeTxt: `${user.userNm}, ${user.employerNm}`,
  }))
  return { hits, isCurrent: !isPending && !isPlaceholderData, hasFailed: isError }
}
