import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as employerSettings from '../reference-data/employer-settings.ts'
import * as referenceData from '../reference-data/reference-data.ts'
import { callsOf, entryName, type ReferenceCategory, requestsOf } from './reference-table.ts'

const { applicationConfigs, departments, facilities, internalDomains } = referenceData
const { entitlementConfigs, sessionTimeouts } = employerSettings

/** What the calls of a category get when an administrator, 1, adds, changes and deletes an entry. */
function sentFor(category: ReferenceCategory, id: number | string, body: object) {
  const { add, change, remove } = requestsOf(category)
  return { add: add(1, body), change: change(1, id, body), remove: remove(1, id, 4), removeAny: remove(1, id) }
}

describe('what I change in static settings', () => {
  test('names an entry in the address, and its version when I delete it', () => {
    const body = { departmentNm: 'Billing' }
    expect(sentFor(departments, 5, body)).toStrictEqual({
      add: { params: { uid: 1 }, body },
      change: { params: { uid: 1, departmentId: 5 }, body },
      remove: { params: { uid: 1, departmentId: 5 }, query: { version: 4 } },
      removeAny: { params: { uid: 1, departmentId: 5 }, query: {} },
    })
  })

  test('names a domain by its old name beside the new one (DBMT-118, DBMT-119)', () => {
    const body = { domainNm: 'new.test' }
    expect(sentFor(internalDomains, 'old.test', body)).toStrictEqual({
      add: { params: { uid: 1 }, body },
      change: { params: { uid: 1 }, body: { ...body, oldDomainNm: 'old.test' } },
      remove: { params: { uid: 1 }, body: { version: 4, domainNm: 'old.test' } },
      removeAny: { params: { uid: 1 }, body: { domainNm: 'old.test' } },
    })
  })

  test('is a facility 0 in the address where it is new (DBMT-108, DBMT-109)', () => {
    const body = { facilityNm: 'North' }
    expect(sentFor(facilities, 'N1', body)).toStrictEqual({
      add: { params: { uid: 1, facilityCd: '0' }, body },
      change: { params: { uid: 1, facilityCd: 'N1' }, body: { ...body, facilityCd: 'N1' } },
      remove: { params: { uid: 1, facilityCd: 'N1' }, query: { version: 4 } },
      removeAny: { params: { uid: 1, facilityCd: 'N1' }, query: {} },
    })
  })

  test('names an entry in the body where one address adds and changes all (DBMT-121, DBMT-124)', () => {
    const body = { configNm: 'a' }
    expect(sentFor(applicationConfigs, 5, body)).toMatchObject({
      add: { params: { uid: 1 }, body },
      change: { params: { uid: 1 }, body: { ...body, applicationConfigId: 5 } },
    })
    expect(sentFor(entitlementConfigs, 5, body)).toMatchObject({
      add: { params: { uid: 1 }, body },
      change: { params: { uid: 1 }, body: { ...body, employerId: 5 } },
      remove: { params: { uid: 1, employerId: 5 }, query: { version: 4 } },
    })
  })

  test('is sent by the calls of the category', () => {
    const names = (category: ReferenceCategory) =>
      Object.entries(callsOf(category)).map(([what, { name }]) => `${what}: ${name}`)
    expect(names(departments)).toEqual([
      'list: listDepartmentRows',
      'countUses: countDepartmentUses',
      'add: addDepartment',
      'change: changeDepartment',
      'remove: removeDepartment',
      'restore: restoreDepartment',
    ])
    expect(names(facilities)).toEqual([
      'list: listFacilityRows',
      'countUses: countFacilityUses',
      'add: saveFacility',
      'change: saveFacility',
      'remove: removeFacility',
      'restore: restoreFacility',
    ])
  })
})

