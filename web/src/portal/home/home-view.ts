import type { SectionSort } from '@portico/contract/account/account.ts'
import type { TileSort, TileView } from './tile-order.ts'

/** Search params of the home page: `?sort=recent&favorites=1&q=report`. Missing ones follow the user's preference. */
export interface HomeSearch {
  sort?: TileSort
  favorites?: 1
  q?: string
}

const sorts: readonly TileSort[] = ['alphabetical', 'favorites', 'recent']

/** Reads the search params; ignores invalid ones. */
export function readHomeSearch(raw: Readonly<Record<string, unknown>>): HomeSearch {
  const sort = sorts.find((one) => one === raw['sort'])
  // The router reads `q=2024` as a number.
  const term = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']) : ''
  return {
    ...(sort ? { sort } : {}),
    ...(String(raw['favorites']) === '1' ? { favorites: 1 } : {}),
    ...(term === '' ? {} : { q: term }),
  }
}

const preferred: Record<SectionSort, { sort: TileSort; favoritesOnly: boolean }> = {
  ALPHABETICAL: { sort: 'alphabetical', favoritesOnly: false },
  FAVORITES: { sort: 'favorites', favoritesOnly: false },
  FAVORITES_ONLY: { sort: 'favorites', favoritesOnly: true },
  RECENTLY_USED: { sort: 'recent', favoritesOnly: false },
}

/** The view by the search params, or else by the user's preference. A sort in the address overrides both parts. */
export function viewOf({ sort, favorites, q = '' }: HomeSearch, preference: SectionSort): TileView {
  if (sort) return { sort, favoritesOnly: favorites === 1, term: q }
  const view = preferred[preference]
  return { ...view, favoritesOnly: view.favoritesOnly || favorites === 1, term: q }
}

/** The search params of a view. */
export const homeSearchOf = ({ sort, favoritesOnly, term }: TileView): HomeSearch => ({
  sort,
  ...(favoritesOnly ? { favorites: 1 } : {}),
  ...(term === '' ? {} : { q: term }),
})

/** The preference to save. Favorites only looks the same in both orders, so they share one preference. */
export function preferenceOf({ sort, favoritesOnly }: Pick<TileView, 'sort' | 'favoritesOnly'>): SectionSort {
  if (sort === 'recent') return 'RECENTLY_USED'
  if (favoritesOnly) return 'FAVORITES_ONLY'
  return sort === 'favorites' ? 'FAVORITES' : 'ALPHABETICAL'
}
