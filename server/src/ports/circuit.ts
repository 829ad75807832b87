/** After how many failures in a row a service is left alone, and for how long. */
export interface CircuitRules {
  failures: number
  restMs: number
}

/** Keeps callers from waiting for a service that has just failed several times. */
export interface Circuit {
  /** True while the service is to be left alone. Once the rest is over, one caller at a time may try. */
  isOpen(): boolean
  succeeded(): void
  failed(): void
}

export function circuit({ failures, restMs }: CircuitRules, now: () => number = () => performance.now()): Circuit {
  let inARow = 0
  let restsUntil = 0
  return {
    isOpen: () => {
      if (inARow < failures) return false
      if (now() < restsUntil) return true
      // Whoever asks first tries for all; the others wait for what comes of it.
      restsUntil = now() + restMs
      return false
    },
    succeeded: () => {
      inARow = 0
    },
    failed: () => {
      inARow++
      restsUntil = now() + restMs
    },
  }
}
