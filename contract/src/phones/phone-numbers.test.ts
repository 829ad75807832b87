import { describe, expect, test } from 'vitest'
import { internationalPhones } from './international-phones.ts'
import { keepingPhones, sentPhone, tenDigitPhones } from './phone-numbers.ts'

describe('a telephone number of ten digits (ACCT-044, ACCT-046, ACCT-047)', () => {
  test.each(['2065550100', '206-555-0100', ' 206-555-0100 '])('%j is one, stored without hyphens', (entered) => {
    expect(tenDigitPhones.read(entered, 'workPhone')).toBe('2065550100')
  })

  test.each([
    '',
    '206555010',
    '20655501000',
    '206-555-01000',
    '206-555-0100 ext. 5',
    '12065550100',
    '1 206-555-0100',
    '206-5550100',
    '206555-0100',
    '(206)555-0100',
    '20655501٠٠',
    '+12065550100',
  ])('%j is not', (entered) => {
    expect(tenDigitPhones.read(entered, 'workPhone')).toBeNull()
  })

  test('is shown with hyphens, any other as it is', () => {
    expect(tenDigitPhones.show('2065550100')).toBe('206-555-0100')
    for (const other of ['206555010', '20655501000', '+4930123456', 'x2065550100'])
      expect(tenDigitPhones.show(other)).toBe(other)
  })
})

test('a number that a user has already stays as it is stored, as it is shown or stored and no other way', () => {
  const phones = keepingPhones(tenDigitPhones, { workPhone: '+4930123456', homePhone: 'x2065550100', faxNum: '' })
  expect(phones.read(' +4930123456 ', 'workPhone')).toBe('+4930123456')
  expect(phones.read('x2065550100', 'homePhone')).toBe('x2065550100')
  for (const other of ['206-5550100', '+4930123457', '']) expect(phones.read(other, 'workPhone')).toBeNull()
  for (const field of ['mobilePhnNbr', 'faxNum'] as const) expect(phones.read('', field)).toBeNull()
})

test('a number that a user has in one field is read as any other in another field', () => {
  const phones = keepingPhones(internationalPhones('US'), { workPhone: '2065550100', mobilePhnNbr: null })
  expect(phones.read('206-555-0100', 'workPhone')).toBe('2065550100')
  for (const field of ['homePhone', 'mobilePhnNbr', 'faxNum'] as const)
    expect(phones.read('206-555-0100', field)).toBe('+12065550100')
})

test('a form sends what is no number as it was entered, for the server to refuse', () => {
  expect(sentPhone(tenDigitPhones, ' 206-555-0100', 'workPhone')).toBe('2065550100')
  expect(sentPhone(tenDigitPhones, ' 206-5550100 ', 'workPhone')).toBe('206-5550100')
})
