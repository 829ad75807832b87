import type { RowOf } from '../../db/statement.ts'
import type { accountOfUser } from './sign-in-store.ts'

/** The account as sign-in reads it, in the statement that consumes an attempt. */
export type SignInAccount = RowOf<typeof accountOfUser>

/** Result of an attempt. An unknown name gets a row without a user. */
export type Attempt = (SignInAccount | { userId: null }) & {
  /** False: only the budget of a known browser is used, and the attempt cannot lock the account. */
  hasAccountBudget: boolean
  /** True: an attempt of this browser's own budget is consumed, which no lock by guesses from elsewhere affects. */
  hasBrowserBudget: boolean
  /** True: the user has signed in with this browser before. */
  isKnownBrowser: boolean
  /** True: attempts of this browser are stored, which the next sign-in deletes. */
  isBrowserCounted: boolean
  /** False: a human check is missing, and no attempt was consumed. */
  isHuman: boolean
  /** False: the pre-login token is used up or too old, and no attempt was consumed. */
  isFresh: boolean
}
