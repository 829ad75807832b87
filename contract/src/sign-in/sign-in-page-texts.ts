/** Further texts of the sign-in page. */
export const signInPageTexts = {
  login_show_password: 'Show password',
  login_hide_password: 'Hide password',
  login_continue: 'Continue',
  login_password_later: 'We’ll ask for your password next if you need one here.',
  login_company_account: 'Sign in with your company account',
  login_idle: 'You were signed out because you were inactive.',
  login_limit: 'Your session reached its maximum length.',
  login_revoked: 'You were signed out from another browser.',
  login_ended_by_company: 'Your company ended your session.',
  login_typed_kept: 'We’ll restore what you typed when you sign in.',
  login_arriving: 'Signing you in…',
  duplicate_session_device: 'Device',
  duplicate_session_place: 'Place',
  duplicate_session_last_access: 'Last used',
} as const
