/** Texts of the frame around every page. */
export const shellTexts = {
  menu_main: 'Main',
  menu_contact_us: 'Contact us',
  menu_no_screen: 'This screen is not part of this version yet.',
  session_ending_body: 'For your safety you will be signed out in {time}.',
  typed_restored: 'You are back where you were, with what you had typed.',
  error_title: 'This page could not be shown',
  error_hint: 'Try again; if it happens again, contact your Client Relations representative.',
  error_reported: 'We have been told about it.',
  error_reference: 'Reference for support:',
  error_reference_copy: 'Copy',
} as const
