/** Texts of the account settings. */
export const accountSettingsTexts = {
  security_title: 'Sign-in and security',
  security_help: 'How you sign in, and what keeps others out.',
  security_password: 'Password',
  security_password_own: 'You sign in with a password of this portal.',
  security_password_of_company: 'Your company keeps your password. Change it there.',
} as const
