/** Texts of the account settings. */
export const accountSettingsTexts = {
  settings_index: 'On this page',
  security_title: 'Sign-in and security',
  security_help: 'How you sign in and keep your account safe.',
  security_password: 'Password',
  security_password_change: 'Change password',
  security_password_signs_out: 'Changing your password signs you out everywhere. Sign in again with the new password.',
  account_settings_cancel: 'Cancel',
  password_expires_in: 'Your password expires {days, plural, one {tomorrow} other {in # days}}.',
  security_password_own: 'You sign in with a password for this portal.',
  security_password_of_company: 'Managed by your company.',
} as const
