import type * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import type * as contract from '@portico/contract/reference-data/reference-data.ts'
import { sql } from 'kysely'
import { sentences } from '../../http/sentences.ts'
import { facilityRows } from './facility-rows.ts'
import { passwordRuleRows } from './password-rule-rows.ts'
import type { Dependents, RowsOf } from './reference-rows.ts'
import { run } from '../../db/run.ts'

/** Values go with their type, and come back with it (DBMT-088). */
const values: Dependents = {
  detach: async (tx, _by, id) => {
    const rows = await run(
      tx,
      sql<object>`select id, type_id, short_text, medium_text, display_order from classification_values where type_id = ${id}`,
    )
    return { rows }
  },
  attach: async (tx, _by, _id, { rows }: { rows?: object }) => {
    await run(
      tx,
      sql`insert into classification_values (id, type_id, short_text, medium_text, display_order)
          select id, type_id, short_text, medium_text, display_order
            from jsonb_populate_recordset(null::classification_values, ${JSON.stringify(rows)}::jsonb)`,
    )
  },
}

const employerName = sql`(select client.name::text from clients client where client.id = entry.client_id)`

/** Where the entries of each category lie. */
export const categoryRows: RowsOf<typeof contract> = {
  departments: {
    table: 'departments',
    columns: { departmentNm: 'name' },
    inUse: [
      { by: 'used_by_users', table: 'users', column: 'department_id' },
      { by: 'used_by_announcements', table: 'announcement_departments', column: 'department_id' },
    ],
    unique: { departments_by_name: 'departmentNm' },
  },

  smsCarriers: {
    table: 'sms_carriers',
    columns: { smsCarrierNm: 'name', emailDomainTxt: 'email_domain', activeFlg: 'is_active' },
    inUse: [{ by: 'used_by_users', table: 'users', column: 'sms_carrier_id' }],
    unique: { sms_carriers_by_name: 'smsCarrierNm' },
  },

  securityQuestions: {
    table: 'security_questions',
    columns: { securityQuestionDscTxt: 'question', displayOrderSeqCnt: 'display_order' },
    inUse: [{ by: 'used_by_users', table: 'users', column: 'security_question_id' }],
    unique: { security_questions_by_text: 'securityQuestionDscTxt' },
    order: { field: 'displayOrderSeqCnt' },
  },

  notificationTypes: {
    table: 'notification_types',
    columns: { notificationTypeNm: 'name', descriptionTxt: 'description', displayOrderSeqCnt: 'display_order' },
    shown: { textMessageFlg: sql`entry.is_text_message`, protectedFlg: sql`entry.is_protected` },
    inUse: [{ by: 'used_by_users', table: 'user_notification_types', column: 'notification_type_id' }],
    unique: { notification_types_by_name: 'notificationTypeNm' },
    keep: 'is_protected',
    order: { field: 'displayOrderSeqCnt' },
  },

  /** A renamed domain keeps its row; nothing refers to it (decision I10). */
  internalDomains: {
    table: 'internal_domains',
    columns: { domainNm: 'domain' },
    inUse: [],
    unique: { internal_domains_pkey: 'domainNm' },
  },

  /** Types go with their system, which stays in its table when it is deleted. */
  accountTypes: {
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
  },

  /** Secret values are encrypted and never read by a screen again (decision I11). */
  applicationConfigs: {
    table: 'application_settings',
    columns: { configNm: 'key', configValueTxt: 'value', secretFlg: 'is_secret', descriptionTxt: 'description' },
    inUse: [],
    unique: { application_settings_key_key: 'configNm' },
    secret: { field: 'configValueTxt', when: 'secretFlg' },
  },

  classificationTypes: {
    table: 'classification_types',
    columns: { descriptionTxt: 'description', classificationTypeCd: 'code' },
    shown: { protectedFlg: sql`entry.is_protected` },
    inUse: [],
    unique: { classification_types_code_key: 'classificationTypeCd' },
    protect: 'is_protected',
    dependents: values,
  },

  classificationValues: {
    table: 'classification_values',
    columns: {
      valueMediumNm: 'medium_text',
      valueShortNm: 'short_text',
      classificationTypeId: 'type_id',
      displayOrderSeqCnt: 'display_order',
    },
    shown: {
      classificationTypeTxt: sql`(select description from classification_types where id = entry.type_id)`,
      protectedFlg: sql`entry.is_protected`,
    },
    inUse: [],
    unique: { classification_values_by_name: 'valueMediumNm' },
    refersTo: { classification_values_type_id_fkey: 'classificationTypeId' },
    protect: 'is_protected',
    order: { field: 'displayOrderSeqCnt', within: 'classificationTypeId' },
  },

  facilities: facilityRows,
  passwordRules: passwordRuleRows,
}

/** Where the settings of employers lie. */
export const employerSettingRows: RowsOf<typeof employerSettings> = {
  /** Employers whose contact gets a list of their users and permissions (decision I4). */
  entitlementConfigs: {
    table: 'entitlement_report_settings',
    columns: { employerId: 'client_id', clientCd: 'client_code', enableFlg: 'is_enabled' },
    shown: { employerNm: employerName },
    inUse: [],
    unique: { entitlement_report_settings_pkey: 'employerId' },
    refersTo: { entitlement_report_settings_client_id_fkey: 'employerId' },
    // Those of an employer that is deleted later can still be changed.
    check: async (tx, { employerId }, id) => {
      if (id !== null) return null
      const [client] = await run(tx, sql`select from clients where id = ${employerId} and not is_deleted`)
      return client ? null : { field: 'employerId', message: sentences.field_invalid }
    },
  },

  /** Minutes without activity after which sessions of an employer's users end (decision B18). */
  sessionTimeouts: {
    table: 'client_session_timeouts',
    columns: { employerId: 'client_id', timeoutMinutesCnt: 'idle_minutes' },
    shown: { employerNm: employerName },
    inUse: [],
    unique: { client_session_timeouts_pkey: 'employerId' },
    refersTo: { client_session_timeouts_client_id_fkey: 'employerId' },
  },
}
