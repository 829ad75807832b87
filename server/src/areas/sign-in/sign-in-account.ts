/** The account as sign-in reads it, in the statement that consumes an attempt. */
export interface SignInAccount {
  user_id: number
  user_name: string
  first_name: string
  client_id: number
  status: number
  is_internal: boolean
  sign_in_kind: 'password' | 'directory' | 'federated'
  second_factor_required: boolean
  password_hash: string | null
  password_changed_at: Date | null
  password_ages: boolean
  temporary_password_expires_at: Date | null
  security_question_id: number | null
  license_accepted_at: Date | null
  may_sign_on_as: boolean
  locked_until: Date | null
  client_idle_minutes: number | null
  client_is_deleted: boolean
  /** Providers at which the user has enrolled a second factor. */
  second_factor_providers: string[]
  /** How often users of the client may postpone the enrollment. */
  client_second_factor_skips: number
  now: Date
  /** False: the attempt budget is exhausted; nothing may be checked. */
  has_budget: boolean
}

/** Result of an attempt. An unknown name gets a row without a user. */
export type Attempt = (SignInAccount | { user_id: null }) & {
  /** False: only the budget of a known browser is used, and the attempt cannot lock the account. */
  has_account_budget: boolean
  /** True: an attempt of this browser's own budget is consumed, which no lock by guesses from elsewhere affects. */
  has_browser_budget: boolean
  /** True: the user has signed in with this browser before. */
  is_known_browser: boolean
  /** True: attempts of this browser are stored, which the next sign-in deletes. */
  is_browser_counted: boolean
  /** False: a human check is missing, and no attempt was consumed. */
  is_human: boolean
  /** False: the pre-login token is used up or too old, and no attempt was consumed. */
  is_fresh: boolean
}
