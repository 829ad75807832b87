import { textFieldList, userFieldList } from '@portico/contract/users/user-fields.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { describe, expect, test } from 'vitest'
import { emptyFields, sampleFields } from '../../../../../contract/test/user-field-samples.ts'
import {
  changedUserFields,
  detailsOf,
  fieldsOfDirectory,
  mergedDetails,
  ownAccountIssues,
  ruleIssues,
  type UserDetails,
  withoutTexts,
} from './user-details-rules.ts'

const stored: UserDetails = {
  ...sampleFields,
  hasAgreedToTexts: true,
  clientId: 7,
  pendingClientId: 8,
  status: 1,
  typeIds: [1, 2],
}
const portalAdmin = { userId: 5, isInternal: true, isPortalAdmin: true }
type Sent = Parameters<typeof mergedDetails>[1]
const merged = (sent: Sent, authority = portalAdmin, userId = 6) =>
  mergedDetails(stored, sent, { authority, userId, phones: tenDigitPhones })

test('the details of a profile are its own fields, with the notification types by id', () => {
  const { typeIds: _, ...user } = stored
  const profile = { ...user, notificationTypes: [{ id: 10 }, { id: 9 }], version: 3 }
  expect(detailsOf(profile)).toEqual({ ...stored, typeIds: [9, 10] })
})

describe('a save of details', () => {
  test('changes nothing that is not sent (A10)', () => {
    expect(merged({})).toEqual(stored)
    expect(merged({ user: {} })).toEqual(stored)
  })

  test('clears what is null (A10)', () => {
    const cleared = Object.fromEntries(
      userFieldList.filter(({ kind }) => kind !== 'flag').map(({ wire }) => [wire, null]),
    )
    expect(merged({ user: { ...cleared, pendingEmployerId: null }, notificationTypes: [] })).toEqual({
      ...stored,
      ...emptyFields,
      isInternal: true,
      isUsAssociate: true,
      maySignOnAs: true,
      pendingClientId: null,
      typeIds: [],
    })
  })

  test('stores texts trimmed and phones as digits, and types once by id (UADM-112, ACCT-047)', () => {
    const user = {
      firstNm: ' Zoë ',
      emailAddress: ' zoe@example.test ',
      workPhone: ' 206-555-0199 ',
      mobilePhnNbr: ' ',
      smsCarrierId: 4,
      departmentId: 9,
      agreeText: false,
    }
    const notificationTypes = [10, 9, 10].map((notificationTypeId) => ({ notificationTypeId }))
    expect(merged({ user, notificationTypes })).toEqual({
      ...stored,
      firstName: 'Zoë',
      email: 'zoe@example.test',
      workPhone: '2065550199',
      mobilePhone: null,
      smsCarrierId: 4,
      departmentId: 9,
      hasAgreedToTexts: false,
      typeIds: [9, 10],
    })
  })

  test('settles the requested employer with another one, but not with the same (D1)', () => {
    expect(merged({ user: { employerId: 9 } })).toMatchObject({ clientId: 9, pendingClientId: null })
    expect(merged({ user: { employerId: 7 } })).toMatchObject({ clientId: 7, pendingClientId: 8 })
    expect(merged({ user: { pendingEmployerId: null } })).toMatchObject({ clientId: 7, pendingClientId: null })
  })

  test('changes the status, but deletes nobody: that is an action of its own (N-5)', () => {
    expect(merged({ user: { userStatus: 2 } }).status).toBe(2)
    expect(merged({ user: { userStatus: 3 } }).status).toBe(1)
  })

  test.each([
    ['a portal administrator', portalAdmin, 6, [false, false, false]],
    ['a portal administrator, of their own account', portalAdmin, 5, [false, true, true]],
    ['another internal administrator', { ...portalAdmin, isPortalAdmin: false }, 6, [false, true, true]],
    ['an external administrator', { userId: 5, isInternal: false, isPortalAdmin: false }, 6, [true, true, true]],
  ])(
    'by %s takes away only the flags that they may set (UADM-123, UADM-129, S51)',
    (_who, authority, userId, flags) => {
      const user = { internalUserFlg: false, usAssociate: false, signOnAsFlg: false }
      const { isInternal, isUsAssociate, maySignOnAs } = merged({ user }, authority, userId)
      expect([isInternal, isUsAssociate, maySignOnAs]).toEqual(flags)
    },
  )
})

