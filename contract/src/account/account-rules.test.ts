import { describe, expect, test } from 'vitest'
import {
  accountLimits,
  emailDomain,
  emailIssues,
  firstNameIssues,
  formatPhone,
  isPhone,
  jobTitleIssues,
  keepsStoredAnswer,
  lastNameIssues,
  MASKED_ANSWER,
  middleInitialIssues,
  mobilePhoneIssues,
  normalizeText,
  securityInfoIssues,
  stripHyphens,
  textMessageIssues,
  userInfoIssues,
  workPhoneIssues,
} from './account-rules.ts'

describe('a telephone number (ACCT-044, ACCT-046, ACCT-047)', () => {
  test.each(['2065550100', '206-555-0100'])('%s is one', (phone) => {
    expect(isPhone(phone)).toBe(true)
    expect(workPhoneIssues(` ${phone} `)).toEqual([])
    expect(mobilePhoneIssues(phone)).toEqual([])
  })

  test.each([
    '206555010',
    '20655501000',
    '206-555-01000',
    '206-555-0100 ext. 5',
    '206-555-0100\n',
    '12065550100',
    ' 2065550100',
    '1 206-555-0100',
    '206-5550100',
    '206555-0100',
    '(206)555-0100',
    '20655501٠٠',
    '+12065550100',
  ])('%j is not', (phone) => {
    expect(isPhone(phone)).toBe(false)
  })

  test('with a country code is one only where those are taken', () => {
    for (const phone of ['+4930123456', '+1234567', '+123456789012345']) {
      expect(isPhone(phone, true)).toBe(true)
      expect(isPhone(phone, false)).toBe(false)
      expect(workPhoneIssues(phone, true)).toEqual([])
      expect(mobilePhoneIssues(phone)).toHaveLength(1)
    }
  })

  test.each([
    '+123456',
    '+1234567890123456',
    '+0123456789',
    '4930123456x',
    '+49 30 123456',
    '+4930123456x',
    'x+4930123456',
  ])('%j is none anywhere', (phone) => {
    expect(isPhone(phone, true)).toBe(false)
  })

  test('of ten digits is shown with hyphens, any other as it is', () => {
    expect(formatPhone('2065550100')).toBe('206-555-0100')
    for (const other of ['206555010', '20655501000', '+4930123456', 'x2065550100'])
      expect(formatPhone(other)).toBe(other)
  })
})

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

test('a phone is stored as digits, and an email address has a domain in small letters (ACCT-047, D1)', () => {
  expect(stripHyphens('206-555-0100')).toBe('2065550100')
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
  expect(userInfoIssues(empty, true)).toHaveLength(4)
  expect(workPhoneIssues(' ')).toEqual([])
  expect(workPhoneIssues('+4930123456')).toHaveLength(1)
  expect(mobilePhoneIssues(' 206-555-0100 ')).toEqual([])
  expect(mobilePhoneIssues(' ')).toEqual([])
  expect(mobilePhoneIssues('x')).toEqual([{ field: 'mobilePhnNbr', text: 'mobile_phone_missing' }])
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
    expect([textMessageIssues(abroad).length, textMessageIssues(abroad, true).length]).toEqual([1, 0])
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
