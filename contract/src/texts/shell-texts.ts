/** Texts of the frame around every page. */
export const shellTexts = {
  menu_main: 'Main',
  offline_line: 'You’re offline. What you typed is kept, and the page goes on when you’re online again.',
  offline_over: 'You’re online again.',
  file_page_title: 'File',
  menu_ask_for_application: 'Ask for an application',
  menu_contact_us: 'Contact us',
  session_ending_body: 'To protect your account, we’ll sign you out in {time}.',
  typed_restored: 'We restored what you’d typed.',
  error_title: 'We couldn’t show this page',
  error_hint: 'Try again. If it keeps happening, contact your Client Relations representative.',
  error_reported: 'We’ve been notified.',
  error_updated: 'The portal may have been updated after you opened it.',
  error_reference: 'Reference for support:',
  error_reference_copy: 'Copy',
} as const
