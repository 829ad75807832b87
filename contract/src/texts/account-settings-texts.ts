/** Texts of the account settings. */
export const accountSettingsTexts = {
  security_title: 'Sign-in and security',
  security_help: 'How you sign in, and what keeps others out.',
  security_password: 'Password',
  security_password_change: 'Change password',
  security_password_signs_out: 'When it is changed you are signed out everywhere, and sign in with the new password.',
  account_settings_cancel: 'Cancel',
  password_expires_in: 'Your password expires in {days} days.',
  password_expires_tomorrow: 'Your password expires tomorrow.',
  security_password_own: 'You sign in with a password of this portal.',
  security_password_of_company: 'Your company keeps your password. Change it there.',
} as const
