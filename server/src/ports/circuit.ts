/** Number of consecutive failures after which a service is not called, and for how long. */
export interface CircuitRules {
  failures: number
  cooldownMs: number
}

/** Keeps callers from waiting for a service that has just failed several times. */
export interface Circuit {
  /** True while the service must not be called. After the pause one caller at a time may try. */
  isOpen(): boolean
  succeeded(): void
  failed(): void
}

export function circuit({ failures, cooldownMs }: CircuitRules, now: () => number = () => performance.now()): Circuit {
  let inARow = 0
  let retryAt = 0
  return {
    isOpen: () => {
      if (inARow < failures) return false
      if (now() < retryAt) return true
      // The first caller tries; the others wait for the result.
      retryAt = now() + cooldownMs
      return false
    },
    succeeded: () => {
      inARow = 0
    },
    failed: () => {
      inARow++
      retryAt = now() + cooldownMs
    },
  }
}
