import { FACTOR_ATTEMPTS_MINUTES, FACTOR_CHANGE_MINUTES } from '../limits.ts'

/** Texts of the second factor that the server says. */
export const secondFactorTexts = {
  second_factor_title: 'Verify it’s you',
  second_factor_unauthorized: 'Unauthorized.',
  second_factor_failed_duo: 'Error performing DUO enrollment.',
  second_factor_failed_built_in: 'Error performing second-factor enrollment.',
  second_factor_expired: 'This step has expired. Sign in again.',
  second_factor_not_reached: 'We can’t reach DUO right now. Try again in a few minutes.',
  second_factor_code_wrong: 'This code is incorrect or was already used. Enter the current code.',
  second_factor_recovery_wrong: 'This isn’t one of your unused recovery codes.',
  second_factor_passkey_wrong: 'This passkey wasn’t accepted. Try again, or use another way.',
  second_factor_passkey_not_added: 'We couldn’t add this passkey. Try again.',
  second_factor_too_many: `Too many attempts. Wait ${FACTOR_ATTEMPTS_MINUTES} minutes and try again.`,
  second_factor_skip_refused: 'Your account requires a second factor, so you can’t skip setup.',
  second_factor_fresh_sign_in: `Sign in again first. You can make this change within ${FACTOR_CHANGE_MINUTES} minutes of signing in.`,
  second_factor_last: 'Your account requires a second factor. Add another one before you remove this one.',
  second_factor_not_here: 'DUO manages your second factor. Change it there.',
} as const
