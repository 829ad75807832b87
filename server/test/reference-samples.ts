import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import type { Portal } from './portal.ts'

type Values = Readonly<Record<string, unknown>>

/** A category of database maintenance, with entries to try it with; values as the wire has them. */
export interface ReferenceSample {
  category: ReferenceCategory
  restore: Endpoint
  /** Values of a new entry; each call has others. */
  make: () => Values
  /** Values that are refused with 400, or with 422 where the shape alone cannot decide. */
  refused: readonly Values[]
  /** Two entries with these values cannot both exist. */
  unique?: string
  /** Makes a record that uses the entry. */
  use?: (portal: Portal, id: number | string) => Promise<unknown>
  /** Id of an entry that the portal itself needs. */
  needed?: number
}

const unique = (word: string) => `${word} ${randomUUID()}`
const code = () => `C${randomUUID().slice(0, 8).replaceAll('-', '').toUpperCase()}`
const FIRST_EMPLOYER = 900_001
const LAST_EMPLOYER = 902_000
let nextEmployer = FIRST_EMPLOYER
/** An employer without settings; `makeEmployers` has made it. */
const employer = () => {
  nextEmployer = nextEmployer === LAST_EMPLOYER ? FIRST_EMPLOYER : nextEmployer + 1
  return nextEmployer
}
const domain = () => `${randomUUID()}.test`

export const referenceSamples: readonly ReferenceSample[] = [
  {
    category: contract.departments,
    restore: contract.restoreDepartment,
    make: () => ({ departmentNm: unique('Department') }),
    refused: [{ departmentNm: ' ' }, { departmentNm: 'x'.repeat(101) }],
    unique: 'departmentNm',
    use: async (portal, id) =>
      portal.owner('update users set department_id = $1 where id = $2', [id, (await portal.make.user()).id]),
  },
  {
    category: contract.smsCarriers,
    restore: contract.restoreSmsCarrier,
    make: () => ({ smsCarrierNm: unique('Carrier'), emailDomainTxt: domain(), activeFlg: 'Y' }),
    refused: [
      { smsCarrierNm: '' },
      { smsCarrierNm: 'x'.repeat(101) },
      { emailDomainTxt: 'no domain' },
      { emailDomainTxt: `${'x'.repeat(250)}.test` },
      { activeFlg: 'maybe' },
    ],
    unique: 'smsCarrierNm',
    use: async (portal, id) =>
      portal.owner('update users set sms_carrier_id = $1 where id = $2', [id, (await portal.make.user()).id]),
  },
  {
    category: contract.accountTypes,
    restore: contract.restoreAccountType,
    // The portal's own system.
    make: () => ({ systemAccountTypeDescTxt: unique('Type'), systemAccountTypeCd: code(), systemId: 2 }),
    refused: [
      { systemAccountTypeDescTxt: '' },
      { systemAccountTypeDescTxt: 'x'.repeat(101) },
      { systemAccountTypeCd: 'x'.repeat(21) },
      { systemId: 987_654 },
    ],
    unique: 'systemAccountTypeCd',
    use: async (portal, id) =>
      portal.owner("insert into user_system_accounts (user_id, type_id, name) values ($2, $1, 'ada')", [
        id,
        (await portal.make.user()).id,
      ]),
  },
  {
    category: contract.securityQuestions,
    restore: contract.restoreSecurityQuestion,
    make: () => ({ securityQuestionDscTxt: unique('Question') }),
    refused: [
      { securityQuestionDscTxt: '' },
      { securityQuestionDscTxt: 'x'.repeat(201) },
      { displayOrderSeqCnt: 0 },
      { displayOrderSeqCnt: 'first' },
    ],
    unique: 'securityQuestionDscTxt',
    use: async (portal, id) =>
      portal.owner('update users set security_question_id = $1 where id = $2', [id, (await portal.make.user()).id]),
  },
  {
    category: contract.notificationTypes,
    restore: contract.restoreNotificationType,
    make: () => ({ notificationTypeNm: unique('Type'), descriptionTxt: 'News' }),
    refused: [{ notificationTypeNm: '' }, { notificationTypeNm: 'x'.repeat(101) }, { descriptionTxt: 'x'.repeat(501) }],
    unique: 'notificationTypeNm',
    use: async (portal, id) =>
      portal.owner('insert into user_notification_types select $2, $1', [id, (await portal.make.user()).id]),
  },
  {
    category: contract.passwordRules,
    restore: contract.restorePasswordRule,
    make: () => ({ ruleTxt: unique('Advice'), typeCd: 'ADVICE' }),
    refused: [
      { ruleTxt: '' },
      { ruleTxt: 'x'.repeat(201) },
      { typeCd: 'ALPHABETICAL' },
      { typeCd: 'DIGITS', value: null },
      { typeCd: 'ADVICE', value: 3 },
      { typeCd: 'DIGITS', value: 129 },
      // The shipped shortest password has 12 characters.
      { typeCd: 'MAX_LENGTH', value: 11 },
      { typeCd: 'MIN_LENGTH', value: 12 },
    ],
  },
  {
    category: contract.internalDomains,
    restore: contract.restoreInternalDomain,
    make: () => ({ domainNm: domain() }),
    refused: [{ domainNm: '' }, { domainNm: 'localhost' }, { domainNm: 'a b.test' }],
    unique: 'domainNm',
  },
  {
    category: contract.classificationTypes,
    restore: contract.restoreClassificationType,
    make: () => ({ descriptionTxt: 'Sizes', classificationTypeCd: code() }),
    refused: [
      { descriptionTxt: '' },
      { classificationTypeCd: 'small letters' },
      { classificationTypeCd: 'X'.repeat(51) },
    ],
    unique: 'classificationTypeCd',
    needed: 1,
  },
  {
    category: contract.classificationValues,
    restore: contract.restoreClassificationValue,
    make: () => ({ valueMediumNm: unique('Value'), valueShortNm: 'V', classificationTypeId: 1 }),
    refused: [{ valueMediumNm: '' }, { valueShortNm: 'x'.repeat(51) }],
    unique: 'valueMediumNm',
    needed: 1,
  },
  {
    category: contract.facilities,
    restore: contract.restoreFacility,
    make: () => ({ facilityCd: code(), facilityNm: unique('Facility'), hierarchyFlg: 'Y' }),
    refused: [
      { facilityCd: '0' },
      { facilityCd: 'small' },
      { facilityCd: 'X'.repeat(21) },
      { facilityNm: '' },
      { facilityNm: 'x'.repeat(101) },
    ],
    unique: 'facilityNm',
    use: (portal, id) => portal.owner("insert into customers (facility_code, name) values ($1, 'A customer')", [id]),
  },
  {
    category: contract.applicationConfigs,
    restore: contract.restoreApplicationConfig,
    make: () => ({
      configNm: `limit.${randomUUID()}`,
      configValueTxt: unique('Value'),
      secretFlg: 'N',
      descriptionTxt: 'A limit',
    }),
    refused: [
      { configNm: '' },
      { configNm: '1 number' },
      { configNm: `x${'1'.repeat(100)}` },
      { configValueTxt: 'x'.repeat(4001) },
      { descriptionTxt: 'x'.repeat(501) },
    ],
    unique: 'configNm',
  },
  {
    category: employerSettings.entitlementConfigs,
    restore: employerSettings.restoreEntitlementConfig,
    make: () => ({ employerId: employer(), clientCd: randomUUID(), enableFlg: 'Y' }),
    refused: [{ employerId: 987_654 }, { clientCd: 'x'.repeat(51) }, { enableFlg: 'often' }],
  },
  {
    category: employerSettings.sessionTimeouts,
    restore: employerSettings.restoreSessionTimeout,
    make: () => ({ employerId: employer(), timeoutMinutesCnt: 1 + (nextEmployer % 1440) }),
    refused: [
      { employerId: 987_654 },
      { timeoutMinutesCnt: 0 },
      { timeoutMinutesCnt: 1441 },
      { timeoutMinutesCnt: 'ten' },
    ],
  },
]

