/** How long before the end a person is warned (decision B18). */
const WARNING_MS = 2 * 60_000

/** Activity without any call is told to the server no more often than this. */
export const STAY_EVERY_MS = 60_000

export type IdleState =
  | { kind: 'active'; lookAgainMs: number }
  | { kind: 'warning'; secondsLeft: number; lookAgainMs: number }
  | { kind: 'expired' }

/** Where a session stands that was last used at `lastAccess` and may rest for `minutes`. */
export function idleState(lastAccess: number, minutes: number, now: number): IdleState {
  const left = lastAccess + minutes * 60_000 - now
  // With a very short timeout the warning takes its second half.
  const warning = Math.min(WARNING_MS, minutes * 30_000)
  if (left <= 0) return { kind: 'expired' }
  if (left > warning) return { kind: 'active', lookAgainMs: left - warning }
  const secondsLeft = Math.ceil(left / 1000)
  return { kind: 'warning', secondsLeft, lookAgainMs: left - (secondsLeft - 1) * 1000 }
}

/** 95 → '1:35' */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