describe('the name of an entry', () => {
  const name = entryName(5)

  test('is kept without spaces around it, in one form of its letters', () => {
    expect(z.decode(name, ' a b ')).toBe('a b')
    expect(z.decode(name, 'e\u0301')).toBe('é')
    expect(z.encode(name, 'é')).toBe('é')
  })

  test.each([
    '',
    ' ',
    '\n',
    'a\0',
    '\0',
    'a\0b',
    'abcdef',
    'a\r\nb',
    'a\nb',
    'a\tb',
    'a\u001bb',
    'a\u007f',
    'a\u0085',
    '\u202eab',
    'a\u202d',
    'a\u2066b',
    'a\u2028b',
    'a\ud800',
    '\udc00a',
    '\ud800',
    'a\ud800b',
    '\udc00\ud800',
  ])('is not %j', (text) => expect(z.safeDecode(name, text).success).toBe(false))

  test.each(['a', '12345', 'a b', ' a', 'é', 'שלום', '😀', 'a😀b', 'a\u200db', 'a\u200eb'])('may be %j', (text) =>
    expect(z.safeDecode(name, text).success).toBe(true),
  )
})

describe('a domain', () => {
  const domain = referenceData.internalDomains.fields.domainNm

  test.each([
    ['example.test', 'example.test'],
    [' @Example.TEST ', 'example.test'],
    ['a.b-c.example.test', 'a.b-c.example.test'],
    ['1.test', '1.test'],
    [`${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`],
    [`a.${'b'.repeat(63)}`, `a.${'b'.repeat(63)}`],
  ])('%j is kept as %j', (text, kept) => expect(z.decode(domain, text)).toBe(kept))

  test.each([
    '',
    'example',
    '@@example.test',
    'a@example.test',
    '-a.test',
    'a-.test',
    'a..test',
    'a.t',
    'a.123',
    'a b.test',
    'a.test/x',
    `${'a'.repeat(64)}.test`,
    `a.${'b'.repeat(64)}`,
    `${'a.'.repeat(126)}test`,
  ])('%j is none', (text) => expect(z.safeDecode(domain, text).success).toBe(false))

  test('is shown as it is kept', () => expect(z.encode(domain, 'example.test')).toBe('example.test'))
})

describe('other values of entries', () => {
  const isValid = (shape: z.core.$ZodType, value: unknown) => z.safeDecode(shape, value as never).success
  const { typeCd, value, displayOrderSeqCnt } = referenceData.passwordRules.fields
  const { classificationTypeCd } = referenceData.classificationTypes.fields
  const { facilityCd } = referenceData.facilities.fields
  const { configNm } = referenceData.applicationConfigs.fields
  const { timeoutMinutesCnt } = sessionTimeouts.fields

  test.each<[string, z.core.$ZodType, readonly unknown[], readonly unknown[]]>([
    ['the type of a password rule', typeCd, ['MIN_LENGTH', 'A'], ['', 'a', 'MIN LENGTH', 'A1', 'aA', 'Aa']],
    ['the value of a password rule', value, [1, 128, null, undefined], [0, -1, 1.5, 129, '1']],
    ['a position', displayOrderSeqCnt, [1, undefined], [0, -1, null]],
    ['the code of a classification', classificationTypeCd, ['A', 'A_1', 'COLORS'], ['', '1A', '_A', 'a', 'A-1', 'Ab']],
    ['the code of a facility', facilityCd, ['00', '10', 'A_1-2', '01'], ['', '0', 'a', 'A b', 'Aa']],
    ['the name of a setting', configNm, ['a', 'A.b_c-1'], ['', '1a', '.a', 'a b', 'a/', ' a']],
    ['the minutes of a session', timeoutMinutesCnt, [1, 1440], [0, 1441, 1.5]],
  ])('%s has its limits', (_what, shape, good, bad) => {
    expect(good.filter((one) => !isValid(shape, one))).toEqual([])
    expect(bad.filter((one) => isValid(shape, one))).toEqual([])
  })
})

test('lists of static settings are read in the order that helps most', () => {
  const categories = Object.values({ ...referenceData, ...employerSettings }).filter(
    (value): value is ReferenceCategory & typeof value => typeof value === 'object' && 'entries' in value,
  )
  const order = Object.fromEntries(categories.map(({ path, entries }) => [path, entries.defaultSort.column as string]))
  expect(order).toMatchObject({
    departments: 'departmentNm',
    'db-secure-questions': 'displayOrderSeqCnt',
    'clasfn-value': 'classificationTypeTxt',
    'emp-session-timeouts': 'employerNm',
  })
})
