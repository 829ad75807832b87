import { sql } from 'kysely'
import {
  departments,
  internalDomains,
  notificationTypes,
  securityQuestions,
  smsCarriers,
} from '@portico/contract/reference-data/reference-data.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'
import type { ReferenceRows } from './reference-rows.ts'

export const departmentRows: ReferenceRows<'departmentNm'> = {
  table: 'departments',
  columns: { departmentNm: 'name' },
  inUse: [
    { by: 'used_by_users', table: 'users', column: 'department_id' },
    { by: 'used_by_announcements', table: 'announcement_departments', column: 'department_id' },
  ],
  unique: { departments_by_name: 'departmentNm' },
}

const smsCarrierRows: ReferenceRows<'smsCarrierNm' | 'emailDomainTxt' | 'activeFlg'> = {
  table: 'sms_carriers',
  columns: { smsCarrierNm: 'name', emailDomainTxt: 'email_domain', activeFlg: 'is_active' },
  inUse: [{ by: 'used_by_users', table: 'users', column: 'sms_carrier_id' }],
  unique: { sms_carriers_by_name: 'smsCarrierNm' },
}

const securityQuestionRows: ReferenceRows<'securityQuestionDscTxt' | 'displayOrderSeqCnt'> = {
  table: 'security_questions',
  columns: { securityQuestionDscTxt: 'question', displayOrderSeqCnt: 'display_order' },
  inUse: [{ by: 'used_by_users', table: 'users', column: 'security_question_id' }],
  unique: { security_questions_by_text: 'securityQuestionDscTxt' },
  order: { field: 'displayOrderSeqCnt' },
}

const notificationTypeRows: ReferenceRows<'notificationTypeNm' | 'descriptionTxt' | 'displayOrderSeqCnt'> = {
  table: 'notification_types',
  columns: { notificationTypeNm: 'name', descriptionTxt: 'description', displayOrderSeqCnt: 'display_order' },
  shown: { textMessageFlg: sql`entry.is_text_message`, protectedFlg: sql`entry.is_protected` },
  inUse: [{ by: 'used_by_users', table: 'user_notification_types', column: 'notification_type_id' }],
  unique: { notification_types_by_name: 'notificationTypeNm' },
  keep: 'is_protected',
  order: { field: 'displayOrderSeqCnt' },
}

/** A renamed domain keeps its row; nothing refers to it (decision I10). */
const internalDomainRows: ReferenceRows<'domainNm'> = {
  table: 'internal_domains',
  columns: { domainNm: 'domain' },
  inUse: [],
  unique: { internal_domains_pkey: 'domainNm' },
}

/** The calls of categories that have no rules of their own. */
export const simpleCategoryHandlers = (deps: ReferenceDeps) => ({
  ...referenceHandlers(departments, departmentRows, deps),
  ...referenceHandlers(smsCarriers, smsCarrierRows, deps),
  ...referenceHandlers(securityQuestions, securityQuestionRows, deps),
  ...referenceHandlers(notificationTypes, notificationTypeRows, deps),
  ...referenceHandlers(internalDomains, internalDomainRows, deps),
})
