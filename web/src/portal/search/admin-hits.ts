import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { HITS_PER_KIND, type SearchHit } from '@portico/contract/search/search.ts'
import { useFinders, useScreensToOpen } from '../../shell/admin-screens.ts'
import type { FoundRecord } from '../../shell/found-records.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'

/** A screen of the administration. */
export interface ScreenHit {
  kindCd: 'admin'
  id: string
  target: string
  titleTxt: string
  /** Its menu entry, where it has another name. */
  placeTxt: string | null
}

export type PaletteHit = SearchHit | FoundRecord | ScreenHit

/** Kinds of records in display order: an act follows the user whose name the text may be. */
export const recordKinds = ['user', 'act', 'client', 'application'] as const

/** Letters from which on records are searched. */
const RECORD_MIN = 2

/** The screens of the administration that the user may open. */
export const useScreens = (): ScreenHit[] => useNamedScreens().map(({ hit }) => hit)

/** The screens with all names by which they are found. */
function useNamedScreens(): { hit: ScreenHit; names: string }[] {
  const screens = useScreensToOpen()
  const pageName = usePortalPageName()
  return screens.map(({ address, title, page }) => {
    const [own, inMenu] = [title(), pageName(page)]
    const hit: ScreenHit = {
      kindCd: 'admin',
      id: address,
      target: address,
      titleTxt: own,
      placeTxt: inMenu === own ? null : inMenu,
    }
    return { hit, names: `${own} ${inMenu} ${page}`.toLowerCase() }
  })
}

/**
 * Finds the screens of the administration that the user may open by all words of a text, in the name of the screen, in
 * that of its page in the menu, and in that by which the page is known in every language.
 */
export function useScreenHits(text: string): ScreenHit[] {
  const screens = useNamedScreens()
  const words = text.toLowerCase().split(/\s+/)
  if (text === '') return []
  // The six screens of one menu entry leave room for one that has the words in its own name.
  const isNamed = ({ titleTxt }: ScreenHit) => words.every((word) => titleTxt.toLowerCase().includes(word))
  return screens
    .filter(({ names }) => words.every((word) => names.includes(word)))
    .toSorted((one, other) => Number(isNamed(other.hit)) - Number(isNamed(one.hit)))
    .slice(0, HITS_PER_KIND)
    .map(({ hit }) => hit)
}

/**
 * Finds records of the administration, and acts on them, for who may open their screens. `isCurrent`: the hits are those
 * of the text; until then those of the text before it stay.
 */
export function useRecordHits(
  uid: number,
  text: string,
): { hits: FoundRecord[]; isCurrent: boolean; hasFailed: boolean } {
  const isAsked = text.length >= RECORD_MIN
  const answers = useQueries({
    queries: useFinders().map(({ address, finder }) => ({
      queryKey: ['findRecords', address, uid, text],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await finder()).findRecords({ uid, text, signal }),
      enabled: isAsked,
      // What can be done to a user changes with each act.
      gcTime: 0,
      staleTime: 0,
    })),
  })
  const found = answers.flatMap(({ data }) => data ?? [])
  const hits = ([...recordKinds, 'admin'] as const).flatMap((kind) =>
    found.filter(({ kindCd }) => kindCd === kind).slice(0, HITS_PER_KIND),
  )
  const isCurrent = !isAsked || answers.every(({ isPending }) => !isPending)
  const [last, setLast] = useState<{ text: string; hits: FoundRecord[] }>({ text: '', hits: [] })
  // The text whose hits stay while the next one is searched.
  const kept = isAsked ? text : ''
  if (isCurrent && last.text !== kept) setLast({ text: kept, hits: isAsked ? hits : [] })
  return {
    hits: isCurrent ? (isAsked ? hits : []) : last.hits,
    isCurrent,
    hasFailed: isAsked && answers.some(({ isError }) => isError),
  }
}
