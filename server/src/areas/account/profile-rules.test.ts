import { internationalPhones } from '@portico/contract/phones/international-phones.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { describe, expect, test } from 'vitest'
import {
  changedProfileFields,
  merged,
  type Personal,
  readOnlyFieldsOf,
  sentIssues,
  wireNameOf,
} from './profile-rules.ts'

const stored: Personal = {
  firstName: 'Ada',
  middleInitial: 'K',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  workPhone: '2065550100',
  mobilePhone: '2065550102',
  smsCarrierId: 2,
  clientId: 7,
  jobTitle: 'Analyst',
  departmentId: 3,
}

describe('a save of the own profile', () => {
  test('changes nothing that is not sent (A10)', () => {
    expect(merged(stored, {}, tenDigitPhones)).toEqual(stored)
  })

  test('clears what is null; the employer stays (A10)', () => {
    const sent = {
      firstNm: null,
      midInitial: null,
      lastNm: null,
      emailAddress: null,
      workPhone: null,
      mobilePhnNbr: null,
      smsCarrierId: null,
      employerId: null,
      jobTitleDscTxt: null,
      departmentId: null,
    }
    expect(merged(stored, sent, tenDigitPhones)).toEqual({
      firstName: '',
      middleInitial: null,
      lastName: '',
      email: '',
      workPhone: null,
      mobilePhone: null,
      smsCarrierId: null,
      clientId: 7,
      jobTitle: null,
      departmentId: null,
    })
  })

  test('stores what was typed trimmed, and phones as digits (ACCT-047)', () => {
    const sent = {
      firstNm: ' Zoë ',
      midInitial: ' Q ',
      lastNm: ' O’Neil ',
      emailAddress: ' zoe@example.test ',
      workPhone: ' 206-555-0199 ',
      mobilePhnNbr: '206-555-0198',
      smsCarrierId: 4,
      employerId: 9,
      jobTitleDscTxt: ' Lead ',
      departmentId: 5,
    }
    expect(merged(stored, sent, tenDigitPhones)).toEqual({
      firstName: 'Zoë',
      middleInitial: 'Q',
      lastName: "O'Neil",
      email: 'zoe@example.test',
      workPhone: '2065550199',
      mobilePhone: '2065550198',
      smsCarrierId: 4,
      clientId: 9,
      jobTitle: 'Lead',
      departmentId: 5,
    })
  })
})

test('only fields that differ are changed, by their wire names', () => {
  expect(changedProfileFields(stored, { ...stored })).toEqual([])
  const other = merged(stored, { lastNm: 'Byron', departmentId: null }, tenDigitPhones)
  expect(changedProfileFields(stored, other)).toEqual(['lastName', 'departmentId'])
  expect(Object.values(wireNameOf).join()).toBe(
    'firstNm,midInitial,lastNm,emailAddress,workPhone,mobilePhnNbr,smsCarrierId,jobTitleDscTxt,departmentId,employerId',
  )
})

describe('the rules of the own profile (ACCT-038..047)', () => {
  const fields = (sent: Parameters<typeof sentIssues>[0], phones = tenDigitPhones) =>
    sentIssues(sent, phones).map(({ field }) => field)
  const names = ['firstNm', 'midInitial', 'lastNm', 'emailAddress', 'workPhone', 'mobilePhnNbr', 'jobTitleDscTxt']

  test('are checked for each field that is sent', () => {
    for (const name of names) expect(fields({ [name]: '<' })).toEqual([name])
    expect(fields({})).toEqual([])
  })

  test('want a name and an email address where null is sent, and nothing else', () => {
    expect(fields(Object.fromEntries(names.map((name) => [name, null])))).toEqual(['firstNm', 'lastNm', 'emailAddress'])
  })

  test('take phones of other countries where those are taken', () => {
    const sent = { workPhone: '+4930123456', mobilePhnNbr: '+4930123456' }
    expect(fields(sent)).toEqual(['workPhone', 'mobilePhnNbr'])
    expect(fields(sent, internationalPhones('US'))).toEqual([])
  })
})

test('a company manages the email address and employer of its users, and what its directory has (D1, B22)', () => {
  const all = ['firstName', 'lastName', 'email', 'jobTitle', 'employeeId'] as const
  expect(readOnlyFieldsOf({ signInKind: 'password', providedFields: [] }, all)).toEqual([])
  expect(readOnlyFieldsOf({ signInKind: 'federated', providedFields: [] }, all)).toEqual(['emailAddress', 'employerId'])
  expect(readOnlyFieldsOf({ signInKind: 'directory', providedFields: [] }, all)).toEqual([
    'emailAddress',
    'employerId',
    'firstNm',
    'lastNm',
    'jobTitleDscTxt',
  ])
})

test('what the directory of the employer provides is managed by the company, and the employer with it', () => {
  const provided = { signInKind: 'password', providedFields: ['lastName', 'costCenter', 'departmentId'] } as const
  expect(readOnlyFieldsOf(provided, [])).toEqual(['employerId', 'lastNm', 'departmentId'])
})
