/** Who asks for the second factor. */
export type ProviderName = 'built-in' | 'duo'

/** What decides whether somebody is asked for a second factor. */
export interface FactorFacts {
  second_factor_required: boolean
  second_factor_providers: readonly string[]
}

/** Enrolled: asked at every sign-in, also where nobody demands it. Not enrolled: only where it is demanded (decision B5). */
export function stepFor(facts: FactorFacts, provider: ProviderName): 'show' | 'enrol' | null {
  if (facts.second_factor_providers.includes(provider)) return 'show'
  return facts.second_factor_required ? 'enrol' : null
}

/** How often somebody may still put off his enrolment. */
export const skipsLeft = (allowed: number, skipped: number): number => Math.max(0, allowed - skipped)

/** How long after signing in a change needs no password from somebody who has none here. */
const FRESH_MINUTES = 10

export function isFresh(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FRESH_MINUTES * 60_000
}
