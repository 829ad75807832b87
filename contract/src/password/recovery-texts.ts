import { RECOVERY_LINK_MINUTES } from '../limits.ts'

/** Texts of the forgot-password wizard. */
export const recoveryTexts = {
  recovery_title: 'Forgot password',
  recovery_step: 'Step {step} of 3',
  recovery_user_help: 'The name you sign in with.',
  recovery_user_missing: 'Enter your user ID.',
  recovery_answer_help: 'Capitalization doesn’t matter.',
  recovery_question: 'Your security question',
  recovery_next: 'Next',
  recovery_previous: 'Previous',
  recovery_login: 'Login',
  recovery_done_title: 'Check your email',
  recovery_sent:
    'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.',
  recovery_no_match:
    'Your user ID and answer don’t match our records. Check both and try again, or contact your Client Relations representative.',
  recovery_valid: 'The email contains a temporary password that works once, within {time}.',
  recovery_nothing: 'Didn’t get an email? Check your spam folder, or go back and answer again for another one.',
  recovery_link_step: 'Step {step} of 2',
  recovery_link_valid: 'The link in the email works once, within {time}.',
  recovery_link_nothing: 'Didn’t get an email? Check your spam folder, or go back and request another link.',
  recovery_link_title: 'Choose a new password',
  recovery_link_body: 'For {userName}. This signs you out everywhere.',
  recovery_link_submit: 'Save new password',
  recovery_link_over_title: 'This link no longer works',
  recovery_link_over: `A link works once, for ${RECOVERY_LINK_MINUTES} minutes, and only the latest one is valid. Open it from your email again, or request a new one.`,
  recovery_link_again: 'Request a new link',
  recovery_token_failed: 'Error getting prelogin csrf token',
  recovery_too_often: 'Too many attempts. Try again later, or contact your Client Relations representative.',
} as const
