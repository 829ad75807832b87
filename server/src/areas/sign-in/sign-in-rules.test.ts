import { describe, expect, test } from 'vitest'
import { foldUserName, isLockedByGuesses, accountStateOf } from './sign-in-rules.ts'

type Facts = Parameters<typeof accountStateOf>[0]

const NOW = new Date('2026-03-10T12:00:00Z')
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const FOREVER = Infinity as unknown as Date

const good: Facts = {
  status: 1,
  lockedUntil: null,
  now: NOW,
  signInKind: 'password',
  temporaryPasswordExpiresAt: null,
  passwordChangedAt: NOW,
  clientIsDeleted: false,
}
const temporary = (end: number): Partial<Facts> => ({
  passwordChangedAt: null,
  temporaryPasswordExpiresAt: at(end),
})

describe('the state of an account whose owner is known (B1, B7)', () => {
  test.each<[ReturnType<typeof accountStateOf>, string, Partial<Facts>]>([
    ['good', 'an active user', {}],
    ['inactive', 'an inactive user', { status: 2 }],
    ['unknown', 'a deleted user', { status: 3 }],
    ['unknown', 'a user of a deleted organization', { clientIsDeleted: true }],
    ['good', 'a temporary password a millisecond before its end', temporary(1)],
    ['unknown', 'a temporary password at its end', temporary(0)],
    ['good', 'a temporary password without an end', { ...temporary(0), temporaryPasswordExpiresAt: null }],
    ['good', 'the end of a temporary password that was replaced', { ...temporary(-1), passwordChangedAt: NOW }],
    ['unknown', 'an inactive user whose temporary password is used up', { ...temporary(-1), status: 2 }],
    ['unknown', 'a locked user whose temporary password is used up', { ...temporary(-1), lockedUntil: at(1) }],
    ['inactive', 'an inactive user with a temporary password that is good', { ...temporary(1), status: 2 }],
    ['inactive', 'an inactive user who is locked as well', { status: 2, lockedUntil: at(1) }],
    ['locked', 'a lock a millisecond before its end', { lockedUntil: at(1) }],
    ['good', 'a lock at its end', { lockedUntil: at(0) }],
    ['locked', 'a lock without end', { lockedUntil: FOREVER }],
    [
      'good',
      'a directory user with the remains of a temporary password',
      { ...temporary(-1), signInKind: 'directory' },
    ],
  ])('is %s: %s', (state, _which, over) => expect(accountStateOf({ ...good, ...over })).toBe(state))
})

test.each([
  [at(1), true],
  [at(0), false],
  [FOREVER, false],
  [null, false],
])('a lock until %s counts as one of guesses: %s', (lockedUntil, isOne) => {
  expect(isLockedByGuesses({ lockedUntil, now: NOW })).toBe(isOne)
})

test('attempts for one name are counted under one form of it', () => {
  for (const typed of ['ann.smith', ' Ann.Smith\t', 'ANN.SMITH', 'ａｎｎ.smith'])
    expect(foldUserName(typed)).toBe('ann.smith')
  expect(foldUserName('ann smith')).toBe('ann smith')
})
