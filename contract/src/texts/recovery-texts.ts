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
  recovery_valid: 'The temporary password in it works once, within {time}.',
  recovery_nothing: 'Nothing arrived? Go back to the question and answer it again.',
  recovery_token_failed: 'Error getting prelogin csrf token',
  recovery_too_often:
    'That was too many tries. Please try again later, or contact your Client Relations representative.',
} as const
