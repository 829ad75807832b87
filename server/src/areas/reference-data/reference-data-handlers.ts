import * as employerSettings from '@portico/contract/employer-settings.ts'
import * as contract from '@portico/contract/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import { applicationConfigRows } from './application-config-rows.ts'
import { classificationTypeRows, classificationValueRows } from './classification-rows.ts'
import { entitlementConfigRows, sessionTimeoutRows } from './employer-setting-rows.ts'
import { facilityRows } from './facility-rows.ts'
import { passwordRuleRows } from './password-rule-rows.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'
import {
  departmentRows,
  internalDomainRows,
  notificationTypeRows,
  securityQuestionRows,
  smsCarrierRows,
} from './simple-rows.ts'

export const referenceDataHandlers = (deps: ReferenceDeps): Handlers<typeof contract> => ({
  ...referenceHandlers(contract.departments, departmentRows, deps),
  ...referenceHandlers(contract.smsCarriers, smsCarrierRows, deps),
  ...referenceHandlers(contract.securityQuestions, securityQuestionRows, deps),
  ...referenceHandlers(contract.notificationTypes, notificationTypeRows, deps),
  ...referenceHandlers(contract.passwordRules, passwordRuleRows, deps),
  ...referenceHandlers(contract.internalDomains, internalDomainRows, deps),
  ...referenceHandlers(contract.classificationTypes, classificationTypeRows, deps),
  ...referenceHandlers(contract.classificationValues, classificationValueRows, deps),
  ...referenceHandlers(contract.facilities, facilityRows, deps),
  ...referenceHandlers(contract.applicationConfigs, applicationConfigRows, deps),
})

export const employerSettingHandlers = (deps: ReferenceDeps): Handlers<typeof employerSettings> => ({
  ...referenceHandlers(employerSettings.entitlementConfigs, entitlementConfigRows, deps),
  ...referenceHandlers(employerSettings.sessionTimeouts, sessionTimeoutRows, deps),
})
