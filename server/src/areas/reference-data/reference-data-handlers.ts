import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import { classificationTypeRows, classificationValueRows } from './classification-rows.ts'
import { entitlementConfigRows, sessionTimeoutRows } from './employer-setting-rows.ts'
import { facilityRows } from './facility-rows.ts'
import { passwordRuleRows } from './password-rule-rows.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'
import { simpleCategoryHandlers } from './simple-categories.ts'
import { sql } from 'kysely'
import { sentences } from '../../http/sentences.ts'
import type { ReferenceRows } from './reference-rows.ts'
import { run } from '../../db/run.ts'

export const referenceDataHandlers = (deps: ReferenceDeps): Handlers<typeof contract> => ({
  ...simpleCategoryHandlers(deps),
  ...referenceHandlers(contract.accountTypes, accountTypeRows, deps),
  ...referenceHandlers(contract.passwordRules, passwordRuleRows, deps),
  ...referenceHandlers(contract.classificationTypes, classificationTypeRows, deps),
  ...referenceHandlers(contract.classificationValues, classificationValueRows, deps),
  ...referenceHandlers(contract.facilities, facilityRows, deps),
  ...referenceHandlers(contract.applicationConfigs, applicationConfigRows, deps),
})

export const employerSettingHandlers = (deps: ReferenceDeps): Handlers<typeof employerSettings> => ({
  ...referenceHandlers(employerSettings.entitlementConfigs, entitlementConfigRows, deps),
  ...referenceHandlers(employerSettings.sessionTimeouts, sessionTimeoutRows, deps),
})

/** Types go with their system, which stays in its table when it is deleted. */
const accountTypeRows: ReferenceRows<'systemAccountTypeDescTxt' | 'systemAccountTypeCd' | 'systemId'> = {
  table: 'system_account_types',
  columns: { systemAccountTypeDescTxt: 'description', systemAccountTypeCd: 'code', systemId: 'system_id' },
  where: sql`exists (select from systems where id = entry.system_id and deleted_at is null)`,
  shown: { systemNm: sql`(select name from systems where id = entry.system_id)` },
  inUse: [{ by: 'used_by_users', table: 'user_system_accounts', column: 'type_id' }],
  unique: { system_account_types_by_code: 'systemAccountTypeCd' },
  refersTo: { system_account_types_system_id_fkey: 'systemId' },
  check: async (tx, { systemId }) => {
    const [system] = await run(tx, sql`select from systems where id = ${systemId} and deleted_at is null`)
    return system ? null : { field: 'systemId', message: sentences.field_invalid }
  },
}

/** Secret values are encrypted and never read by a screen again (decision I11). */
const applicationConfigRows: ReferenceRows<'configNm' | 'configValueTxt' | 'secretFlg' | 'descriptionTxt'> = {
  table: 'application_settings',
  columns: { configNm: 'key', configValueTxt: 'value', secretFlg: 'is_secret', descriptionTxt: 'description' },
  inUse: [],
  unique: { application_settings_key_key: 'configNm' },
  secret: { field: 'configValueTxt', when: 'secretFlg' },
}
