/** Texts of the frame around every page. */
export const shellTexts = {
  menu_main: 'Main',
  session_ending_body: 'For your safety you will be signed out in {time}.',
  error_title: 'This page could not be shown',
  error_hint:
    'We have been told about it. Try again; if it happens again, contact your Client Relations representative.',
} as const
