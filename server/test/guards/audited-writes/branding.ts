import type { MadeUser } from '../../make.ts'
import { type AuditedWrite, type Ids, NOTHING_YET, inSteps } from '../audited-write.ts'

const callerAsContact = (_target: MadeUser, ids: Ids) => ({
  contacts: [{ userId: Number(ids['uid']), roleTxt: 'Support' }],
})

export const brandingWrites: Readonly<Record<string, AuditedWrite>> = {
  saveResourceText: { event: 'resource_text_changed' },
  undoResourceText: inSteps('resource_text_changed'),
  addLicenseVersion: { event: 'license_changed' },
  endClientLicense: { event: 'license_changed' },
  withdrawLicenseAsk: { event: 'license_changed' },
  removeTileImage: inSteps('tile_image_changed'),
  undoTileImage: inSteps('tile_image_changed'),
  uploadTileImage: inSteps('tile_image_changed'),
  saveBranding: inSteps('branding_changed'),
  usePrevBranding: inSteps('branding_changed'),
  useDefaultBranding: inSteps('branding_changed'),
  generatePreview: NOTHING_YET,
  addClient: { event: 'client_added' },
  saveClientContacts: { event: 'client_contacts_changed', body: callerAsContact },
  saveDefaultContacts: { event: 'client_contacts_changed', body: callerAsContact },
  saveDefaultBranding: inSteps('branding_changed'),
  usePrevDefaultBranding: inSteps('branding_changed'),
  generateDefaultPreview: NOTHING_YET,
}
