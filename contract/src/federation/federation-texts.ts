/** Texts of federated sign-on: the company's own identity provider signs its people in. */
export const federationTexts = {
  /** The server's sentence follows (SIGN-071). */
  sso_error: 'Error calling SSO services :',
  sso_expired: 'This sign-in expired, was already used or started in another browser. Sign in again.',
  sso_answer_refused:
    'We couldn’t verify the response from your company’s sign-on. Try again. If it keeps happening, contact your Client Relations representative.',
  sso_company_refused: 'Your company didn’t sign you in. Try again or contact your company’s help desk.',
  sso_unknown_user: 'Your company account isn’t set up for this portal. Contact your Client Relations representative.',
  sso_no_provider: 'This company sign-on doesn’t exist here. Sign in again.',
  sso_arriving: 'Signing you in…',
  sso_failed_title: 'You’re not signed in',
  sso_again: 'Sign in again',
  sso_signed_out_title: 'You’re signed out',
  sso_signed_out_body: 'Your portal session has ended, and its data has been removed from this browser.',
  sso_signed_out_company:
    'You may still be signed in to your company account. If you share this device, sign out there too.',
  sso_sign_out_company: 'Sign out of your company account',
} as const
