/** What the provider says of its person. */
export interface Stated {
  userName: string | null
  email: string | null
  /** Null: it says nothing about that. */
  isEmailVerified: boolean | null
}

/** What has to agree between the provider's person and a user of the portal when they first meet. */
export interface Claim {
  userName: string
  email: string
}

/**
 * Who is not linked yet is taken for the directory user whose user ID and e-mail address both are those
 * that the provider states; one alone may have been another's, or be chosen by the person. An address that
 * the provider calls unverified counts for nothing. Null: nobody can be claimed.
 */
export function claimOf({ userName, email, isEmailVerified }: Stated): Claim | null {
  if (userName === null || userName.trim() === '' || email === null || isEmailVerified === false) return null
  return { userName, email }
}
