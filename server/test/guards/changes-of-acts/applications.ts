import type { ActChanges } from '../act-changes.ts'

export const applicationChanges: ActChanges = {
  manageUserAtSystem: ['+ audit_events(admin) accounts_page_opened system', '+ signing_keys(other) saml'],
  'addSsoMappingApplications: one': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping',
    '+ sso_employer_pages(employerId, pageId)',
  ],
  'addSsoMappingCustomers: one': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping',
    '+ sso_employer_customers(employerId, customerId)',
  ],
  addSsoMapping: ['+ audit_events(admin) sso_mapping_changed sso_mapping', '+ sso_employers(employerId)'],
  deleteSsoMappingApplication: [
    '+ audit_events(admin) sso_mapping_changed sso_mapping',
    '+ undo_offers(admin) expires_at later',
    '- sso_employer_pages(employerPageId)',
  ],
  deleteSsoMappingCustomer: [
    '+ audit_events(admin) sso_mapping_changed sso_mapping',
    '+ undo_offers(admin) expires_at later',
    '- sso_employer_customers(employerClientMasterId)',
  ],
  'deleteSsoMapping: of an employer': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping',
    '+ undo_offers(admin) expires_at later',
    '- sso_employer_customers(employerClientMasterId)',
    '- sso_employer_pages(employerPageId)',
    '- sso_employers(mappedClient)',
  ],
  'restoreSsoMapping: of an employer': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping (2 rows)',
    '+ sso_employer_customers(mappedClient, customerId)',
    '+ sso_employer_pages(mappedClient, pageId)',
    '- sso_employer_customers(employerClientMasterId)',
    '- sso_employer_pages(employerPageId)',
    'sso_employers(mappedClient) created_at past → now',
  ],
  'restoreSsoMapping: one application': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping (2 rows)',
    '+ sso_employer_pages(mappedClient, pageId)',
    '- sso_employer_pages(employerPageId)',
  ],
  'restoreSsoMapping: one customer': [
    '+ audit_events(admin) sso_mapping_changed sso_mapping (2 rows)',
    '+ sso_employer_customers(mappedClient, customerId)',
    '- sso_employer_customers(employerClientMasterId)',
  ],
  saveSignOnSettings: [],
  makeClientSecret: [
    '+ audit_events(admin) client_secret_made system',
    'single_sign_on_settings(appSystemId) changed_by null → admin, client_secret_hash text → text',
  ],
  dryRunSignOn: ['+ audit_events(admin, target) sign_on_tried system'],
  addApplication: ['+ audit_events(admin) application_changed page', '+ pages(sid, sectionId)'],
  'updateApplication: that users hold': [
    '+ audit_events(admin) application_changed page',
    'pages(plannedPage) name text → text, changed_by null → admin',
  ],
  'deleteApplication: that users hold': [
    '+ audit_events(admin) application_changed page',
    '+ undo_offers(admin) expires_at later',
    'pages(plannedPage) changed_by null → admin, deleted_at null → now',
    'user_page_grants(deleted, plannedPage, admin) valid_to null → now, closed_by null → admin',
    'user_page_grants(external, plannedPage, admin) valid_to null → now, closed_by null → admin',
    'user_page_grants(inactive, plannedPage, admin) valid_to null → now, closed_by null → admin',
    'user_page_grants(target, plannedPage, admin) valid_to null → now, closed_by null → admin',
  ],
  'restoreApplication: that users hold': [
    '+ audit_events(admin) application_changed page (2 rows)',
    'pages(plannedPage) changed_by null → admin',
    'user_page_grants(deleted, plannedPage, admin) valid_to null → now, closed_by null → admin',
  ],
  saveSubLinks: [
    '+ audit_events(admin) application_changed page',
    '+ page_search_items(appId)',
    'pages(appId) changed_by null → admin',
  ],
  addSystem: ['+ audit_events(admin) system_changed system', '+ systems(other)'],
  updateSystem: [
    '+ audit_events(admin) system_changed system',
    '+ system_software(portal)',
    'systems(portal) changed_by null → admin',
  ],
  'deleteSystems: that users hold': [
    '+ audit_events(admin) system_changed system',
    '+ undo_offers(admin) expires_at later',
    'systems(heldSystem) changed_by null → admin, deleted_at null → now',
    'user_system_grants(deleted, heldSystem, admin) valid_to null → now, closed_by null → admin',
    'user_system_grants(external, heldSystem, admin) valid_to null → now, closed_by null → admin',
    'user_system_grants(inactive, heldSystem, admin) valid_to null → now, closed_by null → admin',
    'user_system_grants(target, heldSystem, admin) valid_to null → now, closed_by null → admin',
  ],
  'restoreSystems: that users hold': [
    '+ audit_events(admin) system_changed system (2 rows)',
    'systems(heldSystem) changed_by null → admin',
    'user_system_grants(deleted, heldSystem, admin) valid_to null → now, closed_by null → admin',
  ],
  addSection: ['+ audit_events(admin) section_changed section', '+ sections(other)'],
  updateSection: [
    '+ audit_events(admin) section_changed section',
    'sections(catalogSectionId) name text → text, changed_by null → admin',
  ],
  deleteSections: [
    '+ audit_events(admin) section_changed section',
    '+ undo_offers(admin) expires_at later',
    'sections(catalogSectionId) changed_by null → admin, deleted_at null → now',
  ],
  'restoreSections: deleted': [
    '+ audit_events(admin) section_changed section (2 rows)',
    'sections(catalogSectionId) changed_by null → admin',
  ],
}
