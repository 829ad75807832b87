import * as z from 'zod/mini'
import { exactText, Id, text, YesNo } from '../kit/codecs.ts'
import { referenceSummaries } from '../kit/reference-summaries.ts'
import { entryName, mailDomain, referenceTable } from '../kit/reference-table.ts'
import { passwordRuleTypes } from '../password/password-rule-types.ts'
import { PASSWORD_MAX_LENGTH } from '../password/password-rules.ts'

/** Position of an entry among the others, from 1; without one it becomes the last (DBMT-161). */
const position = z.optional(Id)

/** Departments that users belong to and announcements are for (DBMT-105, DBMT-106). */
export const departments = referenceTable({
  name: 'Department',
  path: 'departments',
  key: 'departmentId',
  fields: { departmentNm: entryName(100) },
  labels: { departmentNm: 'department_name' },
  texts: { title: 'departments_title', entry: 'department_entry' },
})
export const {
  listDepartmentRows,
  addDepartment,
  changeDepartment,
  removeDepartment,
  restoreDepartment,
  countDepartmentUses,
} = departments.endpoints

/** Carriers that deliver text messages sent by mail (DBMT-097, DBMT-098). */
export const smsCarriers = referenceTable({
  name: 'SmsCarrier',
  path: 'sms-carriers',
  key: 'smsCarrierId',
  fields: { smsCarrierNm: entryName(100), emailDomainTxt: mailDomain, activeFlg: YesNo },
  labels: { smsCarrierNm: 'reference_name', emailDomainTxt: 'carrier_domain', activeFlg: 'carrier_active' },
  helps: { emailDomainTxt: 'carrier_domain_help' },
  inputs: { activeFlg: 'check' },
  texts: { title: 'carriers_title', entry: 'carrier_entry' },
})
export const {
  listSmsCarrierRows,
  addSmsCarrier,
  changeSmsCarrier,
  removeSmsCarrier,
  restoreSmsCarrier,
  countSmsCarrierUses,
} = smsCarriers.endpoints

/** Kinds of accounts that users can have in a system (DBMT-066..069, DBMT-114..116, decision E22). */
export const accountTypes = referenceTable({
  name: 'AccountType',
  path: 'system-accounts',
  key: 'systemAccountTypeId',
  fields: { systemAccountTypeDescTxt: entryName(100), systemAccountTypeCd: entryName(20), systemId: Id },
  shown: { systemNm: z.string() },
  labels: {
    systemAccountTypeDescTxt: 'reference_name',
    systemAccountTypeCd: 'reference_code',
    systemId: 'account_types_system',
    systemNm: 'account_types_system',
  },
  inputs: { systemId: { lookup: 'systems', shownAs: 'systemNm' } },
  fixed: ['systemId'],
  texts: {
    title: 'account_types_title',
    entry: 'accounts_type_entry',
    used: 'accounts_type_in_use',
    failed: 'accounts_type_error',
  },
})
export const {
  listAccountTypeRows,
  addAccountType,
  changeAccountType,
  removeAccountType,
  restoreAccountType,
  countAccountTypeUses,
} = accountTypes.endpoints

/** Questions by which users who forgot their password identify themselves (DBMT-112, DBMT-113). */
export const securityQuestions = referenceTable({
  name: 'SecurityQuestion',
  path: 'db-secure-questions',
  key: 'securityQuestionId',
  fields: { securityQuestionDscTxt: entryName(200), displayOrderSeqCnt: position },
  labels: { securityQuestionDscTxt: 'question_text', displayOrderSeqCnt: 'reference_position' },
  helps: { displayOrderSeqCnt: 'reference_position_help' },
  inputs: { displayOrderSeqCnt: 'number' },
  shipped: ['securityQuestionDscTxt'],
  defaultSort: 'displayOrderSeqCnt',
  texts: { title: 'questions_title', entry: 'question_entry' },
})
export const {
  listSecurityQuestionRows,
  addSecurityQuestion,
  changeSecurityQuestion,
  removeSecurityQuestion,
  restoreSecurityQuestion,
  countSecurityQuestionUses,
} = securityQuestions.endpoints

