import type { UserSection } from '@portico/contract/home/home.ts'
import { perLocale } from '../../ui/locale.ts'

/** Sort orders of the tiles; filters are separate. */
export type TileSort = 'alphabetical' | 'favorites' | 'recent'

const collator = perLocale((locale) => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }))

const byName = (a: UserSection, b: UserSection) =>
  collator().compare(a.sectionNm, b.sectionNm) || a.sectionId - b.sectionId
const favoriteFirst = (a: UserSection, b: UserSection) =>
  Number(b.userSectionDetails.favoriteFlg) - Number(a.userSectionDetails.favoriteFlg)
const usedAt = (tile: UserSection) => tile.userSectionDetails.lastAccessDt?.getTime() ?? Number.NEGATIVE_INFINITY

/** Decision C5: the most recently used first; those never used follow by name. */
function byUse(a: UserSection, b: UserSection): number {
  const [usedA, usedB] = [usedAt(a), usedAt(b)]
  return usedA === usedB ? byName(a, b) : usedB > usedA ? 1 : -1
}

const orders: Record<TileSort, (a: UserSection, b: UserSection) => number> = {
  alphabetical: byName,
  favorites: (a, b) => favoriteFirst(a, b) || byName(a, b),
  recent: byUse,
}

/** Sorts the tiles. */
export const sortTiles = (tiles: readonly UserSection[], sort: TileSort): UserSection[] => tiles.toSorted(orders[sort])

/** Where a search term was found: the match is shown unless it is the name itself. */
export type Match = { kind: 'name' } | { kind: 'page'; text: string } | { kind: 'item'; text: string }

/** Lower case without accents: `Zurich` finds `Zürich`. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Finds a term in the name of a tile, then in its pages, then in their search items; null without a match. */
export function matchOf(tile: UserSection, term: string): Match | null {
  const words = plain(term).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  if (has(tile.sectionNm)) return { kind: 'name' }
  const page = tile.userSectionPages.find(({ pageNm }) => has(pageNm))
  if (page) return { kind: 'page', text: page.pageNm }
  const item = tile.userSectionPages
    .flatMap(({ applicationSubLinks }) => applicationSubLinks)
    .find(({ sublinkNm, descriptionTxt }) => has(`${sublinkNm} ${descriptionTxt}`))
  return item ? { kind: 'item', text: item.sublinkNm } : null
}

export interface TileView {
  sort: TileSort
  favoritesOnly: boolean
  term: string
}

export interface ShownTile {
  tile: UserSection
  match: Match
}

/** The tiles of a view, sorted. */
export function shownTiles(tiles: readonly UserSection[], { sort, favoritesOnly, term }: TileView): ShownTile[] {
  const filtered = favoritesOnly ? tiles.filter(({ userSectionDetails }) => userSectionDetails.favoriteFlg) : tiles
  return sortTiles(filtered, sort).flatMap((tile) => {
    const match = matchOf(tile, term)
    return match ? [{ tile, match }] : []
  })
}

/** True when none of the tile's pages is available. */
export const isUnavailable = (tile: UserSection): boolean => tile.userSectionPages.every((page) => !page.linkEnabledFlg)
