/** Texts of the window in which a service checks whether a person is there. */
export const humanCheckTexts = {
  human_check_title: 'Verify you’re human',
  human_check_lead: 'This protects accounts from automated password guessing. Sign-in continues automatically.',
  human_check_label: 'Security check',
  human_check_loading: 'Loading security check…',
  human_check_checking: 'Checking…',
  human_check_expired: 'The security check expired. Complete it again.',
  human_check_not_loaded:
    'We couldn’t load the security check. Try again, turn off content blockers, or use another network.',
  human_check_again: 'Try again',
  human_check_cancel: 'Cancel',
} as const
