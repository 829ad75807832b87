import type { ActChanges } from '../act-changes.ts'

export const signInChanges: ActChanges = {
  acceptLicense: [
    '+ audit_events(external) license_accepted',
    'users(external) license_id null → other, license_version null → 1',
  ],
  'saveSamlIdentityProviderEmployers: one': [
    '+ audit_events(admin) saml_provider_changed saml_provider',
    '+ saml_provider_clients(employerId, providerId)',
    'saml_providers(providerId) changed_by null → admin',
  ],
  'saveSamlIdentityProviderEmployers: none': [
    '+ audit_events(admin) saml_provider_changed saml_provider',
    '- saml_provider_clients(employerId, providerId)',
    'saml_providers(providerId) changed_by null → admin',
  ],
  deleteSamlIdentityProvider: [
    '+ audit_events(admin) saml_provider_changed saml_provider',
    '+ undo_offers(admin) expires_at later',
    '- saml_providers(providerId) none',
  ],
  'restoreSamlIdentityProvider: deleted': [
    '+ audit_events(admin) saml_provider_changed saml_provider (2 rows)',
    'saml_providers(providerId) changed_by null → admin',
  ],
  startSignInTest: [
    '+ audit_events(admin) identity_provider_test_started saml_provider',
    '+ sign_in_tests(providerId, admin) expires_at later',
  ],
  logout: [
    '+ audit_events(external) session_logout',
    'sessions(external) ended_at null → now, end_reason null → logout',
  ],
  endOtherSessions: ['+ audit_events(external) session_logout'],
  beginLogoutChain: ['+ audit_events(external) session_closing', 'sessions(external) closing_at null → now'],
}
