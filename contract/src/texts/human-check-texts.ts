/** Texts of the window in which a service checks whether a person is there. */
export const humanCheckTexts = {
  human_check_title: 'Are you a person?',
  human_check_lead: 'This keeps programs from guessing passwords. It takes a moment, and sign-in goes on by itself.',
  human_check_label: 'Check by our security service',
  human_check_loading: 'Loading the check…',
  human_check_checking: 'Checking…',
  human_check_expired: 'That took too long, so the check has run out. Please do it once more.',
  human_check_not_loaded:
    'The check could not be loaded. Try again, switch off what blocks it in your browser, or use another network.',
  human_check_again: 'Try again',
  human_check_cancel: 'Cancel',
} as const
