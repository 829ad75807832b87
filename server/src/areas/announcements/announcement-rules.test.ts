import { describe, expect, test } from 'vitest'
import {
  type AnnouncementContent,
  announcementDigest,
  dayBefore,
  reviewRefusal,
  statusAfter,
} from './announcement-rules.ts'

const draft = {
  title: 'Office closed',
  message: '<p>On Monday</p>',
  language: null,
  translations: [],
  kind: 'operational',
  audience: 'all',
  from: '2026-03-01',
  to: null,
  targets: { systems: [], industries: [], departments: [], clients: [] },
} as const satisfies AnnouncementContent

test('the day before crosses months and leap days', () => {
  expect(['2026-03-01', '2028-03-01', '2027-01-01'].map(dayBefore)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31'])
})

test('publish publishes, review keeps it back (ANNC-049)', () => {
  expect([statusAfter('publish'), statusAfter('review')]).toEqual(['published', 'review'])
})

test('announcements are the same when they say the same to the same users, in whichever order these are named', () => {
  const one = announcementDigest({ ...draft, targets: { ...draft.targets, clients: [1, 20, 3] } })
  expect(announcementDigest({ ...draft, targets: { ...draft.targets, clients: [3, 20, 1] } })).toEqual(one)
  expect(announcementDigest({ ...draft, targets: { ...draft.targets, departments: [1, 20, 3] } })).not.toEqual(one)
  expect(
    announcementDigest({ ...draft, to: '2026-03-09', targets: { ...draft.targets, clients: [1, 20, 3] } }),
  ).not.toEqual(one)
})

describe('who reviews an announcement', () => {
  const waiting = { status: 'review', submittedBy: 1, sentBackAt: null, to: '2026-03-09' } as const
  const other = { reviewerId: 2, requiresOther: true, today: '2026-03-09' }

  test('somebody else, where a second person is required; otherwise its author too', () => {
    expect(reviewRefusal(waiting, 'publish', other)).toBeNull()
    expect(reviewRefusal(waiting, 'send_back', other)).toBeNull()
    expect(reviewRefusal(waiting, 'publish', { ...other, reviewerId: 1 })).toBe('announcement_own_review')
    expect(reviewRefusal(waiting, 'send_back', { ...other, reviewerId: 1 })).toBe('announcement_own_review')
    expect(reviewRefusal(waiting, 'publish', { ...other, reviewerId: 1, requiresOther: false })).toBeNull()
    expect(reviewRefusal({ ...waiting, submittedBy: null }, 'publish', other)).toBeNull()
  })

  test('only what waits', () => {
    for (const status of ['published', 'expired', 'deleted'] as const)
      expect(reviewRefusal({ ...waiting, status }, 'publish', other)).toBe('announcement_not_waiting')
    const sentBackAt = new Date('2026-03-01')
    expect(reviewRefusal({ ...waiting, sentBackAt }, 'publish', other)).toBe('announcement_not_waiting')
    expect(reviewRefusal({ ...waiting, sentBackAt }, 'send_back', other)).toBe('announcement_not_waiting')
  })

  test('nothing is published after its last day, but sent back', () => {
    const later = { ...other, today: '2026-03-10' }
    expect(reviewRefusal(waiting, 'publish', later)).toBe('announcement_review_ended')
    expect(reviewRefusal(waiting, 'send_back', later)).toBeNull()
    expect(reviewRefusal({ ...waiting, to: null }, 'publish', later)).toBeNull()
  })
})
