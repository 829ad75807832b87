import { describe, expect, test } from 'vitest'
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
  firstName: 'Ada',
  middleInitial: 'K',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  workPhone: '2065550100',
  workExtension: '12',
  homePhone: '2065550101',
  mobilePhone: '2065550102',
  fax: '2065550103',
  smsCarrierId: 2,
  hasAgreedToTexts: true,
  employeeId: 'E-1',
  costCenter: '4711',
  jobTitle: 'Analyst',
  clientId: 7,
  departmentId: 3,
  isInternal: true,
  isUsAssociate: true,
  maySignOnAs: true,
  pendingClientId: 8,
  status: 1,
  typeIds: [1, 2],
}
const portalAdmin = { userId: 5, isInternal: true, isPortalAdmin: true }
type Sent = Parameters<typeof mergedDetails>[1]
const merged = (sent: Sent, authority = portalAdmin, userId = 6) => mergedDetails(stored, sent, { authority, userId })

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
    const user = {
      firstNm: null,
      midInitial: null,
      lastNm: null,
      emailAddress: null,
      workPhone: null,
      workExt: null,
      homePhone: null,
      mobilePhnNbr: null,
      faxNum: null,
      smsCarrierId: null,
      employeeId: null,
      costCenter: null,
      jobTitleDscTxt: null,
      departmentId: null,
      pendingEmployerId: null,
    }
    expect(merged({ user, notificationTypes: [] })).toEqual({
      ...stored,
      firstName: '',
      middleInitial: null,
      lastName: '',
      email: '',
      workPhone: null,
      workExtension: null,
      homePhone: null,
      mobilePhone: null,
      fax: null,
      smsCarrierId: null,
      employeeId: null,
      costCenter: null,
      jobTitle: null,
      departmentId: null,
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
    firstName: '',
    middleInitial: null,
    lastName: '',
    email: '',
    workPhone: null,
    workExtension: null,
    homePhone: null,
    mobilePhone: null,
    fax: null,
    smsCarrierId: null,
    hasAgreedToTexts: false,
    employeeId: null,
    costCenter: null,
    jobTitle: null,
    clientId: 9,
    departmentId: null,
    isInternal: false,
    isUsAssociate: false,
    maySignOnAs: false,
    pendingClientId: null,
    status: 2,
    typeIds: [],
  }
  expect(changedUserFields(stored, { ...stored, typeIds: [1, 2], pendingClientId: null })).toEqual([])
  expect(changedUserFields(stored, other).join()).toBe(
    'firstNm,midInitial,lastNm,emailAddress,workPhone,workExt,homePhone,mobilePhnNbr,faxNum,smsCarrierId,employeeId,costCenter,jobTitleDscTxt,departmentId,internalUserFlg,usAssociate,signOnAsFlg,agreeText,employerId,userStatus,notificationTypes',
  )
})

test('a company directory manages fields of its own users only (B22)', () => {
  const all = ['firstName', 'lastName', 'email', 'jobTitle', 'employeeId'] as const
  const names = ['firstNm', 'lastNm', 'emailAddress', 'jobTitleDscTxt', 'employeeId']
  expect(fieldsOfDirectory('directory', all)).toEqual(names)
  expect(fieldsOfDirectory('password', all)).toEqual([])
  expect(fieldsOfDirectory('federated', all)).toEqual([])
})

describe('rules of details', () => {
  const wrong: UserDetails = {
    ...stored,
    firstName: '<',
    middleInitial: '1',
    lastName: '<',
    email: 'x',
    workPhone: 'x',
    workExtension: 'x',
    homePhone: 'x',
    mobilePhone: 'x',
    fax: 'x',
    smsCarrierId: null,
    employeeId: '#',
    costCenter: '#',
    jobTitle: '<',
    hasAgreedToTexts: false,
  }
  const fields = (changed: readonly string[], after = wrong, sent: Sent['user'] = {}, wantsSms = true) =>
    ruleIssues(after, changed, { sent, wantsSms, international: false }).map(({ field }) => field)

  test.each([
    'firstNm',
    'midInitial',
    'lastNm',
    'emailAddress',
    'workPhone',
    'workExt',
    'homePhone',
    'faxNum',
    'employeeId',
    'costCenter',
    'jobTitleDscTxt',
  ])('are checked where %s changes, and nowhere else', (field) => {
    expect(fields([field])).toEqual([field])
    expect(fields([])).toEqual([])
  })

  test.each(['agreeText', 'mobilePhnNbr', 'smsCarrierId', 'notificationTypes'])(
    'are those of text messages together where %s changes (UADM-119)',
    (field) => expect(fields([field])).toEqual(['agreeText', 'mobilePhnNbr', 'smsCarrierId']),
  )

  test('judge a mobile phone without text messages too', () => {
    expect(fields(['mobilePhnNbr'], wrong, {}, false)).toEqual(['mobilePhnNbr'])
    expect(fields(['agreeText'], { ...wrong, mobilePhone: null }, {}, false)).toEqual([])
  })

  test('pass what is missing where it may be', () => {
    const empty = {
      middleInitial: null,
      workPhone: null,
      workExtension: null,
      homePhone: null,
      mobilePhone: null,
      fax: null,
      employeeId: null,
      costCenter: null,
      jobTitle: null,
    }
    const all = ['midInitial', 'workPhone', 'workExt', 'homePhone', 'mobilePhnNbr', 'faxNum', 'employeeId']
    expect(fields([...all, 'jobTitleDscTxt'], { ...stored, ...empty }, {}, false)).toEqual([])
    expect(fields([...all, 'employerId'], stored)).toEqual([])
  })

  test('judge phones as they were typed: hyphens in a wrong place are refused (UADM-112)', () => {
    const phones = ['workPhone', 'homePhone', 'faxNum', 'mobilePhnNbr'] as const
    for (const phone of phones) {
      expect(fields([phone], stored, { [phone]: '20-65550100' }, phone === 'mobilePhnNbr')).toEqual([phone])
      expect(fields([phone], stored, { [phone]: '206-555-0100' })).toEqual([])
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
