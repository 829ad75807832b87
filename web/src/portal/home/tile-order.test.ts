import { describe, expect, it } from 'vitest'
import type { UserSection } from '@portico/contract/home/home.ts'
import { isUnavailable, matchOf, shownTiles, sortTiles } from './tile-order.ts'

interface Wanted {
  favorite?: boolean
  used?: string
  pages?: { name: string; items?: [string, string][]; enabled?: boolean }[]
}

let lastId = 0
function tile(
  sectionNm: string,
  { favorite = false, used, pages = [{ name: `${sectionNm} page` }] }: Wanted = {},
): UserSection {
  lastId += 1
  return {
    sectionId: lastId,
    sectionNm,
    tileColor: null,
    tileImage: `/ccservices/images/tiles/${lastId}.png`,
    userSectionDetails: { favoriteFlg: favorite, lastAccessDt: used ? new Date(used) : null },
    userSectionPages: pages.map(({ name, items = [], enabled = true }, index) => ({
      pageId: lastId * 100 + index,
      pageNm: name,
      systemId: 3,
      ccPageLocationTxt: null,
      ccHelpPageLocationTxt: null,
      openInNewWindowFlg: true,
      linkEnabledFlg: enabled,
      ssoFlg: false,
      accountChoiceFlg: false,
      lastAccessDt: null,
      applicationSubLinks: items.map(([sublinkNm, descriptionTxt]) => ({ sublinkNm, descriptionTxt })),
    })),
  }
}

const names = (tiles: readonly UserSection[]) => tiles.map(({ sectionNm }) => sectionNm)

const shelf = [
  tile('warehouse', { used: '2026-11-02T10:00:00Z' }),
  tile('Älter werden'),
  tile('Billing', { favorite: true }),
  tile('Analytics', { used: '2026-11-20T10:00:00Z' }),
  tile('Zoning', { favorite: true, used: '2026-11-20T09:00:00Z' }),
]

describe('sorted by name', () => {
  it('ignores case and accents', () => {
    expect(names(sortTiles(shelf, 'alphabetical'))).toEqual([
      'Älter werden',
      'Analytics',
      'Billing',
      'warehouse',
      'Zoning',
    ])
  })

  it('compares numbers by value, and keeps the order of equal names', () => {
    const [first, second] = [tile('Report'), tile('Report')]
    expect(sortTiles([second, first], 'alphabetical')).toEqual([first, second])
    expect(names(sortTiles([tile('Area 10'), tile('Area 9')], 'alphabetical'))).toEqual(['Area 9', 'Area 10'])
  })

  it('does not change its input', () => {
    const before = names(shelf)
    sortTiles(shelf, 'alphabetical')
    expect(names(shelf)).toEqual(before)
  })
})

it('favorites come first, each part by name', () => {
  expect(names(sortTiles(shelf, 'favorites'))).toEqual(['Billing', 'Zoning', 'Älter werden', 'Analytics', 'warehouse'])
})

it('the most recently used comes first, never used ones follow by name', () => {
  expect(names(sortTiles(shelf, 'recent'))).toEqual(['Analytics', 'Zoning', 'warehouse', 'Älter werden', 'Billing'])
})

it('favorites only hides the rest', () => {
  const shown = shownTiles(shelf, { sort: 'alphabetical', favoritesOnly: true, term: '' })
  expect(names(shown.map(({ tile: one }) => one))).toEqual(['Billing', 'Zoning'])
})

describe('a search', () => {
  const finance = tile('Finance', {
    pages: [
      { name: 'Invoices', items: [['Credit notes', 'Money we give back']] },
      { name: 'Dunning', items: [['Reminders', 'Third and last']] },
    ],
  })

  it('finds a tile by its name, without accents or capitals', () => {
    expect(matchOf(tile('Zürich Büro'), 'zurich')).toEqual({ kind: 'name' })
    expect(matchOf(tile('Zurich'), 'ZÜRICH')).toEqual({ kind: 'name' })
  })

  it('finds a tile by one of its pages', () => {
    expect(matchOf(finance, 'invo')).toEqual({ kind: 'page', text: 'Invoices' })
  })

  it('finds a tile by a search item and by the item’s description', () => {
    expect(matchOf(finance, 'credit')).toEqual({ kind: 'item', text: 'Credit notes' })
    expect(matchOf(finance, 'last third')).toEqual({ kind: 'item', text: 'Reminders' })
  })

  it('requires all words in one text', () => {
    expect(matchOf(finance, 'invoices reminders')).toBeNull()
    expect(matchOf(finance, 'nothing')).toBeNull()
  })

  it('of only spaces finds everything', () => {
    expect(matchOf(finance, '   ')).toEqual({ kind: 'name' })
  })
})

it('a tile is unavailable when none of its pages can be opened', () => {
  expect(isUnavailable(tile('Down', { pages: [{ name: 'A', enabled: false }] }))).toBe(true)
  expect(isUnavailable(tile('Half', { pages: [{ name: 'A', enabled: false }, { name: 'B' }] }))).toBe(false)
})
