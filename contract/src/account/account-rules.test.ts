import { describe, expect, test } from 'vitest'
import { internationalPhones } from '../phones/international-phones.ts'
import {
  accountLimits,
  emailDomain,
  emailIssues,
  firstNameIssues,
  jobTitleIssues,
  keepsStoredAnswer,
  lastNameIssues,
  MASKED_ANSWER,
  middleInitialIssues,
  mobilePhoneIssues,
  normalizeText,
  securityInfoIssues,
  textMessageIssues,
  userInfoIssues,
  workPhoneIssues,
} from './account-rules.ts'

const international = internationalPhones('US')

describe('an email address (ACCT-042, D4)', () => {
  const long = (letters: number) => `${'a'.repeat(letters)}@example.test`

  test.each(['a@b.cd', "o'neil+x@sub.example.test", ` ${long(64)} `, `a@${'b'.repeat(63)}.test`])(
    '%s is one',
    (address) => {
      expect(emailIssues(address)).toEqual([])
    },
  )

  test.each([
    'a@b',
    '@b.cd',
    'a@.cd',
    'a@-b.cd',
    'a@b-.cd',
    'a b@c.de',
    'a@b.cd.',
    long(65),
    `a@${'b'.repeat(64)}.test`,
    'a@b.cd x',
  ])('%j is none', (address) => {
    expect(emailIssues(address)).toEqual([{ field: 'emailAddress', text: 'email_invalid' }])
  })

  test('is missing or too long', () => {
    expect(emailIssues('  ')).toEqual([{ field: 'emailAddress', text: 'email_missing' }])
    const domain = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.test`
    const fitting = `${'a'.repeat(accountLimits.email - domain.length - 1)}@${domain}`
    expect(fitting).toHaveLength(accountLimits.email)
    expect(emailIssues(fitting)).toEqual([])
    expect(emailIssues(`a${fitting}`)).toEqual([{ field: 'emailAddress', text: 'field_too_long', max: 254 }])
  })
})

describe('a typed text (ACCT-038..041)', () => {
  test('is stored composed, trimmed and with straight apostrophes', () => {
    expect(normalizeText(' e\u0301 O’Neil’s ')).toBe("é O'Neil's")
  })

  test.each(['Ada', 'Zoë-Ann', "O'Neil, Jr. 3", '3rd', '李', ' Ada ', 'क्षि', 'x'.repeat(50)])(
    '%j is a name',
    (name) => {
      expect([...firstNameIssues(name), ...lastNameIssues(name)]).toEqual([])
    },
  )

  test.each(['<b>', '-Ada', "'Ada", '.', 'Ada\u0301<', '#1', 'A#', 'A\nda', '٣'])('%j is none', (name) => {
    expect(firstNameIssues(name)).toEqual([{ field: 'firstNm', text: 'invalid_characters' }])
    expect(lastNameIssues(name)).toEqual([{ field: 'lastNm', text: 'invalid_characters' }])
  })

  test('is missing or too long by what is stored', () => {
    expect(firstNameIssues('x'.repeat(51))).toEqual([{ field: 'firstNm', text: 'field_too_long', max: 50 }])
    expect(firstNameIssues(` ${'x'.repeat(50)} `)).toEqual([])
    expect(firstNameIssues(' ')).toEqual([{ field: 'firstNm', text: 'first_name_missing' }])
    expect(lastNameIssues('')).toEqual([{ field: 'lastNm', text: 'last_name_missing' }])
    expect(jobTitleIssues('')).toEqual([])
    expect(jobTitleIssues('x'.repeat(100))).toEqual([])
    expect(jobTitleIssues('x'.repeat(101))).toEqual([{ field: 'jobTitleDscTxt', text: 'field_too_long', max: 100 }])
    expect(jobTitleIssues('<')).toEqual([{ field: 'jobTitleDscTxt', text: 'invalid_characters' }])
  })

  test('of one letter is an initial, and may be missing', () => {
    for (const letter of ['', ' ', 'K', ' é ', 'Q\u0323']) expect(middleInitialIssues(letter)).toEqual([])
    for (const other of ['KK', '1', '.', 'K.', '.K', '\u0301'])
      expect(middleInitialIssues(other)).toEqual([{ field: 'midInitial', text: 'middle_initial_invalid' }])
  })
})

test('an email address has a domain in small letters (D1)', () => {
  expect(emailDomain('a@b@Example.Test')).toBe('example.test')
})

test('name, email address and work phone are checked together, in the order of the form (ACCT-038..045)', () => {
  const empty = { firstNm: '', midInitial: '1', lastNm: '', emailAddress: '', workPhone: '+4930123456' }
  expect(userInfoIssues(empty)).toEqual([
    { field: 'firstNm', text: 'first_name_missing' },
    { field: 'midInitial', text: 'middle_initial_invalid' },
    { field: 'lastNm', text: 'last_name_missing' },
    { field: 'emailAddress', text: 'email_missing' },
    { field: 'workPhone', text: 'work_phone_missing' },
  ])
  expect(userInfoIssues(empty, international)).toHaveLength(4)
  expect(workPhoneIssues(' ')).toEqual([])
  expect(workPhoneIssues('+4930123456')).toHaveLength(1)
  expect(mobilePhoneIssues(' 206-555-0100 ')).toEqual([])
  expect(mobilePhoneIssues(' ')).toEqual([])
  expect(mobilePhoneIssues('x')).toEqual([{ field: 'mobilePhnNbr', text: 'mobile_phone_missing' }])
  expect(workPhoneIssues('x', international)).toEqual([{ field: 'workPhone', text: 'phone_unfit' }])
  expect(mobilePhoneIssues('x', international)).toEqual([{ field: 'mobilePhnNbr', text: 'phone_unfit' }])
})

describe('text messages (ACCT-057..060)', () => {
  const choice = { wantsSms: true, agrees: true, mobilePhnNbr: '206-555-0100', smsCarrierId: 1 }

  test('need consent, a mobile phone and its carrier, each with its own message', () => {
    expect(textMessageIssues(choice)).toEqual([])
    expect(textMessageIssues({ ...choice, agrees: false, mobilePhnNbr: ' ', smsCarrierId: null })).toEqual([
      { field: 'agreedToTextsFlg', text: 'text_agreement_missing' },
      { field: 'mobilePhnNbr', text: 'mobile_phone_missing' },
      { field: 'smsCarrierId', text: 'carrier_missing' },
    ])
    expect(textMessageIssues({ ...choice, mobilePhnNbr: 'x' })).toEqual([
      { field: 'mobilePhnNbr', text: 'mobile_phone_missing' },
    ])
  })

  test('take numbers of other countries where those are taken', () => {
    const abroad = { ...choice, mobilePhnNbr: '+4930123456' }
    expect([textMessageIssues(abroad).length, textMessageIssues(abroad, international).length]).toEqual([1, 0])
    expect(textMessageIssues({ ...choice, mobilePhnNbr: '' }, international)).toEqual([
      { field: 'mobilePhnNbr', text: 'phone_unfit' },
    ])
  })

  test('need nothing where they are not wanted', () => {
    const nothing = { wantsSms: false, agrees: false, mobilePhnNbr: '', smsCarrierId: null }
    expect(textMessageIssues(nothing)).toEqual([])
  })
})

describe('question, answer and password (ACCT-053..056, ACCT-063, ACCT-064)', () => {
  const info = { securityQuestionId: 3, pswdPhrase: 'Blue, 2', securityConfirmPwd: 'secret' }

  test('are required', () => {
    expect(securityInfoIssues(info, null)).toEqual([])
    expect(securityInfoIssues({ securityQuestionId: null, pswdPhrase: ' ', securityConfirmPwd: '' }, null)).toEqual([
      { field: 'securityQuestionId', text: 'security_question_missing' },
      { field: 'pswdPhrase', text: 'security_answer_missing' },
      { field: 'securityConfirmPwd', text: 'field_required' },
    ])
  })

  test('keep the stored answer where the mask is sent with its own question', () => {
    expect(MASKED_ANSWER).toBe('********')
    const masked = { ...info, pswdPhrase: MASKED_ANSWER }
    expect([keepsStoredAnswer(masked, 3), keepsStoredAnswer(masked, 4), keepsStoredAnswer(info, 3)]).toEqual([
      true,
      false,
      false,
    ])
    expect(keepsStoredAnswer({ ...masked, securityQuestionId: null }, null)).toBe(false)
    expect(securityInfoIssues(masked, 3)).toEqual([])
    for (const stored of [4, null])
      expect(securityInfoIssues(masked, stored)).toEqual([{ field: 'pswdPhrase', text: 'security_answer_missing' }])
  })

  test('take an answer of the usual characters up to its length', () => {
    const answer = (pswdPhrase: string) => securityInfoIssues({ ...info, pswdPhrase }, 3)
    expect(answer('x'.repeat(accountLimits.answer))).toEqual([])
    for (const unfit of ['x'.repeat(accountLimits.answer + 1), '<b>'])
      expect(answer(unfit)).toEqual([{ field: 'pswdPhrase', text: 'security_answer_unfit' }])
  })
})
