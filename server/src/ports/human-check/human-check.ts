import type { CheckService, ProofOfWork } from '@portico/contract/human-check/human-check.ts'

/** The check offered to a browser: exactly one of the two. */
export interface OfferedCheck {
  proofOfWork: ProofOfWork | null
  service: CheckService | null
}

/** Distinguishes people from programs, or makes programs pay. */
export interface HumanCheck {
  /** Returns a new check, valid for ten minutes. */
  offer(): Promise<OfferedCheck>
  /**
   * Returns the fingerprint under which a passed check is consumed, so that it counts once; null when it was not
   * passed. @throws CheckServiceUnavailable when that could not be verified.
   */
  verify(token: string): Promise<Buffer | null>
}

/** The check could not be verified, for a reason other than the user. */
export class CheckServiceUnavailable extends Error {
  override readonly name = 'CheckServiceUnavailable'
  constructor(cause?: unknown) {
    super('The service of the human check gives no usable answer', { cause })
  }
}

/** Minutes that a check, and having passed it, are valid: as long as a pre-login token. */
export const CHECK_MINUTES = 10
