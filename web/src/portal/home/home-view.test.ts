import { describe, expect, it } from 'vitest'
import { SectionSort } from '@portico/contract/account/account.ts'
import { preferenceOf, readHomeSearch, homeSearchOf, viewOf } from './home-view.ts'

describe('the address of the home page', () => {
  it('is read without errors, whatever it contains', () => {
    expect(readHomeSearch({ sort: 'recent', favorites: 1, q: 'tax' })).toEqual({
      sort: 'recent',
      favorites: 1,
      q: 'tax',
    })
    expect(readHomeSearch({ sort: 'upside-down', favorites: 'yes', q: 2024 })).toEqual({ q: '2024' })
    expect(readHomeSearch({ q: { $ne: 1 }, sort: ['recent'] })).toEqual({})
    expect(readHomeSearch({})).toEqual({})
  })

  it('is unchanged after reading and writing', () => {
    const view = { sort: 'favorites', favoritesOnly: true, term: 'tax' } as const
    expect(viewOf(readHomeSearch({ ...homeSearchOf(view) }), 'ALPHABETICAL')).toEqual(view)
  })

  it('omits default values', () => {
    expect(homeSearchOf({ sort: 'recent', favoritesOnly: false, term: '' })).toEqual({ sort: 'recent' })
  })
})

describe('what the page shows', () => {
  it.each(SectionSort.options)('without a sort order in the address follows the preference: %s', (preference) => {
    expect(preferenceOf(viewOf({}, preference))).toBe(preference)
  })

  it('follows the address, against the preference', () => {
    expect(viewOf({ sort: 'recent' }, 'FAVORITES_ONLY')).toEqual({ sort: 'recent', favoritesOnly: false, term: '' })
    expect(viewOf({ favorites: 1 }, 'RECENTLY_USED')).toEqual({ sort: 'recent', favoritesOnly: true, term: '' })
  })

  it('is saved as the nearest of the four preferences', () => {
    expect(preferenceOf({ sort: 'alphabetical', favoritesOnly: true })).toBe('FAVORITES_ONLY')
    expect(preferenceOf({ sort: 'recent', favoritesOnly: true })).toBe('RECENTLY_USED')
  })
})
