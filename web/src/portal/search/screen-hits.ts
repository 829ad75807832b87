import { HITS_PER_KIND, type SearchHit } from '@portico/contract/search/search.ts'
import { useAdminScreens } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'

/** A screen of the administration that contains the words of a search. */
export interface ScreenHit {
  kindCd: 'admin'
  id: string
  titleTxt: string
  /** The name of its page in the menu, where the screen has another one. */
  placeTxt: string | null
}

export type PaletteHit = SearchHit | ScreenHit

/**
 * Finds the screens of the administration that the user may open by all words of a text, in the name of the screen, in
 * that of its page in the menu, and in that by which the page is known in every language.
 */
export function useScreenHits(): (text: string) => ScreenHit[] {
  const screens = useAdminScreens()
  const pageName = usePortalPageName()
  return (text) => {
    const words = text.trim().toLowerCase().split(/\s+/)
    if (text.trim() === '') return []
    return screens
      .map(({ address, title, page }) => {
        const [own, inMenu] = [title(), pageName(page)]
        const hit: ScreenHit = { kindCd: 'admin', id: address, titleTxt: own, placeTxt: inMenu === own ? null : inMenu }
        return { hit, names: `${own} ${inMenu} ${page}`.toLowerCase() }
      })
      .filter(({ names }) => words.every((word) => names.includes(word)))
      .slice(0, HITS_PER_KIND)
      .map(({ hit }) => hit)
  }
}
