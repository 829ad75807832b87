import type { ImportField } from '@portico/contract/user-import/user-import-rules.ts'
import { importedFieldList } from '@portico/contract/users/user-fields.ts'
import { internationalPhones } from '@portico/contract/phones/international-phones.ts'
import { type PhoneNumbers, tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { describe, expect, test } from 'vitest'
import { emptyFields, sampleFields, sampleWireFields } from '../../../../contract/test/user-field-samples.ts'
import { type BatchKnowledge, checkRow, type Importer, keysOf } from './import-check-rules.ts'
import { nameKey } from './import-names.ts'
import type { GivenRow, RowIssue } from './import-rows.ts'

const harbor = { id: 7, name: 'Harbor' }
const atlas = { id: 8, name: 'Atlas' }
const nothingKnown: BatchKnowledge = {
  employers: new Map([
    ['harbor', harbor],
    ['atlas', atlas],
  ]),
  similarEmployers: new Map([['habror', ['Harbor', 'Harbor Light']]]),
  employersOfDomain: new Map([
    ['harbor.test', [harbor]],
    ['shared.test', [harbor, atlas]],
    ['nobody.test', []],
  ]),
  departments: new Map([['billing', 3]]),
  internalDomains: new Set(['northgate.test']),
  users: new Map(),
}
const staff: Importer = { isInternal: true, isPortalAdmin: true, ownEmployer: null }
const clientAdmin: Importer = { isInternal: false, isPortalAdmin: false, ownEmployer: harbor }

const ada = { firstNm: 'Ada', lastNm: 'Byron', emailAddress: 'ada@elsewhere.test', employerNm: 'Harbor' }

interface Circumstances {
  by?: Importer
  known?: Partial<BatchKnowledge>
  faults?: readonly RowIssue[]
  phones?: PhoneNumbers
}

const check = (
  given: Partial<Record<ImportField, string>>,
  { by = staff, known = {}, faults = [], phones = tenDigitPhones }: Circumstances = {},
) =>
  checkRow(
    { row: 5, given: { ...ada, ...given }, faults } satisfies GivenRow,
    { ...nothingKnown, ...known },
    { ...by, phones },
  )
/** The issues of a row, each as 'field text'. */
const issuesOf = (given: Partial<Record<ImportField, string>>, circumstances: Circumstances = {}) =>
  check(given, circumstances).issues.map(({ field, text }) => `${field} ${text}`)
/** Without a column of the file. */
const without = (...fields: ImportField[]) =>
  Object.fromEntries(fields.map((field) => [field, undefined])) as unknown as Partial<Record<ImportField, string>>

describe('a row that I import', () => {
  test('becomes the user that it describes (UADM-112..121)', () => {
    const samples = Object.fromEntries(importedFieldList.map(({ wire }) => [wire, sampleWireFields[wire]]))
    const given = {
      ...samples,
      ...ada,
      userNm: ' ada.byron ',
      workPhone: '206-555-0100',
      departmentNm: ' BILLING ',
    }
    expect(check(given)).toEqual({
      row: 5,
      issues: [],
      userName: 'ada.byron',
      email: 'ada@elsewhere.test',
      person: 'Ada Byron',
      details: {
        ...emptyFields,
        ...Object.fromEntries(importedFieldList.map(({ name }) => [name, sampleFields[name]])),
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@elsewhere.test',
        workPhone: '2065550100',
        hasAgreedToTexts: false,
        clientId: 7,
        departmentId: 3,
        pendingClientId: null,
        status: 1,
        typeIds: [],
        userName: 'ada.byron',
      },
    })
  })

  test('of an administrator of a client has no cost center, which only internal administrators set', () => {
    expect(check({ costCenter: '4711' }, { by: clientAdmin })).toMatchObject({
      issues: [],
      details: { costCenter: null },
    })
  })

  test('needs no user ID, which is proposed later, nor a department', () => {
    expect(check({})).toMatchObject({ issues: [], userName: null, details: { userName: '', departmentId: null } })
  })

  test('is held against the rules that the wizard has, each field with its first message', () => {
    expect(issuesOf({ firstNm: '', lastNm: '<b>', emailAddress: 'x', workPhone: '12', userNm: 'a' })).toEqual([
      'firstNm first_name_missing',
      'lastNm invalid_characters',
      'emailAddress email_invalid',
      'userNm user_name_invalid',
      'workPhone user_phone_invalid',
    ])
    expect(check({ firstNm: '' }).details).toBeNull()
    expect(issuesOf(without('firstNm', 'lastNm', 'emailAddress'))).toEqual([
      'firstNm first_name_missing',
      'lastNm last_name_missing',
      'emailAddress email_missing',
    ])
  })

  test('has a telephone number abroad where those are taken, in the form in which it is stored', () => {
    const abroad = { workPhone: '+49 (30) 1234567', faxNum: '206-555-0100' }
    expect(issuesOf(abroad)).toEqual(['workPhone user_phone_invalid'])
    const phones = internationalPhones('US')
    expect(check(abroad, { phones }).details).toMatchObject({ workPhone: '+49301234567', fax: '+12065550100' })
    expect(issuesOf({ workPhone: '+49 1' }, { phones })).toEqual(['workPhone phone_unfit'])
  })

  test('has no second message for a field that could not be read', () => {
    const faults: RowIssue[] = [{ field: 'firstNm', text: 'import_formula' }]
    expect(issuesOf({ firstNm: '', lastNm: '' }, { faults })).toEqual([
      'firstNm import_formula',
      'lastNm last_name_missing',
    ])
    expect(check({}, { faults }).details).toBeNull()
  })
})

describe('the employer of a row (decision D2)', () => {
  test('is the named one, in any case', () => {
    expect(check({ employerNm: ' ATLAS ' })).toMatchObject({ issues: [], details: { clientId: 8 } })
    expect(check({ employerNm: 'Nowhere' })).toMatchObject({
      details: null,
      issues: [{ field: 'employerNm', text: 'import_employer_unknown' }],
    })
    expect(issuesOf({ employerNm: 'Nowhere' })).toHaveLength(1)
  })

  test('comes with the name that was probably meant, where one is near enough', () => {
    const suggestionFor = (employerNm: string, by = staff) => check({ employerNm }, { by }).issues[0]?.suggestion
    expect(suggestionFor('Habror')).toBe('Harbor')
    expect(suggestionFor('Nowhere')).toBeUndefined()
    expect(suggestionFor('Harbour', clientAdmin)).toBe('Harbor')
    expect(suggestionFor('Atlas', clientAdmin)).toBeUndefined()
  })

  test.each([
    [' ada@harbor.test ', []],
    ['ada@HARBOR.test', []],
    ['ada@shared.test', ['employerNm user_employer_missing']],
    ['ada@nobody.test', ['employerNm user_employer_missing']],
    ['ada@unknown.test', ['employerNm user_employer_missing']],
  ])('that names none is the only one of the domain of %s', (emailAddress, issues) => {
    expect(issuesOf({ ...without('employerNm'), emailAddress })).toEqual(issues)
    expect(check({ ...without('employerNm'), emailAddress }).details?.clientId).toBe(issues.length > 0 ? undefined : 7)
  })

  test('that names none and has no address is missing', () => {
    expect(issuesOf(without('employerNm', 'emailAddress'))).toEqual([
      'employerNm user_employer_missing',
      'emailAddress email_missing',
    ])
  })

  test('is always my own where I administer one employer, and another one is refused (E4)', () => {
    const by = clientAdmin
    expect(check({ employerNm: ' harbor ' }, { by })).toMatchObject({ issues: [], details: { clientId: 7 } })
    const elsewhere = { ...without('employerNm'), emailAddress: 'ada@shared.test' }
    expect(check(elsewhere, { by })).toMatchObject({ issues: [], details: { clientId: 7 } })
    for (const employerNm of ['Atlas', 'Nowhere'])
      expect(check({ employerNm }, { by })).toMatchObject({
        details: null,
        issues: [{ field: 'employerNm', text: 'user_employer_not_offered' }],
      })
  })
})

test('a department that is not there is refused', () => {
  expect(check({ departmentNm: 'Sales' })).toMatchObject({
    details: null,
    issues: [{ field: 'departmentNm', text: 'import_department_unknown' }],
  })
})

describe('whether a row is an internal user (UADM-123)', () => {
  const internalOf = (given: Partial<Record<ImportField, string>>, by = staff) =>
    check(given, { by }).details?.isInternal
  const northgate = 'ada@northgate.test'

  test('is what the row says, else what its domain is', () => {
    expect(internalOf({ internalUserFlg: 'yes' })).toBe(true)
    expect(internalOf({ internalUserFlg: 'no', emailAddress: northgate })).toBe(false)
    expect(internalOf({ emailAddress: northgate })).toBe(true)
    expect(internalOf({})).toBe(false)
  })

  test('is never so for an external administrator', () => {
    expect(internalOf({ emailAddress: northgate }, clientAdmin)).toBe(false)
    expect(internalOf({ internalUserFlg: 'n' }, clientAdmin)).toBe(false)
    expect(issuesOf({ internalUserFlg: 'y' }, { by: clientAdmin })).toEqual(['internalUserFlg import_internal_refused'])
    expect(issuesOf({ internalUserFlg: 'y' })).toEqual([])
  })

  test('is asked again where the row says neither yes nor no', () => {
    expect(issuesOf({ internalUserFlg: 'perhaps' })).toEqual(['internalUserFlg import_yes_no'])
  })
})

describe('a row about a user who is there already', () => {
  const user = { isNameTaken: false, isPersonKnown: false, isEmailUsed: false }
  const known = (facts: Partial<typeof user>, row = 5) => ({
    known: { users: new Map([[row, { ...user, ...facts }]]) },
  })

  test('is refused by its user ID and as a person', () => {
    expect(issuesOf({ userNm: 'ada' }, known({ isNameTaken: true }))).toEqual(['userNm user_name_taken'])
    expect(issuesOf({}, known({ isPersonKnown: true, isEmailUsed: true }))).toEqual([' import_person_exists'])
    expect(check({}, known({ isPersonKnown: true })).details).toBeNull()
  })

  test('is created with a warning where only the address is used (E12)', () => {
    const checked = check({}, known({ isEmailUsed: true }))
    expect(checked.issues).toEqual([{ field: 'emailAddress', text: 'import_email_used', isWarning: true }])
    expect(checked.details).not.toBeNull()
  })

  test('is not another row', () => {
    expect(issuesOf({}, known({ isNameTaken: true }, 6))).toEqual([])
    expect(issuesOf({}, known({}))).toEqual([])
  })
})

describe('what rows are compared by', () => {
  test('is the user ID, the address, and the name of who has an address', () => {
    expect(keysOf({ userNm: ' ada ', emailAddress: ' a@b.test ', firstNm: ' Ada ', lastNm: 'O’Neil' })).toEqual({
      userName: 'ada',
      email: 'a@b.test',
      person: "Ada O'Neil",
    })
  })

  test('is nothing where it is missing', () => {
    expect(keysOf({})).toEqual({ userName: null, email: null, person: null })
    expect(keysOf({ userNm: ' ', emailAddress: ' ', firstNm: 'Ada', lastNm: 'Byron' })).toEqual({
      userName: null,
      email: null,
      person: null,
    })
    expect(keysOf({ emailAddress: 'a@b.test', firstNm: 'Ada' }).person).toBeNull()
    expect(keysOf({ emailAddress: 'a@b.test', lastNm: 'Byron' }).person).toBeNull()
  })

  test('is a name without case and blanks', () => expect(nameKey(' New York ')).toBe('new york'))
})
