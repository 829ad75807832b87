/** What is said about the setting up of employers' identity providers. */
export const identityProviderTexts = {
  saml_provider_metadata_missing: 'Provide the metadata of the identity provider.',
  /** The reason follows. */
  saml_provider_metadata_refused: 'This metadata isn’t valid: {reason}.',
  saml_provider_other: 'This metadata belongs to another identity provider.',
  saml_provider_known: 'This identity provider already exists.',
  saml_provider_sign_out_unsafe: 'The sign-out address must begin with https://.',
  saml_provider_employer_taken:
    'One of these clients signs in at the identity provider “{provider}”. Remove it there first.',
  saml_provider_employer_unknown: 'One of these clients no longer exists.',
  saml_provider_stale:
    '{name} changed this identity provider after you opened it. Close this dialog to see the changes.',
  saml_provider_stale_unknown:
    'This identity provider was changed after you opened it. Close this dialog to see the changes.',
  saml_provider_restore_taken: 'This can’t be undone: the same identity provider has been added again since.',
  sign_in_test_expired: 'This test is no longer available. Start a new one.',
} as const
