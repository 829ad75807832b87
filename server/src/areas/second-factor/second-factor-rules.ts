import { FACTOR_CHANGE_MINUTES } from '@portico/contract/limits.ts'

/** Provider of the second factor. */
export type ProviderName = 'built-in' | 'duo'

/** What decides whether a user needs a second factor. */
export interface FactorFacts {
  secondFactorRequired: boolean
  secondFactorProviders: readonly string[]
}

/**
 * Enrolled users are asked at every sign-in, even where it is not required; others only where it is required (decision
 * B5).
 */
export function stepFor(facts: FactorFacts, provider: ProviderName): 'show' | 'enrol' | null {
  if (facts.secondFactorProviders.includes(provider)) return 'show'
  return facts.secondFactorRequired ? 'enrol' : null
}

/** How often a user may still postpone the enrollment. */
export const skipsLeft = (allowed: number, skipped: number): number => Math.max(0, allowed - skipped)

/** Whether the sign-in is recent enough to stand for the password of a user who has none here. */
export function isFresh(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FACTOR_CHANGE_MINUTES * 60_000
}
