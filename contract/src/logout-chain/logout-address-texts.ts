/** Texts of the field for the logout address of an application, and of its trial. */
export const logoutAddressTexts = {
  logout_address_title: 'Sign-out in the browser',
  logout_address: 'Logout address',
  logout_address_help:
    'Users who sign out of the portal pass through this address and are signed out of the application. It is a path of the portal, or begins with one of: {origins}. In the place of {placeholder} stands the host of the portal. Leave it empty if the application has no such address.',
  logout_address_followed: 'A sign-out opens',
  logout_address_not_followed:
    'A sign-out doesn’t open this address any more, because the application has no other address there. Add one of its pages, or enter another address.',
  logout_address_return: 'When it has signed the user out, the application must send the browser to',
  logout_address_copy: 'Copy return address',
  logout_address_copied: 'Copied',
  logout_address_copy_failed: 'Select and copy it yourself',
  logout_address_try: 'Try it',
  logout_address_try_help:
    'Opens the saved address in a new window. It signs you out of the application in this browser, but not of the portal.',
  logout_address_save_first: 'Save the address first: the saved one is tried.',
  logout_address_none: 'There is no saved address to try.',
  logout_trial_waiting: 'Waiting for the application to send the browser back…',
  logout_trial_late:
    'The application hasn’t sent the browser back after 5 seconds. A sign-out would go on without it and say that it gave no answer. Check that the application knows the return address.',
  logout_trial_other:
    'The application sent the browser back with app={app}, but the portal expects app={expected}. A sign-out would say that it gave no answer.',
  logout_trial_slow:
    'The application sent the browser back, but only after {seconds, number} s. A sign-out waits for 5 seconds and would say that it gave no answer.',
  logout_trial_done: 'It works: the application sent the browser back after {seconds, number} s.',
} as const
