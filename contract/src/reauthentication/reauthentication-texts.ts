import { FRESH_SIGN_IN_MINUTES } from '../kit/reauthentication.ts'

/** Texts of confirming who one is before a sensitive change. */
export const reauthenticationTexts = {
  reauth_needed: 'Confirm it’s you to continue.',
  reauth_title: 'Confirm it’s you',
  reauth_lead: `This needs a newer sign-in, so that nobody else can do it on your device. You signed in more than ${FRESH_SIGN_IN_MINUTES} minutes ago.`,
  reauth_password_label: 'Your password',
  reauth_password_submit: 'Confirm',
  reauth_factor_submit: 'Confirm',
  reauth_cancel: 'Cancel',
  reauth_canceled: 'Not saved: you didn’t confirm it’s you.',
  reauth_provider_lead:
    'You’ll sign in at your company and come back to this page with what you entered. Then save again.',
  reauth_provider_submit: 'Sign in at your company',
  reauth_none_lead: 'Sign out and sign in again, then make this change.',
  reauth_failed: 'That sign-in couldn’t be used. Try again.',
  reauth_other_user: 'You signed in as another user. Nothing was changed.',
  reauth_directory_unavailable: 'Your company directory isn’t available. Try again in a moment.',
} as const
