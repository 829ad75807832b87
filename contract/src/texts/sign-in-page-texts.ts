/** Further texts of the sign-in page. */
export const signInPageTexts = {
  login_show_password: 'Show password',
  login_hide_password: 'Hide password',
  login_continue: 'Continue',
  login_company_account: 'Sign in with your company account',
  login_arriving: 'Signing you in…',
  duplicate_session_device: 'Device',
  duplicate_session_place: 'Place',
  duplicate_session_last_access: 'Last used',
} as const
