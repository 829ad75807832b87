/** Texts of opening applications by single sign-on. */
export const singleSignOnTexts = {
  sign_on_opening: 'Opening {name}…',
  sign_on_title: 'Opening your application',
  sign_on_unavailable_title: 'This application can’t be opened now',
  sign_on_unavailable: '{name} is temporarily unavailable. Try again later, or contact your administrator.',
  sign_on_no_account: 'You don’t have an account in {name} yet. Ask your administrator to set one up.',
  sign_on_request_over: 'This sign-on expired or was already used. Go back to the application and try again.',
  sign_on_request_refused:
    'We couldn’t verify the request of the application. Open it from the portal, or contact its support.',
  sign_on_no_page: 'There is no page to set up accounts in this application.',
  sign_on_choose_title: 'Choose an account',
  sign_on_choose_lead: 'You have several accounts in {name}.',
  sign_on_last_used: '{name} (last used)',
  sign_on_to_portal: 'Go to the portal',
  sign_on_again: 'Try again',
} as const
