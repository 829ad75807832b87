/** How long before the end the user is warned (decision B18). */
const WARNING_BEFORE_MS = 2 * 60_000

/** Minimum interval between reports of activity that caused no call. */
export const KEEP_ALIVE_INTERVAL_MS = 60_000

export type IdleState =
  | { kind: 'active'; checkAgainMs: number }
  | { kind: 'warning'; secondsLeft: number; checkAgainMs: number }
  | { kind: 'expired' }

/** State of a session that was last used at `lastAccess` and may be idle for `minutes`. */
export function idleState(lastAccess: number, minutes: number, now: number): IdleState {
  const remainingMs = lastAccess + minutes * 60_000 - now
  // With a very short timeout the warning covers its second half.
  const warningMs = Math.min(WARNING_BEFORE_MS, minutes * 30_000)
  if (remainingMs <= 0) return { kind: 'expired' }
  if (remainingMs > warningMs) return { kind: 'active', checkAgainMs: remainingMs - warningMs }
  const secondsLeft = Math.ceil(remainingMs / 1000)
  return { kind: 'warning', secondsLeft, checkAgainMs: remainingMs - (secondsLeft - 1) * 1000 }
}

/** Formats seconds: 95 → '1:35'. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Announced when the warning opens and every 30 seconds, not every second. */
const ANNOUNCE_INTERVAL_SECONDS = 30

/** The seconds left that are announced. */
export const announcedSeconds = (secondsLeft: number): number =>
  Math.ceil(secondsLeft / ANNOUNCE_INTERVAL_SECONDS) * ANNOUNCE_INTERVAL_SECONDS
