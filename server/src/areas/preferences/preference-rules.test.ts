import {
  SAVED_FILTER_BYTES_MAX,
  SAVED_FILTER_NAME_MAX,
  SAVED_FILTERS_MAX,
} from '@portico/contract/preferences/preference-rules.ts'
import { describe, expect, test } from 'vitest'
import { columnIssue, filterIssue, normalizeFilters } from './preference-rules.ts'

const filter = (nameTxt: string, filters: Record<string, string | number> = {}) => ({ nameTxt, filters })

test('filters are stored with names on one line and without half characters', () => {
  expect(normalizeFilters([filter(' My\n fil\u0000ter \ud800', { name: 'a\ud800', employer: 7 })])).toEqual([
    filter('My filter \ufffd', { name: 'a\ufffd', employer: 7 }),
  ])
})

describe('saved filters', () => {
  const issue = (...saved: ReturnType<typeof filter>[]) => filterIssue('users', saved)

  test('are accepted up to their number, the length of their names and their size', () => {
    const many = Array.from({ length: SAVED_FILTERS_MAX + 1 }, (_, index) => filter(`f${index}`))
    expect(issue(...many.slice(1))).toBeUndefined()
    expect(issue(...many)).toEqual({ field: 'savedFilters', text: 'saved_filters_full' })
    expect(issue(filter('x'.repeat(SAVED_FILTER_NAME_MAX)))).toBeUndefined()
    expect(issue(filter('x'.repeat(SAVED_FILTER_NAME_MAX + 1)))).toEqual({ field: 'nameTxt', text: 'field_too_long' })
    // {"name":"…"} takes eleven bytes besides the value, and each ä two.
    const value = `${'ä'.repeat((SAVED_FILTER_BYTES_MAX - 12) / 2)}x`
    expect(issue(filter('a', { name: value }))).toBeUndefined()
    expect(issue(filter('a', { name: `${value}x` }))).toEqual({ field: 'filters', text: 'saved_filter_too_large' })
  })

  test('have a name, each another one in any case', () => {
    expect(issue(filter('a'), filter(''))).toEqual({ field: 'nameTxt', text: 'saved_filter_name_missing' })
    expect(issue(filter('Mine'), filter('other'), filter('mine'))).toEqual({
      field: 'nameTxt',
      text: 'saved_filter_name_taken',
    })
  })

  test('have only filters of their list', () => {
    expect(issue(filter('a', { name: 'x', status: '1', employer: 7 }))).toBeUndefined()
    expect(issue(filter('a', { name: 'x', actor: 'y' }))).toEqual({ field: 'filters', text: 'list_preference_unknown' })
    expect(filterIssue('audit', [filter('a', { actor: 'y' })])).toBeUndefined()
  })
})

test('only columns of the list can be hidden', () => {
  expect(columnIssue('users', [])).toBeUndefined()
  expect(columnIssue('users', ['lastNm', 'userStatus'])).toBeUndefined()
  expect(columnIssue('users', ['lastNm', 'actor'])).toEqual({ field: 'hiddenColumns', text: 'list_preference_unknown' })
})