/** Employers of their own, so that each entry can have another one. */
export const makeEmployers = (portal: Portal) =>
  portal.owner(
    `insert into clients (id, name) select n, 'Employer ' || n from generate_series($1::int, $2::int) n
     on conflict do nothing`,
    [FIRST_EMPLOYER, LAST_EMPLOYER],
  )

/** A new entry of every category, by the wire names of their keys. */
export async function referenceIds(portal: Portal): Promise<Record<string, string>> {
  await makeEmployers(portal)
  await portal.owner('delete from entitlement_report_settings where client_id >= $1', [FIRST_EMPLOYER + 1500])
  const statements: Readonly<Record<string, string>> = {
    departmentId: "insert into departments (name) values ('D ' || gen_random_uuid()) returning id",
    smsCarrierId:
      "insert into sms_carriers (name, email_domain) values ('C ' || gen_random_uuid(), 'c.test') returning id",
    systemAccountTypeId:
      "insert into system_account_types (system_id, description, code) select 2, 'Type', gen_random_uuid() returning id",
    securityQuestionId:
      "insert into security_questions (question, display_order) values ('Q ' || gen_random_uuid(), 99) returning id",
    notificationTypeId:
      "insert into notification_types (name, display_order) values ('N ' || gen_random_uuid(), 99) returning id",
    phraseCompRuleId:
      "insert into password_rules (type_code, rule_text, display_order) values ('ADVICE', 'Rest', 99) returning id",
    domainNm: "insert into internal_domains (domain) values (gen_random_uuid() || '.test') returning domain as id",
    classificationTypeId:
      "insert into classification_types (description, code) values ('A type', 'C' || replace(upper(gen_random_uuid()::text), '-', '')) returning id",
    clsVldValId: `insert into classification_values (type_id, short_text, medium_text, display_order)
                  values (1, 'V', gen_random_uuid(), 99) returning id`,
    facilityCd: `insert into facilities (code, name)
                 values ('F' || left(upper(replace(gen_random_uuid()::text, '-', '')), 10), gen_random_uuid()) returning code as id`,
    applicationConfigId: "insert into application_settings (key) values ('k' || gen_random_uuid()) returning id",
    employerId: `with chosen as (
                   update clients set idle_minutes = 20
                    where id = (select min(id) from clients where id >= ${FIRST_EMPLOYER + 1500}
                                  and id not in (select client_id from entitlement_report_settings)) returning id)
                 insert into entitlement_report_settings (client_id, is_enabled) select id, false from chosen
                 returning client_id as id`,
  }
  const made = Object.entries(statements).map(async ([key, statement]) => {
    const [row] = await portal.owner(statement)
    return [key, String(row?.['id'])]
  })
  return Object.fromEntries(await Promise.all(made)) as Record<string, string>
}
