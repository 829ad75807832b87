import { describe, expect, test } from 'vitest'
import {
  accountLimits,
  emailIssues,
  formatPhone,
  isPhone,
  mobilePhoneIssues,
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
    expect(emailIssues(`a${fitting}`)).toEqual([{ field: 'emailAddress', text: 'field_too_long' }])
  })
})
