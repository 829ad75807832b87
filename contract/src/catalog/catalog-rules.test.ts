import { describe, expect, test } from 'vitest'
import {
  applicationIssues,
  distinctSoftware,
  hasCcFeature,
  isApplicationAddress,
  isExternalApplication,
  isHalfEntered,
  isSameSearchItem,
  nameIssues,
  newApplication,
  plainSearchItem,
  searchItemIssues,
  withSoftware,
} from './catalog-rules.ts'

const good = { pageNm: 'Invoices', systemId: 100, sectionId: 1, ccPageLocationTxt: null, ccHelpPageLocationTxt: null }
const issuesOf = (change: Partial<Parameters<typeof applicationIssues>[0]>) =>
  applicationIssues({ ...good, ...change }).map(({ field, text }) => `${field} ${text}`)

test('an application that states nothing is shown, granted, open, in a new window, external, and for everybody (CATA-052..057)', () => {
  expect(newApplication).toEqual({
    internalUserPage: false,
    dispFlg: true,
    pageAssignableFlg: true,
    linkEnabledFlg: true,
    openInNewWindowFlg: true,
    admAccessRqrFlg: false,
    externalAppFlg: true,
    requestableFlg: false,
  })
})

test('an application of system 1 or 2 is never external (CATA-059)', () => {
  expect([1, 2, 3, 100].map((id) => isExternalApplication(id, true))).toEqual([false, false, true, true])
  expect(isExternalApplication(100, false)).toBe(false)
})

describe('the details of an application', () => {
  test('need a name, a system and a section (CATA-069)', () => {
    expect(issuesOf({})).toEqual([])
    expect(issuesOf({ pageNm: ' \t ', systemId: null, sectionId: null })).toEqual([
      'pageNm field_required',
      'system field_required',
      'section field_required',
    ])
    expect(issuesOf({ pageNm: 'x'.repeat(100) })).toEqual([])
    expect(issuesOf({ pageNm: 'x'.repeat(101) })).toEqual(['pageNm field_too_long'])
  })

  test('never name “All Applications”, and need no section in the portal’s own system (CATA-105)', () => {
    expect(issuesOf({ systemId: 1 })).toEqual(['system field_required'])
    expect(issuesOf({ systemId: 2, sectionId: null })).toEqual([])
  })

  test('have an address for help only beside their own (CATA-061)', () => {
    expect(hasCcFeature({ ccPageLocationTxt: '/x' })).toBe(true)
    expect([null, ''].map((ccPageLocationTxt) => hasCcFeature({ ccPageLocationTxt }))).toEqual([false, false])
    expect(issuesOf({ ccPageLocationTxt: '/x', ccHelpPageLocationTxt: 'https://help.test' })).toEqual([])
    expect(issuesOf({ ccPageLocationTxt: '', ccHelpPageLocationTxt: '' })).toEqual([])
    expect(issuesOf({ ccHelpPageLocationTxt: '/x' })).toEqual(['ccPageLocationTxt field_required'])
    expect(issuesOf({ ccPageLocationTxt: 'x', ccHelpPageLocationTxt: 'y' })).toEqual([
      'ccPageLocationTxt catalog_address_invalid',
      'ccHelpPageLocationTxt catalog_address_invalid',
    ])
  })
})

describe('an address of an application', () => {
  test.each(['/demo/1', '/a?b=c#d', 'https://app.example.test/start', 'HTTP://x'])('may be %s', (address) =>
    expect(isApplicationAddress(address)).toBe(true),
  )
  test.each([
    '',
    'app',
    '//evil.test',
    String.raw`/\evil.test`,
    String.raw`/a\b`,
    '/a b',
    '/a\u0000',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pw@evil.test/',
    'ftp://x.test',
  ])('is never %j', (address) => expect(isApplicationAddress(address)).toBe(false))
})

test('a name is one line of at most 100 characters', () => {
  expect(nameIssues('sectionNm', 'Cards')).toEqual([])
  expect(nameIssues('sectionNm', '\u202E ')).toEqual([{ field: 'sectionNm', text: 'field_required' }])
  expect(nameIssues('sectionNm', 'x'.repeat(101))).toEqual([{ field: 'sectionNm', text: 'field_too_long' }])
})

describe('a search item', () => {
  const item = { sublinkNm: 'Refund', descriptionTxt: 'Return a payment' }
  const issues = (typed: typeof item, others: (typeof item)[] = []) =>
    searchItemIssues(typed, others).map(({ field, text }) => `${field} ${text}`)

  test('with the name and description of another one is a duplicate, in any case (CATA-070)', () => {
    expect(issues(item, [item])).toEqual(['sublinkNm search_item_duplicate'])
    expect(isSameSearchItem(item, { sublinkNm: ' REFUND ', descriptionTxt: 'return a  payment' })).toBe(true)
    expect(isSameSearchItem(item, { ...item, descriptionTxt: 'Another' })).toBe(false)
    expect(isSameSearchItem(item, { ...item, sublinkNm: 'Void' })).toBe(false)
    expect(issues(item, [{ ...item, descriptionTxt: 'Another' }])).toEqual([])
  })

  test('has a name, and keeps to its limits', () => {
    expect(issues({ sublinkNm: ' ', descriptionTxt: 'x' })).toEqual(['sublinkNm field_required'])
    expect(issues({ sublinkNm: 'x'.repeat(100), descriptionTxt: 'x'.repeat(500) })).toEqual([])
    expect(issues({ sublinkNm: 'x'.repeat(101), descriptionTxt: 'x'.repeat(501) })).toEqual([
      'sublinkNm field_too_long',
      'descriptionTxt field_too_long',
    ])
    expect(plainSearchItem({ sublinkNm: ' a\n b ', descriptionTxt: ' ' })).toEqual({
      sublinkNm: 'a b',
      descriptionTxt: '',
    })
  })

  test('is half entered as soon as anything of it is typed (CATA-072)', () => {
    expect(isHalfEntered({ sublinkNm: ' ', descriptionTxt: '' })).toBe(false)
    expect(isHalfEntered({ sublinkNm: 'x', descriptionTxt: '' })).toBe(true)
    expect(isHalfEntered({ sublinkNm: '', descriptionTxt: 'x' })).toBe(true)
  })
})

test('open-source names are added once (CATA-073)', () => {
  const names = ['nginx']
  expect(withSoftware(names, ' NGINX ')).toBe(names)
  expect(withSoftware(names, '  ')).toBe(names)
  expect(withSoftware(names, ' React ')).toEqual(['nginx', 'React'])
  expect(distinctSoftware(['ICU', 'icu', '', 'zlib', 'ICU '])).toEqual(['ICU', 'zlib'])
})
