/** Texts of a test sign-in at an identity provider, and of what it finds. */
export const signInTestTexts = {
  sign_in_test: 'Test sign-in',
  sign_in_test_title: 'Test sign-in at {name}',
  sign_in_test_intro:
    'The identity provider opens in a new tab. Sign in there as the user you want to test. The portal shows what it receives; nobody is signed in here, and nothing is changed.',
  sign_in_test_start: 'Open identity provider',
  sign_in_test_opening: 'Opening {name}…',
  sign_in_test_opened: 'The result appears in the new tab.',
  sign_in_test_blocked: 'Your browser blocked the new tab. Allow pop-ups for this site, then try again.',
  sign_in_test_all: 'All identity providers',
  sign_in_test_again: 'Test again',
  sign_in_test_failed_to_load: 'The result can’t be loaded. Check your connection, then reload the page.',
  sign_in_test_waiting:
    'No answer has arrived yet. Finish the sign-in at the identity provider, then reload this page.',
  sign_in_test_refused: 'This sign-in would be refused',
  sign_in_test_signs_in: 'This sign-in would succeed',
  sign_in_test_as: 'It would sign in {name}, user ID {user}, of {client}.',
  sign_in_test_links:
    'It would connect the company account with {name}, user ID {user}, of {client}, and sign them in.',
  sign_in_test_creates: 'It would create an account for {name}, {email}, at {client}, and sign them in.',
  sign_in_test_fix: 'What to do',
  sign_in_test_nothing: 'Nobody was signed in by this test, and nothing was changed.',
  sign_in_test_checks: 'Checks',
  sign_in_test_check: 'Check',
  sign_in_test_result: 'Result',
  sign_in_test_found: 'Received',
  sign_in_test_expected: 'Expected',
  sign_in_test_passed: 'Passed',
  sign_in_test_warning: 'Warning',
  sign_in_test_failed: 'Failed',
  sign_in_test_skipped: 'Not checked',
  sign_in_test_received: 'Received attributes',
  sign_in_test_unverified: 'The signature isn’t valid: anyone could have written these values.',
  sign_in_test_attribute: 'Attribute',
  sign_in_test_values: 'Values',
  sign_in_test_name_id: 'Name ID',
  sign_in_test_name_id_format: 'Name ID format',
  sign_in_test_none: 'None',
  sign_in_test_FORM: 'Form of the response',
  sign_in_test_STATUS: 'Status of the sign-in',
  sign_in_test_ISSUER: 'Issuer',
  sign_in_test_SIGNATURE: 'Signature',
  sign_in_test_CERTIFICATE: 'Certificate valid until',
  sign_in_test_DESTINATION: 'Destination',
  sign_in_test_REQUEST: 'Answers this request (InResponseTo)',
  sign_in_test_AUDIENCE: 'Audience',
  sign_in_test_RECIPIENT: 'Recipient',
  sign_in_test_TIME: 'Valid now',
  sign_in_test_FRESH: 'Not used before',
  sign_in_test_NAME: 'Permanent name of the user',
  sign_in_test_PERSON: 'Name and email address',
  sign_in_test_ACCOUNT: 'Account in the portal',
  sign_in_test_fix_FORM:
    'The response isn’t a SAML 2.0 response the portal accepts: one unencrypted assertion, signed with SHA-256 or SHA-512.',
  sign_in_test_fix_STATUS:
    'The identity provider didn’t sign the user in. Check there whether the user may use this portal.',
  sign_in_test_fix_ISSUER:
    'The response is of another identity provider. Compare the entity ID with the provider’s metadata.',
  sign_in_test_fix_SIGNATURE:
    'The assertion isn’t signed with the certificate on file. Have the provider sign assertions, and import its current metadata.',
  sign_in_test_fix_CERTIFICATE:
    'Request the provider’s new metadata before the certificate ends, and import it with Edit.',
  sign_in_test_fix_DESTINATION:
    'Enter the expected address at the identity provider, or import the portal’s metadata there.',
  sign_in_test_fix_REQUEST: 'The response doesn’t belong to this test. Start a new test, and begin at the portal.',
  sign_in_test_fix_AUDIENCE:
    'Enter the expected entity ID at the identity provider, or import the portal’s metadata there.',
  sign_in_test_fix_RECIPIENT:
    'Enter the expected address at the identity provider, or import the portal’s metadata there.',
  sign_in_test_fix_TIME: 'Check the clock of the identity provider. It may differ from the portal’s by one minute.',
  sign_in_test_fix_FRESH:
    'This assertion was used for a sign-in already. The provider must issue a new one for each sign-in.',
  sign_in_test_fix_NAME: 'Have the provider send a permanent name ID, such as persistent or the email address.',
  sign_in_test_fix_PERSON:
    'Enter the provider’s names of the attributes for email address, first name and last name with Edit.',
  sign_in_test_fix_ACCOUNT:
    'Check that the provider serves the user’s employer, that the email domain is the employer’s, and that the account is active.',
} as const
