/** Texts of the forgot-password wizard. */
export const recoveryTexts = {
  recovery_title: 'Forgot password',
  recovery_step: 'Step {step} of 3',
  recovery_user_help: 'The name that you sign in with.',
  recovery_answer: 'Answer',
  recovery_answer_help: 'Capital letters do not matter.',
  recovery_question: 'Your security question',
  recovery_next: 'Next',
  recovery_previous: 'Previous',
  recovery_login: 'Login',
  recovery_done_title: 'Check your e-mail',
  recovery_sent:
    'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.',
  recovery_valid: 'If the answer was right, it holds a temporary password that works once, within {time}.',
  recovery_nothing: 'Nothing arrived? Go back to the question and answer it again.',
  recovery_link_step: 'Step {step} of 2',
  recovery_link_valid: 'The link in it works once, within {time}.',
  recovery_link_nothing: 'Nothing arrived? Look among unwanted mails, or go back and ask again.',
  recovery_link_title: 'Choose a new password',
  recovery_link_body: 'For {userName}. All places where you are signed in are signed out.',
  recovery_link_submit: 'Save new password',
  recovery_link_over_title: 'This link is no longer good',
  recovery_link_over:
    'It works once and for 30 minutes, and only the latest one counts. Open it from the mail again, or ask for a new one.',
  recovery_link_again: 'Ask for a new link',
  recovery_token_failed: 'Error getting prelogin csrf token',
  recovery_too_often:
    'That was too many tries. Please try again later, or contact your Client Relations representative.',
} as const