/** Ways to be notified that users choose from (DBMT-103, DBMT-104). */
export const notificationTypes = referenceTable({
  name: 'NotificationType',
  path: 'notification-types',
  key: 'notificationTypeId',
  fields: { notificationTypeNm: entryName(100), descriptionTxt: z.optional(text(500)), displayOrderSeqCnt: position },
  shown: { textMessageFlg: YesNo, protectedFlg: YesNo },
  labels: {
    notificationTypeNm: 'reference_name',
    descriptionTxt: 'reference_description',
    displayOrderSeqCnt: 'reference_position',
    textMessageFlg: 'notification_text_message',
    protectedFlg: 'classification_protected',
  },
  helps: { displayOrderSeqCnt: 'reference_position_help' },
  inputs: { displayOrderSeqCnt: 'number' },
  shipped: ['notificationTypeNm', 'descriptionTxt'],
  defaultSort: 'displayOrderSeqCnt',
  protection: 'deletion',
  texts: { title: 'notification_types_title', entry: 'notification_type_entry' },
})
export const {
  listNotificationTypeRows,
  addNotificationType,
  changeNotificationType,
  removeNotificationType,
  restoreNotificationType,
  countNotificationTypeUses,
} = notificationTypes.endpoints

/** What new passwords must comply with (DBMT-110, DBMT-111). */
export const passwordRules = referenceTable({
  name: 'PasswordRule',
  path: 'pswd-comp-rules',
  isSensitive: true,
  key: 'phraseCompRuleId',
  fields: {
    ruleTxt: entryName(200),
    typeCd: text(20).check(z.regex(/^[A-Z_]+$/)),
    value: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(PASSWORD_MAX_LENGTH)))),
    displayOrderSeqCnt: position,
  },
  labels: {
    ruleTxt: 'password_rule_text',
    typeCd: 'password_rule_type',
    value: 'password_rule_value',
    displayOrderSeqCnt: 'reference_position',
  },
  helps: { value: 'password_rule_value_help', displayOrderSeqCnt: 'reference_position_help' },
  inputs: {
    typeCd: {
      choices: passwordRuleTypes,
    },
    value: 'number',
    displayOrderSeqCnt: 'number',
  },
  shipped: ['ruleTxt'],
  defaultSort: 'displayOrderSeqCnt',
  texts: { title: 'password_composition_title', entry: 'password_rule_entry' },
})
export const {
  listPasswordRuleRows,
  addPasswordRule,
  changePasswordRule,
  removePasswordRule,
  restorePasswordRule,
  countPasswordRuleUses,
} = passwordRules.endpoints

/** Mail domains whose users are internal by default; they grant nothing (DBMT-117..119, decision I10). */
export const internalDomains = referenceTable({
  name: 'InternalDomain',
  path: 'dsto-domains',
  key: 'domainNm',
  fields: { domainNm: mailDomain },
  labels: { domainNm: 'domain_name' },
  helps: { domainNm: 'domain_help' },
  addresses: {
    change: { method: 'PUT', path: 'dsto-domains', id: 'oldDomainNm' },
    remove: { method: 'POST', path: 'delete-dsto-domains' },
  },
  texts: { title: 'domains_title', entry: 'domain_entry' },
})
export const {
  listInternalDomainRows,
  addInternalDomain,
  changeInternalDomain,
  removeInternalDomain,
  restoreInternalDomain,
  countInternalDomainUses,
} = internalDomains.endpoints

/** Kinds of classification (DBMT-101, DBMT-102). */
export const classificationTypes = referenceTable({
  name: 'ClassificationType',
  path: 'clasfn-type',
  key: 'classificationTypeId',
  fields: { descriptionTxt: entryName(200), classificationTypeCd: text(50).check(z.regex(/^[A-Z][A-Z0-9_]*$/)) },
  shown: { protectedFlg: YesNo },
  labels: {
    descriptionTxt: 'reference_description',
    classificationTypeCd: 'reference_code',
    protectedFlg: 'classification_protected',
  },
  helps: { classificationTypeCd: 'classification_code_help' },
  shipped: ['descriptionTxt'],
  protection: 'change',
  texts: { title: 'classification_types_title', entry: 'classification_type_entry' },
})
export const {
  listClassificationTypeRows,
  addClassificationType,
  changeClassificationType,
  removeClassificationType,
  restoreClassificationType,
  countClassificationTypeUses,
} = classificationTypes.endpoints

