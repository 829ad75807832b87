import { expect, test } from 'vitest'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import { overviewOfBea, profile } from '../../../test/user-profile.ts'
import { texts } from '../../api/texts.ts'
import { standingOf } from './standing.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)
const standing = (overview: Partial<UserOverview>) =>
  standingOf(profile, { ...overviewOfBea, ...overview }, texts(userOverviewTexts), now)

test.each<[moment: string, overview: Partial<UserOverview>, tone: string, says: RegExp]>([
  ['a lock that ends later', { lockEndDt: after }, 'warning', /too many wrong passwords/],
  ['a lock that ends now', { lockEndDt: now }, 'success', /can sign in/],
  ['a temporary password that ends later', { temporaryPasswordEndDt: after }, 'success', /can sign in/],
  ['a temporary password that ends now', { temporaryPasswordEndDt: now }, 'warning', /temporary password expired/],
  ['one that has ended', { temporaryPasswordEndDt: before }, 'warning', /temporary password expired/],
])('with %s', (_moment, overview, tone, says) => {
  expect(standing(overview)).toEqual({ tone, sentence: expect.stringMatching(says) })
})
