/** The claims of the provider about its user. */
export interface Stated {
  userName: string | null
  email: string | null
  /** Null: the provider makes no such claim. */
  isEmailVerified: boolean | null
}

/** What has to match between the provider's user and a user of the portal at the first sign-in. */
export interface Claim {
  userName: string
  email: string
}

/**
 * Returns the criteria for linking a new identity: the directory user must have both the user ID and the email address
 * that the provider states; one alone may have belonged to another person, or be chosen by the user. An address that
 * the provider calls unverified does not count. Null: no user may be linked.
 */
export function claimOf({ userName, email, isEmailVerified }: Stated): Claim | null {
  if (userName === null || userName.trim() === '' || email === null || isEmailVerified === false) return null
  return { userName, email }
}
