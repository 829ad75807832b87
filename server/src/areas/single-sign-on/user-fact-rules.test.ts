import { describe, expect, test } from 'vitest'
import type { NameSource, SignOnFact } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import { attributesOf, claimsOf, nameFor, type UserFacts } from './user-fact-rules.ts'

const ada: UserFacts = {
  userName: 'ada.l',
  email: 'ada@example.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  clientName: 'Harbor',
  isInternal: true,
  isAdministrator: false,
  account: { name: 'ADA01', typeDescription: 'Clerk' },
  pairwiseName: 'p-1',
  actorName: null,
}

describe('what an application gets about me', () => {
  test.each<[SignOnFact, string | boolean, string]>([
    ['user-name', 'ada.l', 'ada.l'],
    ['email', 'ada@example.test', 'ada@example.test'],
    ['first-name', 'Ada', 'Ada'],
    ['last-name', 'Lovelace', 'Lovelace'],
    ['display-name', 'Ada Lovelace', 'Ada Lovelace'],
    ['client', 'Harbor', 'Harbor'],
    ['is-internal', true, 'Y'],
    ['is-administrator', false, 'N'],
    ['account', 'ADA01', 'ADA01'],
    ['account-type', 'Clerk', 'Clerk'],
  ])('as %s is the same by either protocol, under the name that it has there', (fact, claim, attribute) => {
    expect(claimsOf({ theirs: fact }, ada)).toStrictEqual({ theirs: claim })
    expect(attributesOf({ theirs: fact }, ada)).toStrictEqual({ theirs: [attribute] })
  })

  test('of an account is nothing where I have none', () => {
    const mapping = { name: 'account', type: 'account-type', mail: 'email' } as const
    expect(attributesOf(mapping, { ...ada, account: null })).toStrictEqual({
      name: [],
      type: [],
      mail: ['ada@example.test'],
    })
    expect(claimsOf(mapping, { ...ada, account: null })).toStrictEqual({ mail: 'ada@example.test' })
  })

  test('is nothing that it is not given', () => {
    expect(attributesOf({}, ada)).toStrictEqual({})
    expect(claimsOf({}, ada)).toStrictEqual({})
  })

  test('also names the administrator who acts as me (E8)', () => {
    const emulated = { ...ada, actorName: 'mia' }
    expect(attributesOf({ theirs: 'email' }, emulated)).toStrictEqual({ theirs: ['ada@example.test'], actor: ['mia'] })
    expect(claimsOf({ theirs: 'email' }, emulated)).toStrictEqual({ theirs: 'ada@example.test', actor: 'mia' })
  })
})

describe('my name for an application', () => {
  test.each<[NameSource, string]>([
    ['user-name', 'ada.l'],
    ['email', 'ada@example.test'],
    ['pairwise', 'p-1'],
    ['system-account', 'ADA01'],
  ])('from %s is %s', (source, name) => expect(nameFor(source, ada)).toBe(name))

  test('is none where it is that of an account and I have none, or a random one that is still to be made', () => {
    expect(nameFor('system-account', { ...ada, account: null })).toBeNull()
    expect(nameFor('pairwise', { ...ada, pairwiseName: '' })).toBeNull()
  })
})
