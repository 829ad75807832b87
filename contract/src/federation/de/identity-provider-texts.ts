import type { identityProviderTexts } from '../identity-provider-texts.ts'

/** German answers about the setting up of employers' identity providers. */
export const deIdentityProviderTexts = {
  saml_provider_metadata_missing: 'Geben Sie die Metadaten des Identitätsanbieters an.',
  /** The reason follows. */
  saml_provider_metadata_refused: 'Diese Metadaten sind ungültig: {reason}.',
  saml_provider_other: 'Diese Metadaten gehören zu einem anderen Identitätsanbieter.',
  saml_provider_known: 'Diesen Identitätsanbieter gibt es bereits.',
  saml_provider_sign_out_unsafe: 'Die Abmeldeadresse muss mit https:// beginnen.',
  saml_provider_employer_taken:
    'Einer dieser Mandanten meldet sich beim Identitätsanbieter „{provider}“ an. Entfernen Sie ihn zuerst dort.',
  saml_provider_employer_unknown: 'Einen dieser Mandanten gibt es nicht mehr.',
  saml_provider_stale:
    '{name} hat diesen Identitätsanbieter inzwischen geändert. Schließen Sie diesen Dialog, um die Änderungen zu sehen.',
  saml_provider_stale_unknown:
    'Dieser Identitätsanbieter wurde inzwischen geändert. Schließen Sie diesen Dialog, um die Änderungen zu sehen.',
  saml_provider_restore_taken:
    'Das kann nicht rückgängig gemacht werden: Derselbe Identitätsanbieter wurde inzwischen wieder hinzugefügt.',
  sign_in_test_expired: 'Dieser Test ist nicht mehr verfügbar. Starten Sie einen neuen.',
} satisfies Record<keyof typeof identityProviderTexts, string>
