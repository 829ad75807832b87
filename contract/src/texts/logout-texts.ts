/** Texts of the sign-out from applications, and of the page that follows no redirect. */
export const logoutTexts = {
  logout_title: 'Signing you out',
  logout_intro: 'You opened these applications in this session. The portal signs you out of each.',
  logout_at: 'Signing you out of {application}…',
  logout_waiting: 'Waiting',
  logout_current: 'In progress',
  logout_done: 'Signed out',
  logout_no_answer: 'No answer',
  logout_skipped: 'Skipped',
  logout_not_supported: 'Can’t be signed out from here',
  logout_skip: 'Skip {application}',
  logout_finish: 'Finish now',
  logout_receipt_title: 'You’re signed out',
  logout_receipt_all: 'You’re signed out of the portal and of every application that you opened.',
  logout_receipt_some:
    'You’re signed out of the portal. You may still be signed in to the applications marked below: sign out there, or close the browser.',
  logout_receipt_unknown:
    'You’re signed out of the portal. You may still be signed in to applications that you opened: sign out there, or close the browser.',
  logout_receipt_returned: 'The emulation has ended. These are the applications that were open in it.',
  logout_list: 'Applications',
  logout_sign_in: 'Sign in again',
  logout_continue: 'Continue',
  logout_return: 'Return to administration',
  redirect_blocked_title: 'Redirect blocked',
  redirect_blocked_body: 'The redirect is disabled because it contains untrusted data. Nothing was opened.',
} as const
