import { describe, expect, test } from 'vitest'
import { accountFor, accountWithoutChoice, launchAddress, meetsNameIdPolicy, ownRelayState } from './launch-rules.ts'
import { nameIdFormats } from './saml-names.ts'

describe('the address of an application', () => {
  test.each([
    ['/app', '/app'],
    ['/', '/'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['https://app.test', 'https://app.test/'],
    ['http://app.test:8080/x?y', 'http://app.test:8080/x?y'],
  ])('%s may be opened', (location, address) => expect(launchAddress(location)).toBe(address))

  test.each([
    null,
    '',
    'app',
    '//evil.test',
    '/\\evil.test',
    '/a\\b',
    '/a b',
    '/a\n',
    'x/a',
    'javascript:alert(1)',
    'ftp://app.test',
    'httpss://app.test',
    'xhttp://app.test',
    'http+unix://app.test',
    'https://user@app.test',
    'https://:secret@app.test',
    'https://',
  ])('%j may not', (location) => expect(launchAddress(location)).toBeNull())
})

const account = { id: 7, name: 'ADA01', typeDescription: 'Clerk', isLastUsed: false }
const other = { id: 8, name: 'ADA02', typeDescription: 'Chief', isLastUsed: true }

describe('the account with which I open an application (decision C3)', () => {
  test('is my only one, or none where I have none', () => {
    expect(accountFor([account], undefined)).toEqual({ kind: 'with', account })
    expect(accountFor([], undefined)).toEqual({ kind: 'with', account: null })
  })

  test('is for me to choose where I have several, whichever I used last', () => {
    expect(accountFor([account, other], undefined)).toEqual({ kind: 'choose' })
    expect(accountFor([account, other], 8)).toEqual({ kind: 'with', account: other })
    expect(accountFor([account], 7)).toEqual({ kind: 'with', account })
  })

  test('is never one of somebody else', () => {
    expect(accountFor([account, other], 9)).toEqual({ kind: 'foreign' })
    expect(accountFor([], 0)).toEqual({ kind: 'foreign' })
  })
})

describe('the account with which an application asks for me, where nobody lets me choose', () => {
  test('is my only one, or the one that I chose last', () => {
    expect(accountWithoutChoice([account])).toBe(account)
    expect(accountWithoutChoice([account, other])).toBe(other)
  })

  test('is none where I have none, or have several and chose none yet', () => {
    expect(accountWithoutChoice([])).toBeNull()
    expect(accountWithoutChoice([account, { ...account, id: 9 }])).toBeNull()
  })
})

test('my name may be asked for in the form that the application gets, or in none, and in no other', () => {
  expect(meetsNameIdPolicy('', 'emailAddress')).toBe(true)
  expect(meetsNameIdPolicy(nameIdFormats.unspecified, 'emailAddress')).toBe(true)
  expect(meetsNameIdPolicy(nameIdFormats.emailAddress, 'emailAddress')).toBe(true)
  expect(meetsNameIdPolicy(nameIdFormats.persistent, 'emailAddress')).toBe(false)
})

test('the page that I open in an application goes along while its address has at most 80 bytes', () => {
  expect(ownRelayState(null)).toBeNull()
  expect(ownRelayState('')).toBeNull()
  expect(ownRelayState('/reports')).toBe('/reports')
  expect(ownRelayState('x'.repeat(80))).toBe('x'.repeat(80))
  expect(ownRelayState('x'.repeat(81))).toBeNull()
  expect(ownRelayState('é'.repeat(41))).toBeNull()
})
