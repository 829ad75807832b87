import { describe, expect, test } from 'vitest'
import { internationalPhones } from '../phones/international-phones.ts'
import { tenDigitPhones } from '../phones/phone-numbers.ts'
import { defaultTexts } from '../texts/texts.ts'
import { textFieldList } from './user-fields.ts'
import { phoneIssues, type UserDetailValues, userDetailIssues } from './user-details-rules.ts'

const complete = {
  ...Object.fromEntries(textFieldList.map(({ wire }) => [wire, ''])),
  userNm: 'alovelace',
  firstNm: 'Ada',
  lastNm: 'Lovelace',
  emailAddress: 'ada@example.test',
  employerId: 7,
  smsCarrierId: null,
  agreeText: false,
  wantsSms: false,
} as UserDetailValues
const messages = (change: Partial<UserDetailValues>, phones = tenDigitPhones) =>
  userDetailIssues({ ...complete, ...change }, phones).map(({ field, text }) => `${field}: ${defaultTexts[text]}`)

describe('the details of a user', () => {
  test('need a name, an email address, an employer and a user ID (UADM-117, UADM-118)', () => {
    expect(messages({})).toEqual([])
    expect(messages({ firstNm: ' ', lastNm: '', emailAddress: '', employerId: null, userNm: '' })).toEqual([
      'firstNm: Enter a first name.',
      'lastNm: Enter a last name.',
      'emailAddress: Enter an email address.',
      'employerId: Error: Employer is missing.',
      'userNm: Enter a user ID.',
    ])
  })

  test.each(['work', 'home', 'fax', 'mobile'])(
    'take a %s phone of ten digits, with both hyphens or none (UADM-112)',
    (kind) => {
      const field = { work: 'workPhone', home: 'homePhone', fax: 'faxNum', mobile: 'mobilePhnNbr' }[kind] as 'workPhone'
      for (const phone of ['', '206-555-0100', '2065550100']) expect(messages({ [field]: phone })).toEqual([])
      for (const phone of ['206555010', '20655501000', '206-5550100', '+12065550100', '٢٠٦٥٥٥٠١٠٠', 'x'])
        expect(messages({ [field]: phone })).toEqual([`${field}: ${defaultTexts.user_phone_invalid}`])
      const international = internationalPhones('US')
      expect(messages({ [field]: '+4930123456' }, international)).toEqual([])
      expect(messages({ [field]: '+49' }, international)).toEqual([`${field}: ${defaultTexts.phone_unfit}`])
      expect(messages({ [field]: ' 2065550100 ' })).toEqual([])
    },
  )

  test('take numbers of other countries only where that is said (UADM-112)', () => {
    expect(phoneIssues('workPhone', '+4930123456')).toHaveLength(1)
    expect(userDetailIssues({ ...complete, homePhone: '+4930123456' })).toHaveLength(1)
  })

  test("take letters, digits, spaces and . , ' - in names, and one letter as initial (UADM-114, UADM-115)", () => {
    expect(messages({ firstNm: 'Zoë-Ann', lastNm: "O'Neil, Jr. 3", midInitial: 'Ä' })).toEqual([])
    expect(messages({ firstNm: 'A<b>', lastNm: 'x'.repeat(51), midInitial: '1' })).toEqual([
      `firstNm: ${defaultTexts.invalid_characters}`,
      `midInitial: ${defaultTexts.middle_initial_invalid}`,
      `lastNm: ${defaultTexts.field_too_long}`,
    ])
  })

  test('ask for consent, number and carrier with text messages only (UADM-119, UADM-120)', () => {
    expect(messages({ wantsSms: true })).toEqual([
      'agreeText: Please check the box to agree to receive text messages',
      `mobilePhnNbr: ${defaultTexts.mobile_phone_missing}`,
      'smsCarrierId: Please select SMS Carrier',
    ])
    expect(messages({ wantsSms: true, agreeText: true, mobilePhnNbr: '206-555-0100', smsCarrierId: 1 })).toEqual([])
  })

  test('name a wrong mobile phone once, with and without text messages (UADM-112, UADM-119)', () => {
    const agreed = { agreeText: true, smsCarrierId: 1, mobilePhnNbr: 'x' }
    expect(messages({ ...agreed, wantsSms: true })).toEqual([`mobilePhnNbr: ${defaultTexts.mobile_phone_missing}`])
    expect(messages(agreed)).toEqual([`mobilePhnNbr: ${defaultTexts.user_phone_invalid}`])
  })

  test('take a user ID of 3 to 50 characters, an extension of up to 10 digits and an employee ID of up to 50', () => {
    for (const userNm of ['abc', 'Ünal.Ö', 'a_b-c.1', 'x'.repeat(50)]) expect(messages({ userNm })).toEqual([])
    for (const userNm of ['ab', '.abc', 'a b c', 'x'.repeat(51), 'a/b/c'])
      expect(messages({ userNm })).toEqual([`userNm: ${defaultTexts.user_name_invalid}`])
    expect(messages({ userNm: ' abc ', workExt: ' 12 ' })).toEqual([])
    expect(messages({ workExt: '1234567890', employeeId: 'E-12/3' })).toEqual([])
    expect(messages({ employeeId: 'é'.repeat(50) })).toEqual([])
    for (const employeeId of ['#1', '1#', 'E#1', '-1', "'1"])
      expect(messages({ employeeId })).toEqual([
        "employeeId: Use only letters, digits, spaces and . , ' / -, beginning with a letter or digit.",
      ])
    expect(messages({ workExt: '12345678901', employeeId: 'x'.repeat(51) })).toEqual([
      `workExt: ${defaultTexts.user_extension_invalid}`,
      `employeeId: ${defaultTexts.field_too_long}`,
    ])
  })
})
