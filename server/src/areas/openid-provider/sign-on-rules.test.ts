import { describe, expect, test } from 'vitest'
import { isSignInTooOld } from './sign-on-rules.ts'

const [NOON, HOUR] = [1_000_000, 3600]
const isTooOld = (parameters: Record<string, string>, { signedIn = NOON - HOUR, asked = NOON - 10 } = {}) =>
  isSignInTooOld({ authenticatedAt: signedIn, now: NOON, askedAt: asked }, parameters)

describe('an application that opens by the sign-in of the portal', () => {
  test('accepts any sign-in where it asks for no newer one', () => {
    expect(isTooOld({})).toBe(false)
    expect(isTooOld({ prompt: 'none' })).toBe(false)
    expect(isTooOld({ prompt: 'select_account' })).toBe(false)
    expect(isTooOld({ prompt: 'consent' }, { signedIn: 0 })).toBe(false)
  })

  test.each(['login', 'consent login', 'login select_account'])(
    'has me sign in again after its request where it asks for %s',
    (prompt) => {
      expect(isTooOld({ prompt })).toBe(true)
      expect(isTooOld({ prompt }, { signedIn: NOON - 11 })).toBe(true)
      expect(isTooOld({ prompt }, { signedIn: NOON - 10 })).toBe(false)
      expect(isTooOld({ prompt }, { signedIn: NOON - 1 })).toBe(false)
    },
  )

  test('does not take a word that only contains the one for a sign-in', () => {
    expect(isTooOld({ prompt: 'nologin' })).toBe(false)
    expect(isTooOld({ prompt: 'login_again' })).toBe(false)
  })

  test('has me sign in again where mine is older than the seconds that it accepts', () => {
    expect(isTooOld({ max_age: '3599' })).toBe(true)
    expect(isTooOld({ max_age: '3600' })).toBe(false)
    expect(isTooOld({ max_age: '3601' })).toBe(false)
    expect(isTooOld({ max_age: '0' })).toBe(true)
    expect(isTooOld({ max_age: '0' }, { signedIn: NOON })).toBe(false)
  })

  test('may ask for both: a sign-in after its request is still too old by its age', () => {
    expect(isTooOld({ prompt: 'login', max_age: '5' }, { signedIn: NOON - 8 })).toBe(true)
    expect(isTooOld({ prompt: 'login', max_age: '9' }, { signedIn: NOON - 8 })).toBe(false)
  })
})
