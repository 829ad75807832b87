/** What is said about the setting up of employers' identity providers. */
export const identityProviderTexts = {
  saml_provider_metadata_missing: 'Please give the metadata of the identity provider.',
  /** The reason follows. */
  saml_provider_metadata_refused: 'This metadata is refused:',
  saml_provider_other: 'This metadata is that of another identity provider.',
  saml_provider_known: 'This identity provider is there already.',
  saml_provider_sign_out_unsafe: 'The address of the sign-out must begin with https://.',
  saml_provider_employer_taken:
    'One of these clients does not exist or signs in at another identity provider. Please remove it there first.',
} as const
