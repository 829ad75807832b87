import { describe, expect, test } from 'vitest'
import { headerKey, isFormula, readImportHeader, readYesNo, userImportColumns } from './user-import-rules.ts'

const headers = userImportColumns(true).map(({ header }) => header)

describe('the header of an imported file', () => {
  test('is understood in any order, case and punctuation', () => {
    const header = readImportHeader(
      ['E-MAIL', ' last_name ', 'first  NAME', 'User id', 'Username'.slice(0, 0), 'row'],
      true,
    )
    expect(header).toEqual({
      fields: ['emailAddress', 'lastNm', 'firstNm', 'userNm', null, null],
      missing: [],
      unknown: [],
      repeated: [],
    })
  })

  test('is understood in letters of another width', () => {
    expect(readImportHeader(['Ｆｉｒｓｔ ｎａｍｅ', 'Ｅ－ｍａｉｌ'], true).fields).toEqual(['firstNm', 'emailAddress'])
  })

  test('names permission sets in either language', () => {
    for (const header of ['Permission sets', 'permission set', 'Sets', 'Berechtigungssätze', 'BERECHTIGUNGSSATZ'])
      expect(readImportHeader([header], true).fields).toEqual(['setsTxt'])
  })

  test('of the template has every column once', () => {
    expect(readImportHeader(headers, true).fields).toEqual(userImportColumns(true).map(({ field }) => field))
    expect(new Set(headers.map(headerKey)).size).toBe(headers.length)
  })

  test('of an administrator of a client knows no column that only internal ones have', () => {
    const own = userImportColumns(false).map(({ header }) => header)
    const ofInternal = headers.filter((header) => !own.includes(header))
    expect(ofInternal).toContain('Cost center')
    expect(ofInternal).not.toContain('Employee ID')
    expect(readImportHeader(own, false)).toMatchObject({ missing: [], unknown: [] })
    expect(readImportHeader(headers, false).unknown).toEqual(ofInternal)
  })

  test('names what is missing, unknown and there twice', () => {
    expect(readImportHeader(['First name', 'Firstname', 'Status', 'Result', '-'], true)).toMatchObject({
      missing: ['Last name', 'Email'],
      unknown: ['Status', '-'],
      repeated: ['First name'],
    })
  })
})

test.each(['=1+1', '@sum', '\t=1', '\r=1', '+cmd', '-2+3*a', '=', '@'])('%j is a formula', (value) =>
  expect(isFormula(value)).toBe(true),
)
test.each(['+1 (206) 555-0100', '-', 'a=b', "O'Brien", '2065550100', ''])('%j is none', (value) =>
  expect(isFormula(value)).toBe(false),
)

test.each([
  ['Y', true],
  [' yes ', true],
  ['TRUE', true],
  ['1', true],
  ['x', true],
  ['n', false],
  ['No', false],
  ['false', false],
  ['0', false],
  ['', undefined],
  ['maybe', null],
])('%j is read as %s', (value, answer) => expect(readYesNo(value)).toBe(answer))
