import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import * as rows from './category-rows.ts'
import { facilityRows } from './facility-rows.ts'
import { passwordRuleRows } from './password-rule-rows.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'

export const referenceDataHandlers = (deps: ReferenceDeps): Handlers<typeof contract> => ({
  ...referenceHandlers(contract.departments, rows.departmentRows, deps),
  ...referenceHandlers(contract.smsCarriers, rows.smsCarrierRows, deps),
  ...referenceHandlers(contract.securityQuestions, rows.securityQuestionRows, deps),
  ...referenceHandlers(contract.notificationTypes, rows.notificationTypeRows, deps),
  ...referenceHandlers(contract.internalDomains, rows.internalDomainRows, deps),
  ...referenceHandlers(contract.accountTypes, rows.accountTypeRows, deps),
  ...referenceHandlers(contract.passwordRules, passwordRuleRows, deps),
  ...referenceHandlers(contract.classificationTypes, rows.classificationTypeRows, deps),
  ...referenceHandlers(contract.classificationValues, rows.classificationValueRows, deps),
  ...referenceHandlers(contract.facilities, facilityRows, deps),
  ...referenceHandlers(contract.applicationConfigs, rows.applicationConfigRows, deps),
})

export const employerSettingHandlers = (deps: ReferenceDeps): Handlers<typeof employerSettings> => ({
  ...referenceHandlers(employerSettings.entitlementConfigs, rows.entitlementConfigRows, deps),
  ...referenceHandlers(employerSettings.sessionTimeouts, rows.sessionTimeoutRows, deps),
})
