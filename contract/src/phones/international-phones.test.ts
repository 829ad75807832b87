import { describe, expect, test } from 'vitest'
import { internationalPhones } from './international-phones.ts'
import { keepingPhones } from './phone-numbers.ts'

const american = internationalPhones('US')
const german = internationalPhones('DE')

describe('a telephone number of any country', () => {
  test.each([
    ['+49 30 1234567', '+49301234567'],
    ['+49-30-1234567', '+49301234567'],
    ['+49 (0)30 1234567', '+49301234567'],
    ['+49 30/1234567', '+49301234567'],
    ['0049 30 1234567', '+49301234567'],
    ['011 49 30 1234567', '+49301234567'],
    ['\u202d+49 30 1234567\u202c', '+49301234567'],
    ['+٤٩ ٣٠ ١٢٣٤٥٦٧', '+49301234567'],
    ['٠٠٤٩ ٣٠ ١٢٣٤٥٦٧', '+49301234567'],
    ['۰۰۴۹ ۳۰ ۱۲۳۴۵۶۷', '+49301234567'],
    ['００４９ ３０ １２３４５６７', '+49301234567'],
    ['(212) 555-0100', '+12125550100'],
    ['212-555-0100', '+12125550100'],
    ['212.555.0100', '+12125550100'],
    ['1 212 555 0100', '+12125550100'],
    [' +442079460958 ', '+442079460958'],
  ])('%j is stored as %s in the United States', (entered, stored) => {
    expect(american.read(entered, 'workPhone')).toBe(stored)
  })

  test.each([
    ['030 1234567', '+49301234567'],
    ['030/1234567', '+49301234567'],
    ['0049 30 1234567', '+49301234567'],
    ['001 212 555 0100', '+12125550100'],
    ['+1 212 555 0100', '+12125550100'],
    ['+49 221 1234567', '+492211234567'],
    ['+49 (0)221 1234567', '+492211234567'],
    ['0049 221 1234567', '+492211234567'],
    ['04922 123456', '+494922123456'],
    ['+49 4922 123456', '+494922123456'],
  ])('%j is stored as %s in Germany', (entered, stored) => {
    expect(german.read(entered, 'workPhone')).toBe(stored)
  })

  test.each(['49 221 1234567', '49-221-1234567', '49 (0)221 1234567', '٤٩ ٢٢١ ١٢٣٤٥٦٧'])(
    '%j is refused in Germany, where it could have its country code or none',
    (entered) => {
      expect(german.read(entered, 'workPhone')).toBeNull()
      expect(american.read(entered, 'workPhone')).toBeNull()
    },
  )

  test.each([
    '',
    '+',
    '+49',
    '+49 1',
    '+999 123456',
    '12',
    '911',
    '1234567890',
    '2065550100 ext. 4',
    '+49 30 1234567;ext=3',
    '1-800-FLOWERS',
    'call +49 30 1234567',
    'tel:+49301234567',
    '+49 30 1234567; +49 30 1234568',
    '+4930123456789012345',
  ])('%j is none', (entered) => {
    expect(american.read(entered, 'workPhone')).toBeNull()
  })

  test('is shown as it is dialed in its own country, and with the country code elsewhere', () => {
    expect(american.show('+12065550100')).toBe('(206) 555-0100')
    expect(german.show('+12065550100')).toBe('+1 206 555 0100')
    expect(german.show('+49301234567')).toBe('030 1234567')
    expect(american.show('+49301234567')).toBe('+49 30 1234567')
    // Canada shares the country code and is another country.
    expect(american.show('+14165550100')).toBe('+1 416 555 0100')
  })

  test('that was stored as ten digits is shown as ever and stays, and what is none is shown as it is', () => {
    expect(german.show('2065550100')).toBe('206-555-0100')
    for (const text of ['', '+', '+9', 'none']) expect(german.show(text)).toBe(text)
    const own = keepingPhones(german, { workPhone: '2065550100' })
    for (const text of ['206-555-0100', '2065550100']) expect(own.read(text, 'workPhone')).toBe('2065550100')
  })

  test('is read again from what is shown', () => {
    for (const stored of ['+12065550100', '+49301234567', '+46812345678', '+81312345678'])
      for (const phones of [american, german]) expect(phones.read(phones.show(stored), 'faxNum')).toBe(stored)
  })
})

test('a country that there is not is refused', () => {
  expect(() => internationalPhones('XX')).toThrow('No country has the code XX')
})
