import type { CheckService, ProofOfWork } from '@portico/contract/human-check.ts'

/** What a browser is given to solve: exactly one of the two. */
export interface OfferedCheck {
  proofOfWork: ProofOfWork | null
  service: CheckService | null
}

/** Tells people from programs, or at least makes programs pay. */
export interface HumanCheck {
  /** A fresh check, good for ten minutes. */
  offer(): Promise<OfferedCheck>
  /**
   * The fingerprint under which a passed check is spent, so that it passes once; null if it was not passed.
   * Throws `CheckServiceAway` where that could not be found out.
   */
  judge(token: string): Promise<Buffer | null>
}

/** Whether a check was passed could not be found out, by whoever's fault but the person's. */
export class CheckServiceAway extends Error {
  override readonly name = 'CheckServiceAway'
  constructor(cause?: unknown) {
    super('The service of the human check gives no usable answer', { cause })
  }
}

/** Minutes that a check, and having passed it, are good for: as long as a pre-login token. */
export const CHECK_MINUTES = 10
