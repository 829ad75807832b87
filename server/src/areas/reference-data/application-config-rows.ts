import type { ReferenceRows } from './reference-rows.ts'

/** Secret values are encrypted and never read by a screen again (decision I11). */
export const applicationConfigRows: ReferenceRows<'configNm' | 'configValueTxt' | 'secretFlg' | 'descriptionTxt'> = {
  table: 'application_settings',
  columns: { configNm: 'key', configValueTxt: 'value', secretFlg: 'is_secret', descriptionTxt: 'description' },
  inUse: [],
  unique: { application_settings_key_key: 'configNm' },
  secret: { field: 'configValueTxt', when: 'secretFlg' },
}
