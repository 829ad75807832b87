import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Color, Day, Id, Instant, OptionalDay, text, YesNo } from './codecs.ts'
import type { Shape } from './endpoint.ts'

const takes = (shape: Shape, wire: unknown) => z.safeDecode(shape, wire as never).success

describe('a flag', () => {
  test.each([
    ['Y', true],
    ['y', true],
    [true, true],
    [1, true],
    ['N', false],
    ['n', false],
    [false, false],
    [0, false],
  ])('%j is read and written as Y or N (UIGN-034)', (wire, yes) => {
    expect(z.decode(YesNo, wire as never)).toBe(yes)
    expect(z.encode(YesNo, yes)).toBe(yes ? 'Y' : 'N')
  })

  test.each(['', 'yes', 'true', 2, -1, null, [], ['Y'], {}])('%j is none', (wire) =>
    expect(takes(YesNo, wire)).toBe(false),
  )
})

describe('an id', () => {
  test('is a positive integer of four bytes, as number or as its plain text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
        expect(z.decode(Id, id)).toBe(id)
        expect(z.decode(Id, String(id))).toBe(id)
        expect(z.encode(Id, id)).toBe(id)
      }),
    )
  })

  test.each([
    0,
    -1,
    1.5,
    2_147_483_648,
    Infinity,
    Number.NaN,
    '',
    '0',
    '01',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '0x1',
    '2147483648',
    '9999999999',
    '１',
    ['1'],
    null,
    true,
  ])('%j is none', (wire) => expect(takes(Id, wire)).toBe(false))
})

describe('a day (GENL-024)', () => {
  test('is MM/dd/yyyy on the wire and yyyy-MM-dd inside', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (moment) => {
          const inside = moment.toISOString().slice(0, 10)
          const wire = z.encode(Day, inside)
          expect(wire).toMatch(/^\d\d\/\d\d\/\d{4}$/)
          expect(z.decode(Day, wire)).toBe(inside)
        },
      ),
    )
  })

  test.each([
    '',
    '1/2/2026',
    '2026-01-31',
    '31/01/2026',
    '02/30/2026',
    '02/29/2027',
    '00/01/2026',
    '01/31/26',
    '01/31/0000',
    '01/31/2026 ',
    '01/31/2026\n',
    20_260_131,
    null,
  ])('%j is none', (wire) => {
    expect(takes(Day, wire)).toBe(false)
    expect(takes(OptionalDay, wire)).toBe(wire === '')
  })
})

describe('an instant', () => {
  test('is ISO 8601 in UTC on the wire and a Date inside', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (moment) => {
          const wire = z.encode(Instant, moment)
          expect(wire).toMatch(/Z$/)
          expect(z.decode(Instant, wire)).toEqual(moment)
        },
      ),
    )
  })

  test.each([
    '',
    '2026-01-31',
    '2026-01-31T10:00:00',
    '2026-01-31T10:00:00+01:00',
    '2026-02-30T10:00:00Z',
    '2026-01-31T25:00:00Z',
    0,
    null,
  ])('%j is none', (wire) => expect(takes(Instant, wire)).toBe(false))
})

describe('a color (BRND-021)', () => {
  test('has a # on the wire and none inside', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Fa-f]{6}$/), (digits) => {
        expect(z.decode(Color, digits)).toBe(digits)
        expect(z.decode(Color, `#${digits}`)).toBe(digits)
        expect(z.encode(Color, digits)).toBe(`#${digits}`)
      }),
    )
  })

  test.each([
    '',
    '#',
    'red',
    '#fff',
    '1234567',
    '##123456',
    'red;}body{',
    'url(//evil.test)',
    '#12345g',
    '#123456\n',
    0x123456,
    null,
  ])('%j is none (S61b)', (wire) => expect(takes(Color, wire)).toBe(false))
})

describe('text', () => {
  test('is accepted unchanged, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const isGood = value.length <= 40 && !value.includes('\0')
        expect(z.safeDecode(text(40), value)).toMatchObject(
          isGood ? { success: true, data: value } : { success: false },
        )
      }),
    )
  })

  test('ends at its limit and holds no NUL', () => {
    expect(takes(text(3), 'abc')).toBe(true)
    expect(takes(text(3), 'abcd')).toBe(false)
    expect(takes(text(3), 'a\0')).toBe(false)
    expect(takes(text(3), 'a\n')).toBe(true)
  })
})
