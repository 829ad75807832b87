import type { ActChanges } from '../act-changes.ts'

export const brandingChanges: ActChanges = {
  saveBranding: [
    '+ audit_events(admin) branding_changed client',
    '+ brand_images(other)',
    '+ branding_versions(clientId, admin) custom',
  ],
  usePrevBranding: ['+ audit_events(admin) branding_changed client', '+ branding_versions(clientId, admin) previous'],
  useDefaultBranding: ['+ audit_events(admin) branding_changed client', '+ branding_versions(clientId, admin) default'],
  generatePreview: ['+ brand_previews(admin, clientId)'],
  'saveClientContacts: one': [
    '+ active_representatives(other)',
    '+ audit_events(admin) client_contacts_changed client',
    '+ client_representatives(clientId, admin)',
  ],
  'saveClientContacts: none': [],
  'saveDefaultContacts: one': [
    '+ active_representatives(other)',
    '+ audit_events(admin) client_contacts_changed default default_contacts',
    '+ client_representatives(admin)',
  ],
  'saveDefaultContacts: none': [],
  addClient: ['+ audit_events(admin) client_added client', '+ clients(other)'],
  saveDefaultBranding: [
    '+ audit_events(admin) branding_changed default default_branding',
    '+ brand_images(other)',
    '+ branding_versions(admin) custom',
  ],
  usePrevDefaultBranding: [
    '+ audit_events(admin) branding_changed default default_branding',
    '+ branding_versions(admin) previous',
  ],
  generateDefaultPreview: ['+ brand_previews(admin)'],
  uploadTileImage: [
    '+ audit_events(admin) tile_image_changed section',
    '+ section_images(sectionId)',
    '+ undo_offers(admin) expires_at later',
  ],
  'removeTileImage: one': [
    '+ audit_events(admin) tile_image_changed section',
    '+ undo_offers(admin) expires_at later',
    '- section_images(sectionId) tag',
  ],
  'undoTileImage: uploaded': ['+ audit_events(admin) tile_image_changed section (2 rows)'],
  addLicenseVersion: ['+ audit_events(admin) license_changed default default_license', '+ license_texts(admin)'],
  endClientLicense: [
    '+ audit_events(admin) license_changed client',
    'license_texts(admin) ended_at null → now, ended_by null → admin, asks_since past → now, asks_since_before null → past',
  ],
  withdrawLicenseAsk: ['+ audit_events(admin) license_changed client', 'license_texts(other) asks_since past → null'],
  saveResourceText: [
    '+ audit_events(admin) resource_text_changed menu_home resource-text',
    '+ resource_texts(other) menu_home',
    '+ undo_offers(admin) expires_at later',
  ],
  'undoResourceText: saved': ['+ audit_events(admin) resource_text_changed menu_home resource-text (2 rows)'],
  'undoTileImage: removed': [
    '+ audit_events(admin) tile_image_changed section (2 rows)',
    'section_images(sectionId) etag tag → text',
  ],
}
