/** Texts of federated sign-on: the company's own identity provider signs its people in. */
export const federationTexts = {
  /** The server's sentence follows (SIGN-071). */
  sso_error: 'Error calling SSO services :',
  sso_expired: 'This sign-in took too long, was used already or did not begin in this browser. Please sign in again.',
  sso_answer_refused:
    'The answer of your company’s sign-on could not be accepted. Please try again. If it happens again, please contact your Client Relations representative.',
  sso_company_refused: 'Your company did not sign you in. Please try again or ask your company’s help desk.',
  sso_unknown_user:
    'Your company account is not set up for this portal. Please contact your Client Relations representative.',
  sso_no_provider: 'There is no such company sign-on here. Please sign in again.',
  sso_arriving: 'Signing you in…',
  sso_failed_title: 'You are not signed in',
  sso_again: 'Sign in again',
  sso_signed_out_title: 'You are signed out',
  sso_signed_out_body: 'Your session in this portal has ended, and nothing of it is left in this browser.',
  sso_signed_out_company:
    'You may still be signed in at your company, which could let the next person at this device back in. On a device that you share, sign out there too.',
  sso_sign_out_company: 'Sign out at your company',
} as const