/** Values of a kind of classification (DBMT-099, DBMT-100). */
export const classificationValues = referenceTable({
  name: 'ClassificationValue',
  path: 'clasfn-value',
  key: 'clsVldValId',
  fields: {
    valueMediumNm: entryName(100),
    valueShortNm: entryName(50),
    classificationTypeId: Id,
    displayOrderSeqCnt: position,
  },
  shown: { classificationTypeTxt: z.string(), protectedFlg: YesNo },
  labels: {
    valueMediumNm: 'reference_name',
    valueShortNm: 'classification_short_name',
    classificationTypeId: 'classification_type',
    displayOrderSeqCnt: 'reference_position',
    classificationTypeTxt: 'classification_type',
    protectedFlg: 'classification_protected',
  },
  helps: { displayOrderSeqCnt: 'reference_position_help' },
  inputs: {
    classificationTypeId: { lookup: 'classificationTypes', shownAs: 'classificationTypeTxt' },
    displayOrderSeqCnt: 'number',
  },
  fixed: ['classificationTypeId'],
  shipped: ['valueMediumNm', 'valueShortNm', 'classificationTypeTxt'],
  protection: 'change',
  defaultSort: 'classificationTypeTxt',
  texts: { title: 'classification_values_title', entry: 'classification_value_entry' },
})
export const {
  listClassificationValueRows,
  addClassificationValue,
  changeClassificationValue,
  removeClassificationValue,
  restoreClassificationValue,
  countClassificationValueUses,
} = classificationValues.endpoints

/** Places where customers are served (DBMT-107, DBMT-108). */
export const facilities = referenceTable({
  name: 'Facility',
  isSensitive: true,
  path: 'facilities',
  key: 'facilityCd',
  fields: {
    // A 0 in the address means a new one (DBMT-109).
    facilityCd: text(20).check(z.regex(/^(?!0$)[A-Z0-9_-]+$/)),
    facilityNm: entryName(100),
    hierarchyFlg: YesNo,
  },
  labels: { facilityCd: 'reference_code', facilityNm: 'reference_name', hierarchyFlg: 'facility_hierarchy' },
  helps: { facilityCd: 'facility_code_help', hierarchyFlg: 'facility_hierarchy_help' },
  inputs: { hierarchyFlg: 'check' },
  fixed: ['facilityCd'],
  addresses: { save: { method: 'POST', path: 'facilities/{facilityCd}' } },
  texts: { title: 'facilities_title', entry: 'facility_entry', used: 'facility_in_client_records' },
})
export const { listFacilityRows, saveFacility, removeFacility, restoreFacility, countFacilityUses } =
  facilities.endpoints

/** Settings of applications; the value of a secret one is written and never read (DBMT-120, DBMT-121, decision I11). */
export const applicationConfigs = referenceTable({
  name: 'ApplicationConfig',
  path: 'dynamic_app_configs',
  key: 'applicationConfigId',
  fields: {
    configNm: text(100).check(z.regex(/^[A-Za-z][A-Za-z0-9._-]*$/)),
    configValueTxt: z.optional(z.nullable(exactText(4000))),
    secretFlg: YesNo,
    descriptionTxt: z.optional(text(500)),
  },
  labels: {
    configNm: 'reference_name',
    configValueTxt: 'config_value',
    secretFlg: 'config_secret',
    descriptionTxt: 'reference_description',
  },
  helps: { configNm: 'config_name_help', configValueTxt: 'config_value_help', secretFlg: 'config_secret_help' },
  inputs: { configValueTxt: 'secret', secretFlg: 'check' },
  addresses: { save: { method: 'POST', path: 'dynamic_app_configs' } },
  texts: { title: 'configs_title', entry: 'config_entry' },
})
export const {
  listApplicationConfigRows,
  saveApplicationConfig,
  removeApplicationConfig,
  restoreApplicationConfig,
  countApplicationConfigUses,
} = applicationConfigs.endpoints

export const summaries = referenceSummaries(
  departments,
  smsCarriers,
  accountTypes,
  securityQuestions,
  notificationTypes,
  passwordRules,
  internalDomains,
  classificationTypes,
  classificationValues,
  facilities,
  applicationConfigs,
)
