import { describe, expect, test } from 'vitest'
import { accessField, givableOf, hasAccess, readAccess } from './import-access-rules.ts'
import { accessKey } from './import-cell-names.ts'
import { dayOfCell, rightOf } from './import-access-values.ts'
import { readAccesses } from './check-access.ts'
import { setsOfEmployer } from './import-set-rules.ts'
import { MISSPELT_MAX, suggestionsFor } from './import-suggestions.ts'

const ledger = { id: 1, name: 'Ledger' }
const vault = { id: 2, name: 'The Vault' }
const page = (id: number, name: string, system: typeof ledger) => ({
  id,
  name,
  systemId: system.id,
  systemName: system.name,
})
const clerkOfAll = { id: 31, name: 'Clerk', clientId: null }
const clerkOfHarbor = { id: 32, name: 'Clerk', clientId: 4 }
const readerOfHarbor = { id: 33, name: 'Reader', clientId: 4 }
const givable = givableOf(
  [ledger, vault],
  [page(11, 'Entries', ledger), page(12, 'Invoices', ledger), page(21, 'Invoices', vault), page(22, 'In / Out', vault)],
  [clerkOfAll, clerkOfHarbor, readerOfHarbor],
)
const END = new Date('2099-03-31T21:59:59.999Z')
const readingOf = () => ({
  givable,
  suggestions: suggestionsFor(givable),
  endOf: (day: string) => (day === '2099-03-31' ? END : undefined),
})
const read = (given: Parameters<typeof readAccess>[0]) => readAccess(given, readingOf())
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
    for (const field of ['applicationsTxt', 'pagesTxt', 'rightsTxt', 'setsTxt', 'accessEndDt'])
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

describe('the permission sets of a row', () => {
  test('are found by their names in any case, and end on the last day of the row', () => {
    const { sets, endsAt, issues } = read({ setsTxt: 'CLERK; reader;clerk', accessEndDt: '2099-03-31' })
    expect([sets, endsAt, issues]).toEqual([[[clerkOfAll, clerkOfHarbor], [readerOfHarbor]], END, []])
  })

  test.each([
    ['Clerck', 'Clerk'],
    ['Reader; Clerck', 'Reader; Clerk'],
    ['Nobody at all', undefined],
  ])('that no one has (%s) are named, with what was probably meant', (setsTxt, suggestion) => {
    expect(issuesOf({ setsTxt })).toEqual([['setsTxt', 'import_set_unknown', suggestion]])
  })

  test('are the employer’s own, then those of the installation; others are for another client', () => {
    const named = read({ setsTxt: 'Clerk; Reader' }).sets
    expect(setsOfEmployer(named, 4)).toEqual({ items: [clerkOfHarbor, readerOfHarbor], issues: [] })
    expect(setsOfEmployer(named, 5)).toEqual({
      items: [clerkOfAll],
      issues: [{ field: 'setsTxt', text: 'import_set_other_client', values: { name: 'Reader' } }],
    })
  })

  test('need no applications for a last day, but for rights', () => {
    expect(issuesOf({ setsTxt: 'Clerk', accessEndDt: '2099-03-31', rightsTxt: 'Admin' })).toEqual([
      ['rightsTxt', 'import_access_alone', undefined],
    ])
  })
})

describe('what was probably meant', () => {
  /** The suggestions for applications of a batch of rows, in their order. */
  const suggested = async (values: readonly string[]) => {
    const rows = values.map((applicationsTxt, row) => ({ row, given: { applicationsTxt }, faults: [] }))
    const accesses = await readAccesses(rows, readingOf())
    return [...accesses.values()].map(({ issues }) => issues[0]?.suggestion)
  }

  test('is told for the first fifty unknown names of a batch, however often they stand in it', async () => {
    const names = Array.from({ length: MISSPELT_MAX + 1 }, (_, index) => `Ledge${String.fromCodePoint(0x4e00 + index)}`)
    const known = Array<string>(MISSPELT_MAX).fill('Ledger')
    expect(await suggested([...names, ...names])).toEqual([...known, undefined, ...known, undefined])
    expect(MISSPELT_MAX).toBe(50)
  })

  test('is told for three unknown names of a cell at most', async () => {
    expect(await suggested(['Ledgr; Ledgre; The Valt', 'Ledgr; Ledgre; The Valt; Ldger', 'Ledgr; Nowhere'])).toEqual([
      'Ledger; Ledger; The Vault',
      undefined,
      undefined,
    ])
  })

  test('is told for a page by the applications of its row', () => {
    const pagesOf = (applicationsTxt: string) => read({ applicationsTxt, pagesTxt: 'Entris' }).issues[0]?.suggestion
    expect([pagesOf('Ledger'), pagesOf('The Vault'), pagesOf('The Vault; Ledger')]).toEqual([
      'Entries',
      undefined,
      'Entries',
    ])
  })

  test('is not looked for where a name is longer than a hundred characters', async () => {
    const long = 'x'.repeat(100)
    const ofLong = givableOf([{ id: 1, name: long }], [])
    const [fits, tooLong] = ['y', 'yy'].map((end) => suggestionsFor(ofLong).application(`${long.slice(1)}${end}`))
    expect([fits, tooLong]).toEqual([long, undefined])
  })

  test('lets others go on after each row', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await suggested(Array<string>(20).fill('Ledgr'))
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(19)
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
  ['0000-01-01', null],
  ['1999-12-31', null],
  ['2000-01-01', '2000-01-01'],
  ['9998-12-31', '9998-12-31'],
  ['9999-12-31', null],
  ['36525', null],
  ['36526', '2000-01-01'],
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
