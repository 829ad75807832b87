import { expect, test } from 'vitest'
import { dueIssue, reviewState } from './review-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  ['2026-11-22T12:00:00Z', 'past'],
  ['2026-11-22T12:00:01Z', null],
  ['2027-11-22T23:59:59Z', null],
  ['2027-11-24T12:00:00Z', null],
  ['2027-11-24T12:00:01Z', 'too-far'],
] as const)('a review that is due at %s: %s', (due, issue) => expect(dueIssue(now, new Date(due))).toBe(issue))

test.each([
  [false, 3, 'open'],
  [true, 3, 'ended'],
  [false, 0, 'done'],
  [true, 0, 'done'],
] as const)('past its due date: %s, with %i open decisions: %s', (isDue, open, state) =>
  expect(reviewState(isDue, open)).toBe(state),
)
