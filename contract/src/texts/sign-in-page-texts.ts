/** Further texts of the sign-in page. */
export const signInPageTexts = {
  login_show_password: 'Show password',
  login_hide_password: 'Hide password',
  login_continue: 'Continue',
  login_password_later: 'We will ask for your password next, if you need one here.',
  login_company_account: 'Sign in with your company account',
  login_idle: 'You were signed out because nothing had been done for a while.',
  login_limit: 'You were signed out because a session ends after some hours, however busy it is.',
  login_revoked: 'You were signed out from another browser.',
  login_ended_by_company: 'You were signed out because your company account was.',
  login_typed_kept: 'What you had typed is kept here for you.',
  login_arriving: 'Signing you in…',
  duplicate_session_device: 'Device',
  duplicate_session_place: 'Place',
  duplicate_session_last_access: 'Last used',
} as const
