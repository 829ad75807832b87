/** What sign-in reads of an account, in one statement together with taking an attempt from its budget. */
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
  licence_accepted_at: Date | null
  may_sign_on_as: boolean
  locked_until: Date | null
  client_idle_minutes: number | null
  client_is_deleted: boolean
  /** Providers at which the user has enrolled a second factor. */
  second_factor_providers: string[]
  /** How often people of his client may put that off. */
  client_second_factor_skips: number
  now: Date
  /** False: the budget of wrong passwords is spent; nothing may be checked. */
  has_budget: boolean
}

/** What an attempt comes to: for a name that nobody has there is a row, but no user in it. */
export type Attempt = (SignInAccount | { user_id: null }) & {
  /** False: only the budget of a known browser pays for it, and it can lock nothing. */
  has_account_budget: boolean
  /** True: the user has come in by this browser before, and its own budget pays as well. */
  is_known_browser: boolean
  /** False: a human check is missing, and no attempt was taken. */
  is_human: boolean
}
