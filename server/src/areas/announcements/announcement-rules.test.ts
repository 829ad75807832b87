import { expect, test } from 'vitest'
import { type AnnouncementContent, announcementDigest, dayBefore, statusAfter } from './announcement-rules.ts'

const draft = {
  title: 'Office closed',
  message: '<p>On Monday</p>',
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
