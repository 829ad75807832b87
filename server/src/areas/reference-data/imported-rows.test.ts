import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let ann: Browser
beforeAll(async () => {
  ;({ portal, browser: ann } = await startWithAdmin(['Database Maintenance']))
})
afterAll(() => portal.close())

/** An entry of each category that its calls would refuse, put into the database past them. */
const rows: [category: string, list: Endpoint, insert: string, field: string, value: unknown][] = [
  [
    'classification types',
    contract.listClassificationTypeRows,
    "insert into classification_types (code, description) values ('shoe sizes', '')",
    'classificationTypeCd',
    'shoe sizes',
  ],
  [
    'classification values',
    contract.listClassificationValueRows,
    `insert into classification_values (type_id, short_text, medium_text, display_order)
     select min(id), '', 'Nameless', 0 from classification_types`,
    'displayOrderSeqCnt',
    0,
  ],
  ['departments', contract.listDepartmentRows, "insert into departments (name) values (' ')", 'departmentNm', ' '],
  [
    'internal domains',
    contract.listInternalDomainRows,
    "insert into internal_domains (domain) values ('localhost')",
    'domainNm',
    'localhost',
  ],
  ['facilities', contract.listFacilityRows, "insert into facilities (code, name) values ('0', '')", 'facilityCd', '0'],
  [
    'notification types',
    contract.listNotificationTypeRows,
    "insert into notification_types (name, description, display_order) values ('Pigeon', repeat('x', 501), 0)",
    'descriptionTxt',
    'x'.repeat(501),
  ],
  [
    'password rules',
    contract.listPasswordRuleRows,
    "insert into password_rules (type_code, value, rule_text, display_order) values ('Rhyme', 0, '', 0)",
    'typeCd',
    'Rhyme',
  ],
  [
    'security questions',
    contract.listSecurityQuestionRows,
    "insert into security_questions (question, display_order) values ('', 0)",
    'securityQuestionDscTxt',
    '',
  ],
  [
    'SMS carriers',
    contract.listSmsCarrierRows,
    "insert into sms_carriers (name, email_domain) values ('', 'no domain')",
    'emailDomainTxt',
    'no domain',
  ],
  [
    'application configurations',
    contract.listApplicationConfigRows,
    "insert into application_settings (key, value) values ('1 key', repeat('x', 4001))",
    'configNm',
    '1 key',
  ],
]

test.each(rows)(
  'the list of %s is read although one entry breaks the limits of a field (DBMT-097..125)',
  async (_category, list, insert, field, value) => {
    await portal.owner(insert)
    const answer = await ann.request('GET', list.path)
    expect(answer).toMatchObject({ status: 200, code: '200' })
    expect((answer.data as Record<string, unknown>[]).map((row) => row[field])).toContain(value)
  },
)
