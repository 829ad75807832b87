import { MIN_RECOVERY_RESPONSE_MS } from '../areas/password/recover-password.ts'
import { CHANGE_TURN_MS } from '../areas/scim/change-turns.ts'
import { MIN_FAILURE_RESPONSE_MS } from '../areas/sign-in/sign-in-by-password.ts'
import { TOKEN_FACTS_MS } from '../areas/sign-in/token-facts.ts'
import { SLOW_CLIENT_TIMEOUT_MS } from '../http/slow-client.ts'
import { PROOF_EFFORT, type ProofEffort } from '../ports/human-check/proof-of-work.ts'
import { UPSTREAM_TIMEOUT_MS } from '../ports/upstream-timeout.ts'

/** Timeouts and the amount of work. Not a setting: tests of other things use shorter ones. */
export interface Timings {
  /** Timeout of calls to other servers during a request. */
  upstreamTimeoutMs: number
  /** Minimum time of a failed sign-in when a directory is configured. */
  minFailureResponseMs: number
  /** Minimum time of a password recovery answer. */
  minRecoveryResponseMs: number
  /** Effort of the portal's own human check. */
  proofEffort: ProofEffort
  /** Time after which the OpenID Connect provider reads its keys and the names of claims again. */
  openIdRefreshMs: number
  /** Time for which the facts that a pre-login token depends on are kept. */
  tokenFactsMs: number
  /** How long the reader of an answer may take nothing before it is dropped. */
  slowClientTimeoutMs: number
  /** How long a change of a directory waits for its turn. */
  changeTurnMs: number
}

export const defaultTimings: Timings = {
  upstreamTimeoutMs: UPSTREAM_TIMEOUT_MS,
  minFailureResponseMs: MIN_FAILURE_RESPONSE_MS,
  minRecoveryResponseMs: MIN_RECOVERY_RESPONSE_MS,
  proofEffort: PROOF_EFFORT,
  openIdRefreshMs: 60_000,
  tokenFactsMs: TOKEN_FACTS_MS,
  slowClientTimeoutMs: SLOW_CLIENT_TIMEOUT_MS,
  changeTurnMs: CHANGE_TURN_MS,
}