test('without text messages there is no number, carrier and consent (UADM-121)', () => {
  expect(withoutTexts(stored)).toEqual({ ...stored, mobilePhone: null, smsCarrierId: null, hasAgreedToTexts: false })
})

test('what changed is said by the names of the fields, apart from the request of the user', () => {
  const other: UserDetails = {
    ...emptyFields,
    hasAgreedToTexts: false,
    clientId: 9,
    pendingClientId: null,
    status: 2,
    typeIds: [],
  }
  expect(changedUserFields(stored, { ...stored, typeIds: [1, 2], pendingClientId: null })).toEqual([])
  expect(changedUserFields(stored, other)).toEqual([
    ...userFieldList.map(({ wire }) => wire),
    'agreeText',
    'employerId',
    'userStatus',
    'notificationTypes',
  ])
})

test('a company directory manages fields of its own users only (B22)', () => {
  const all = ['firstName', 'lastName', 'email', 'jobTitle', 'employeeId'] as const
  const names = ['firstNm', 'lastNm', 'emailAddress', 'jobTitleDscTxt', 'employeeId']
  expect(fieldsOfDirectory({ signInKind: 'directory', providedFields: [] }, all)).toEqual(names)
  expect(fieldsOfDirectory({ signInKind: 'password', providedFields: [] }, all)).toEqual([])
  expect(fieldsOfDirectory({ signInKind: 'federated', providedFields: [] }, all)).toEqual([])
})

describe('rules of details', () => {
  const wrong: UserDetails = {
    ...stored,
    ...Object.fromEntries(textFieldList.map(({ name }) => [name, '<'])),
    smsCarrierId: null,
    hasAgreedToTexts: false,
  }
  const fields = (changed: readonly string[], after = wrong, wantsSms = true) =>
    ruleIssues(after, changed, { wantsSms, phones: tenDigitPhones }).map(({ field }) => field)

  test.each(textFieldList.map(({ wire }) => wire).filter((wire) => wire !== 'mobilePhnNbr'))(
    'are checked where %s changes, and nowhere else',
    (field) => {
      expect(fields([field])).toEqual([field])
      expect(fields([])).toEqual([])
    },
  )

  test.each(['agreeText', 'mobilePhnNbr', 'smsCarrierId', 'notificationTypes'])(
    'are those of text messages together where %s changes (UADM-119)',
    (field) => expect(fields([field])).toEqual(['agreeText', 'mobilePhnNbr', 'smsCarrierId']),
  )

  test('judge a mobile phone without text messages too', () => {
    expect(fields(['mobilePhnNbr'], wrong, false)).toEqual(['mobilePhnNbr'])
    expect(fields(['agreeText'], { ...wrong, mobilePhone: null }, false)).toEqual([])
  })

  test('pass what is missing where it may be', () => {
    const optional = textFieldList.filter(({ isRequired }) => !isRequired)
    const empty = { ...stored, ...Object.fromEntries(optional.map(({ name }) => [name, null])) }
    const all = optional.map(({ wire }) => wire)
    expect(fields(all, empty, false)).toEqual([])
    expect(fields([...all, 'employerId'], stored)).toEqual([])
  })

  test('judge phones as they were typed: hyphens in a wrong place are refused (UADM-112)', () => {
    const phones = ['workPhone', 'homePhone', 'faxNum', 'mobilePhnNbr'] as const
    for (const phone of phones) {
      const entered = (text: string) => merged({ user: { [phone]: text } })
      expect(fields([phone], entered('20-65550100'), false)).toEqual([phone])
      expect(fields([phone], entered('206-555-0100'), false)).toEqual([])
    }
  })

  test('let administrators neither close nor readdress their own account', () => {
    const both = ['emailAddress', 'userStatus', 'firstNm']
    expect(ownAccountIssues(both, false)).toEqual([])
    expect(ownAccountIssues(['firstNm'], true)).toEqual([])
    expect(ownAccountIssues(both, true)).toEqual([
      { field: 'userStatus', text: 'user_status_own' },
      { field: 'emailAddress', text: 'user_email_own' },
    ])
  })
})
