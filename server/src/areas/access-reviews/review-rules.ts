import type { AccessReviewState } from '@portico/contract/access-reviews/access-reviews.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The longest review, with a day for the time zones. */
const LONGEST_MS = 367 * DAY_MS

/** Why a review cannot be due then; null where it can. */
export function dueIssue(now: Date, due: Date): 'past' | 'too-far' | null {
  if (due <= now) return 'past'
  return due.getTime() - now.getTime() > LONGEST_MS ? 'too-far' : null
}

/** The state of a review with this number of open decisions. */
export function reviewState(isDue: boolean, openCount: number): AccessReviewState {
  if (openCount === 0) return 'done'
  return isDue ? 'ended' : 'open'
}
