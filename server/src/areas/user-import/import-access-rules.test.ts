import { describe, expect, test } from 'vitest'
import { accessField, accessKey, givableOf, hasAccess, readAccess } from './import-access-rules.ts'
import { dayOfCell, rightOf } from './import-access-values.ts'

const ledger = { id: 1, name: 'Ledger' }
const vault = { id: 2, name: 'The Vault' }
const page = (id: number, name: string, system: typeof ledger) => ({
  id,
  name,
  systemId: system.id,
  systemName: system.name,
})
const givable = givableOf(
  [ledger, vault],
  [page(11, 'Entries', ledger), page(12, 'Invoices', ledger), page(21, 'Invoices', vault), page(22, 'In / Out', vault)],
)
const END = new Date('2099-03-31T21:59:59.999Z')
const read = (given: Parameters<typeof readAccess>[0]) =>
  readAccess(given, givable, (day) => (day === '2099-03-31' ? END : undefined))
const granted = (given: Parameters<typeof readAccess>[0]) => {
  const { permissions, issues } = read(given)
  expect(issues).toEqual([])
  return permissions
}
const issuesOf = (given: Parameters<typeof readAccess>[0]) =>
  read(given).issues.map(({ field, text, suggestion }) => [field, text, suggestion])
const plain = { isAdmin: false, hasSensitiveData: false, endsAt: null }

describe('the access of a row', () => {
  test('is there where one of its columns has a value', () => {
    expect(hasAccess({ firstNm: 'Ada' })).toBe(false)
    for (const field of ['applicationsTxt', 'pagesTxt', 'rightsTxt', 'accessEndDt'])
      expect(hasAccess({ [field]: 'x' })).toBe(true)
  })

  test('names applications in any case and spacing, each once', () => {
    expect(granted({ applicationsTxt: 'LEDGER;the  vault\nledger;;' })).toEqual({
      system: [
        { systemId: 1, ...plain },
        { systemId: 2, ...plain },
      ],
      page: [],
    })
    expect(accessKey(' The  Vault/In ')).toBe('the vault/in')
  })

  test('ends for applications and pages on the same day', () => {
    expect(granted({ applicationsTxt: 'Ledger', pagesTxt: 'Entries', accessEndDt: '2099-03-31' })).toEqual({
      system: [{ systemId: 1, ...plain, endsAt: END }],
      page: [{ pageId: 11, endsAt: END }],
    })
  })

  test.each([
    ['Ledger', 'Invoices', [12]],
    ['The Vault', 'invoices', [21]],
    ['Ledger; The Vault', 'Ledger / Invoices; the vault/invoices', [12, 21]],
    ['The Vault', 'In / Out', [22]],
    ['The Vault', 'The Vault / In / Out', [22]],
    ['Ledger', 'In/Out', [22]],
  ])('with %s means by the page %s the one of its application', (applicationsTxt, pagesTxt, pageIds) => {
    expect(granted({ applicationsTxt, pagesTxt }).page.map(({ pageId }) => pageId)).toEqual(pageIds)
  })

  test('has rights for all its applications, or for one of them', () => {
    const rights = (rightsTxt: string) =>
      granted({ applicationsTxt: 'Ledger; The Vault', rightsTxt }).system.map(({ isAdmin, hasSensitiveData }) => [
        isAdmin,
        hasSensitiveData,
      ])
    expect(rights('Administrator')).toEqual([
      [true, false],
      [true, false],
    ])
    expect(rights('the vault: Sensitive data; Ledger:admin')).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test.each([
    [{ applicationsTxt: 'Ledgr' }, 'applicationsTxt', 'import_application_unknown', 'Ledger'],
    [{ applicationsTxt: 'Ledger; Valt' }, 'applicationsTxt', 'import_application_unknown', undefined],
    [{ applicationsTxt: 'Ledger; The Valt' }, 'applicationsTxt', 'import_application_unknown', 'Ledger; The Vault'],
    [{ applicationsTxt: 'Ledger; The Vault', pagesTxt: 'Invoices' }, 'pagesTxt', 'import_page_ambiguous', undefined],
    [
      { applicationsTxt: 'Ledger', pagesTxt: 'Entris; Invoices' },
      'pagesTxt',
      'import_page_unknown',
      'Entries; Invoices',
    ],
    [{ applicationsTxt: 'Ledger', rightsTxt: 'Owner' }, 'rightsTxt', 'import_right_unknown', undefined],
    [
      { applicationsTxt: 'Ledger', rightsTxt: 'The Vault: Administrator' },
      'rightsTxt',
      'import_right_unknown',
      undefined,
    ],
    [{ rightsTxt: 'Administrator' }, 'rightsTxt', 'import_access_alone', undefined],
    [{ accessEndDt: 'never' }, 'accessEndDt', 'import_access_alone', undefined],
    [{ applicationsTxt: 'Ledger', accessEndDt: 'never' }, 'accessEndDt', 'import_access_day', undefined],
    [{ applicationsTxt: 'x'.repeat(500) }, 'applicationsTxt', 'import_access_too_long', undefined],
    [{ pagesTxt: Array.from({ length: 21 }, (_, n) => n).join(';') }, 'pagesTxt', 'import_access_too_long', undefined],
  ])('of %o is refused at %s with %s', (given, field, text, suggestion) => {
    expect(issuesOf(given)).toEqual([[field, text, suggestion]])
  })

  test('names three of the applications that have an ambiguous page', () => {
    expect(read({ applicationsTxt: 'Ledger; The Vault', pagesTxt: 'Invoices' }).issues[0]?.values).toEqual({
      name: 'Invoices',
      applications: 'Ledger, The Vault',
      example: 'Ledger / Invoices',
    })
  })

  test('takes twenty names in 499 characters', () => {
    const twenty = Array.from({ length: 20 }, () => 'Ledger').join(';')
    expect(granted({ applicationsTxt: twenty }).system).toHaveLength(1)
    expect(issuesOf({ applicationsTxt: 'x'.repeat(499) })[0]?.[1]).toBe('import_application_unknown')
  })
})

test.each([
  ['permission_no_sensitive', 'rightsTxt'],
  ['permission_no_page', 'pagesTxt'],
  ['permission_unknown_page', 'pagesTxt'],
  ['permission_page_alone', 'pagesTxt'],
  ['permission_internal_only', 'pagesTxt'],
  ['permission_end_past', 'accessEndDt'],
  ['permission_no_admin', 'applicationsTxt'],
])('what breaks %s stands at %s', (rule, field) => expect(accessField(rule)).toBe(field))

test.each([
  ['2099-03-31', '2099-03-31'],
  [' 2024-02-29 ', '2024-02-29'],
  ['46387', '2026-12-31'],
  ['46387.5', '2026-12-31'],
  ['2023-02-29', null],
  ['2099-13-01', null],
  ['31.12.2099', null],
  ['4638', null],
  ['', null],
])('the day of the cell %o is %s', (cell, day) => expect(dayOfCell(cell)).toBe(day))

test.each([
  ['Administrator', 'admin'],
  ['ADMIN', 'admin'],
  ['Sensitive data', 'sensitive'],
  ['sensitive', 'sensitive'],
  ['Sensible Daten', 'sensitive'],
  ['', null],
  ['owner', null],
])('the right of the word %o is %s', (word, right) => expect(rightOf(word)).toBe(right))
