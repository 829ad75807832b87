import { describe, expect, test } from 'vitest'
import {
  daysUntilPasswordExpires,
  endOf,
  type GateFacts,
  gateOf,
  isAlive,
  isAuthenticationFresh,
  isPasswordExpired,
  type SessionLife,
} from './session-rules.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const NOW = new Date('2026-03-10T12:00:00Z')
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)

const user: GateFacts = {
  signInKind: 'password',
  isInternal: false,
  licenseAcceptedAt: NOW,
  passwordChangedAt: ago(DAY_MS),
  passwordSpentAt: null,
  passwordAges: true,
  securityQuestionId: 1,
}

describe('a password expires (B13)', () => {
  const aged = (milliseconds: number) => ({ ...user, passwordChangedAt: ago(milliseconds) })
  test.each([
    ['a millisecond before 90 days', 90 * DAY_MS - 1, false, 1],
    ['after exactly 90 days', 90 * DAY_MS, true, 0],
    ['a millisecond after 90 days', 90 * DAY_MS + 1, true, 0],
    ['a day later', 91 * DAY_MS, true, -1],
  ])('%s', (_when, age, isExpired, days) => {
    expect(isPasswordExpired(aged(age), NOW, 90)).toBe(isExpired)
    expect(daysUntilPasswordExpires(aged(age), NOW, 90)).toBe(days)
    expect(gateOf(aged(age), NOW, 90)).toBe(isExpired ? 'expired' : null)
  })

  test.each<[string, Partial<GateFacts>, number]>([
    ['where passwords do not age', {}, 0],
    ['of a user whose password does not age', { passwordAges: false }, 90],
    ['that is temporary', { passwordChangedAt: null }, 90],
    ['of a directory user', { signInKind: 'directory' }, 90],
  ])('never one %s', (_which, over, maxAgeDays) => {
    expect(daysUntilPasswordExpires({ ...aged(999 * DAY_MS), ...over }, NOW, maxAgeDays)).toBeNull()
  })
})

describe('the gates of a session stand in one order (B7)', () => {
  const open = { passwordChangedAt: null, securityQuestionId: null } as const
  test.each<[string | null, Partial<GateFacts>]>([
    ['license', { licenseAcceptedAt: null, passwordChangedAt: ago(999 * DAY_MS), securityQuestionId: null }],
    ['expired', { passwordChangedAt: ago(999 * DAY_MS), securityQuestionId: null }],
    ['temporary', open],
    ['secured', { ...open, passwordSpentAt: NOW }],
    ['question', { securityQuestionId: null }],
    [null, {}],
    [null, { isInternal: true, licenseAcceptedAt: null }],
    [null, { ...open, signInKind: 'federated' }],
  ])('%s', (gate, over) => expect(gateOf({ ...user, ...over }, NOW, 90)).toBe(gate))
})

describe('a session lives', () => {
  const session: SessionLife = {
    lastActiveAt: NOW,
    idleMinutes: 30,
    expiresAt: new Date(NOW.getTime() + DAY_MS),
    endedAt: null,
    closingAt: null,
    userStatus: 1,
    isClientDeleted: false,
  }
  const idle = (milliseconds: number) => ({ ...session, lastActiveAt: ago(milliseconds) })
  const until = (milliseconds: number) => ({ ...session, expiresAt: new Date(NOW.getTime() + milliseconds) })

  test.each([
    ['a millisecond before the idle limit', idle(30 * MINUTE_MS - 1), true],
    ['not at the idle limit', idle(30 * MINUTE_MS), false],
    ['a millisecond before its absolute limit', until(1), true],
    ['not at its absolute limit', until(0), false],
    ['not once ended', { ...session, endedAt: NOW }, false],
    ['a millisecond before its logout chain has had its time', { ...session, closingAt: ago(90_000 - 1) }, true],
    ['not once its logout chain has had its time', { ...session, closingAt: ago(90_000) }, false],
    ['not of an inactive user', { ...session, userStatus: 2 }, false],
    ['not of a deleted organization', { ...session, isClientDeleted: true }, false],
  ])('%s (S25)', (_when, life, lives) => expect(isAlive(life, NOW)).toBe(lives))

  test('and its browser shows which limit ended it', () => {
    expect(endOf(idle(30 * MINUTE_MS), null, NOW)).toEqual({ endReason: 'idle' })
    expect(endOf(until(0), null, NOW)).toEqual({ endReason: 'limit' })
    expect(endOf({ ...session, closingAt: ago(90_000) }, null, NOW)).toEqual({ endReason: 'closed' })
    expect(endOf({ ...session, endedAt: NOW }, 'displaced', NOW)).toEqual({ endReason: 'displaced' })
    for (const endReason of ['revoked', 'password-changed', 'company'])
      expect(endOf({ ...session, endedAt: NOW }, endReason, NOW)).toEqual({ endReason })
    expect(endOf({ ...session, endedAt: NOW }, 'logout', NOW)).toBeNull()
    expect(endOf({ ...session, endedAt: NOW }, null, NOW)).toBeNull()
    expect(endOf({ ...idle(30 * MINUTE_MS), userStatus: 2 }, null, NOW)).toBeNull()
  })
})

test.each([
  [0, true],
  [15 * MINUTE_MS, true],
  [15 * MINUTE_MS + 1, false],
])('%i ms after it, a sign-in is fresh: %s (S52)', (age, isFresh) => {
  expect(isAuthenticationFresh(ago(age), NOW)).toBe(isFresh)
})
