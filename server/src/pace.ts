import { RECOVERY_FLOOR_MS } from './areas/password/recover-password.ts'
import { FAILURE_FLOOR_MS } from './areas/sign-in/sign-in-by-password.ts'
import { PROOF_EFFORT, type ProofEffort } from './ports/human-check/proof-of-work.ts'
import { PATIENCE_MS } from './ports/patience.ts'

/** How long the portal waits, and how much work it asks for. No setting: tests that prove something else go faster. */
export interface Pace {
  /** How long a person waits for a server that the portal asks meanwhile. */
  patienceMs: number
  /** Where there is a directory, no failed sign-in is answered sooner. */
  failureFloorMs: number
  /** Nobody who has forgotten a password is answered sooner. */
  recoveryFloorMs: number
  /** What a browser has to do for the portal's own human check. */
  proofEffort: ProofEffort
}

export const usualPace: Pace = {
  patienceMs: PATIENCE_MS,
  failureFloorMs: FAILURE_FLOOR_MS,
  recoveryFloorMs: RECOVERY_FLOOR_MS,
  proofEffort: PROOF_EFFORT,
}
