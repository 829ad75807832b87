import { expect, test } from 'vitest'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import { overviewOfBea, profile } from '../../../test/user-profile.ts'
import { texts } from '../../api/texts.ts'
import { factorLines, passwordLine } from './account-facts.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const words = () => texts(userOverviewTexts)
const of = (overview: Partial<UserOverview>): UserOverview => ({ ...overviewOfBea, ...overview })

test.each([
  ['expires later', 1, /^Temporary/],
  ['expires now', 0, /expired/],
  ['has expired', -1, /expired/],
])('a temporary password that %s is called so', (_what, ms, says) => {
  const temporaryPasswordEndDt = new Date(now.getTime() + ms)
  expect(passwordLine(profile.user, of({ temporaryPasswordEndDt }), words(), now)).toMatch(says)
})

test('who signs in at their company has no password here, whatever is stored', () => {
  const overview = of({ temporaryPasswordEndDt: now, passwordDt: now })
  for (const kind of [{ federatedUser: true }, { idmuser: true }])
    expect(passwordLine({ ...profile.user, ...kind }, overview, words(), now)).toBe(
      userOverviewTexts.user_overview_password_company,
    )
})

test.each([
  [{ isRequired: true, isOff: false }, userOverviewTexts.user_overview_factor_none],
  [{ isRequired: false, isOff: false }, userOverviewTexts.user_overview_factor_not_required],
  [{ isRequired: true, isOff: true }, userOverviewTexts.user_overview_factor_off],
])('without a second factor and with %o the reason stands there alone', (rules, says) => {
  expect(factorLines(of({ secondFactors: [], recoveryCodeCnt: 3 }), rules, words())).toEqual([says])
})

test('recovery codes are named while there are some, after the factors', () => {
  const factor = { kindCd: 'passkey', factorCnt: 1, addedDt: now, lastUsedDt: null } as const
  const lines = (recoveryCodeCnt: number) =>
    factorLines(of({ secondFactors: [factor], recoveryCodeCnt }), { isRequired: true, isOff: false }, words())
  expect(lines(0)).toHaveLength(1)
  expect(lines(1)).toEqual([...lines(0), expect.stringMatching(/1/)])
})
