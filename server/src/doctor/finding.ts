/** One line of the doctor: the check, its result, and what to do about a problem. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** Timeout of checks of other servers, in milliseconds. */
export const CHECK_TIMEOUT_MS = 5_000
