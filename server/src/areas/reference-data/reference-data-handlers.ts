import * as employerSettings from '@portico/contract/employer-settings.ts'
import * as contract from '@portico/contract/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import { accountTypeRows } from './account-type-rows.ts'
import { applicationConfigRows } from './application-config-rows.ts'
import { classificationTypeRows, classificationValueRows } from './classification-rows.ts'
import { entitlementConfigRows, sessionTimeoutRows } from './employer-setting-rows.ts'
import { facilityRows } from './facility-rows.ts'
import { passwordRuleRows } from './password-rule-rows.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'
import { simpleCategoryHandlers } from './simple-categories.ts'

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
