/** What is said about the single sign-on settings of an application. */
export const signOnSettingTexts = {
  sign_on_settings_saved: 'Single sign-on settings saved.',
  /** The reason follows. */
  sign_on_metadata_refused: 'This metadata isn’t valid: {reason}.',
  sign_on_entity_id_invalid: 'Enter a URI of at most 1,024 characters, such as https://app.example.com/saml.',
  sign_on_entity_id_own: 'This is the entity ID of this portal. Enter the application’s.',
  sign_on_entity_id_taken: 'This entity ID belongs to {system}.',
  sign_on_address_unsafe: '“{value}” must begin with https:// and have no fragment, user name or password.',
  sign_on_hosts_differ: 'All redirect URIs must be on one host: “{value}” is another one.',
  sign_on_acs_index: '“{value}” must be a number that no other address has.',
  sign_on_origin_invalid: '“{value}” must be an origin such as https://app.example.com.',
  sign_on_certificate_missing: 'Add the certificate that checks the application’s requests.',
  sign_on_certificate_invalid: 'This can’t be used: {reason}. Paste a certificate in PEM format.',
  sign_on_attribute_invalid: '“{value}” can’t be a name: it must have 1 to 250 characters, without spaces or quotes.',
  sign_on_attribute_reserved: '“{value}” is set by the portal itself. Choose another name.',
  sign_on_attribute_twice: '“{value}” is listed twice.',
  sign_on_no_client: 'This system has no OpenID Connect client with a secret.',
  sign_on_settings_stale: '{name} changed these settings after you opened them. Reload them, then try again.',
  sign_on_settings_stale_unknown: 'These settings were changed after you opened them. Reload them, then try again.',
} as const
