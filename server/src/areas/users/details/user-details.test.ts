import {
  getUserDetail,
  listDepartmentsForAdmin,
  listUserDepartments,
  listUserNotificationTypes,
  updateUserDetail,
} from '@portico/contract/users/user-profile.ts'
import { inactivateUser, lockUser } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

const TEXT_MESSAGE = 2

let portal: Portal
let portalAdmin: Browser
/** Internal, without administration of any system. */
let delegated: Browser
let clientAdmin: Browser
let ownClient: number
let otherClient: number
let department: number
let carrier: number
let target: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const staff = await make.client({ name: 'Operator' })
  ownClient = await make.client({ name: 'Harbor' })
  otherClient = await make.client({ name: 'Northwind' })
  department = await idOf("insert into departments (name) values ('Treasury') returning id")
  carrier = await idOf("insert into sms_carriers (name, email_domain) values ('Relay', 'relay.test') returning id")
  portalAdmin = await adminOf({ is_internal: true, client_id: staff, first_name: 'Portia' })
  delegated = await adminOf({ is_internal: true, client_id: staff }, false)
  clientAdmin = await adminOf({ client_id: ownClient }, false)
})
afterAll(() => portal.close())
beforeEach(async () => {
  target = await portal.make.user({ client_id: ownClient })
})

const idOf = async (text: string) => Number((await portal.owner(text))[0]?.['id'])

async function adminOf(columns: Record<string, unknown>, isAdmin = true): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = $2 where user_id = $1', [user.id, isAdmin])
  return portal.as(user)
}

const save = (
  user: object | undefined,
  {
    admin = portalAdmin,
    userId = target.id,
    ...rest
  }: { admin?: Browser; userId?: number } & Record<string, unknown> = {},
) =>
  admin.request(
    'POST',
    updateUserDetail.path.replace('{uid}', String(admin.userId)).replace('{userId}', String(userId)),
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user, ...rest }) },
  )
const read = (userId = target.id, admin = portalAdmin) =>
  admin.call(getUserDetail, { params: { uid: admin.userId, userId } })
const userNow = async (userId = target.id) => (await read(userId)).cpUser.user
const mails = () =>
  portal.owner(
    "select template, to_address, fields->>'change' as change, fields->>'employer' as employer from outbox_mails where fields->>'change' is not null order by id",
  )

describe('the details of a user', () => {
  const complete = {
    firstNm: 'Grace',
    midInitial: 'B',
    lastNm: 'Hopper',
    emailAddress: 'grace@harbor.test',
    workPhone: '206-555-0100',
    workExt: '42',
    homePhone: '2065550101',
    mobilePhnNbr: '206-555-0102',
    faxNum: '2065550103',
    employeeId: 'E-7',
    costCenter: '4711-A',
    jobTitleDscTxt: 'Rear Admiral',
  }

  test('are saved and read again in every field (UADM-011, UADM-040..066, UADM-112, UADM-113, UADM-141, UADM-143, UADM-165)', async () => {
    const answer = await save(
      { ...complete, departmentId: department, smsCarrierId: carrier, agreeText: 'Y', internalUserFlg: 'Y' },
      { notificationTypes: [{ notificationTypeId: 1 }, { notificationTypeId: TEXT_MESSAGE }] },
    )
    expect(answer).toMatchObject({ code: '200', message: "Changes to the user's details have been saved" })
    const { cpUser, adminUser, portalAdminFlg, readOnlyReasonCd } = await read()
    expect(cpUser.user).toMatchObject({
      ...complete,
      workPhone: '2065550100',
      mobilePhnNbr: '2065550102',
      smsCarrierId: carrier,
      agreeText: true,
      departmentId: department,
      departmentNm: 'Treasury',
      employerId: ownClient,
      employerNm: 'Harbor',
      internalUserFlg: true,
      userStatus: 1,
      loginSessionId: null,
    })
    expect(cpUser.notificationTypes).toEqual([{ notificationTypeId: 1 }, { notificationTypeId: TEXT_MESSAGE }])
    expect([adminUser?.user.userId, adminUser?.user.firstNm, portalAdminFlg, readOnlyReasonCd]).toEqual([
      portalAdmin.userId,
      'Portia',
      true,
      null,
    ])
  })

  test('stay where they are absent, and are cleared by null (A10)', async () => {
    await save(complete)
    await save({ firstNm: 'Amazing' })
    expect(await userNow()).toMatchObject({ firstNm: 'Amazing', lastNm: 'Hopper', workExt: '42' })
    await save({ midInitial: null, workExt: null, employeeId: '' })
    expect(await userNow()).toMatchObject({ midInitial: null, workExt: null, employeeId: null, lastNm: 'Hopper' })
  })

  test.each([
    ['firstNm', '', 'Enter a first name.'],
    ['firstNm', 'x'.repeat(51), 'The text entered exceeds the maximum length'],
    ['lastNm', 'A<b>', "Use only letters, digits, spaces and . , ' -"],
    ['midInitial', 'AB', 'Enter one letter.'],
    ['midInitial', '1', 'Enter one letter.'],
    ['emailAddress', 'nobody', 'Enter a valid email address.'],
    [
      'emailAddress',
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.test`,
      'The text entered exceeds the maximum length',
    ],
    ['workPhone', '20655501', 'Enter 10 digits, for example 206-555-0100.'],
    ['homePhone', '206-5550100', 'Enter 10 digits, for example 206-555-0100.'],
    ['mobilePhnNbr', '٢٠٦٥٥٥٠١٠٠', 'Enter 10 digits, for example 206-555-0100.'],
    ['faxNum', '12345678901', 'Enter 10 digits, for example 206-555-0100.'],
    ['workExt', '12345678901', 'Use up to 10 digits.'],
    ['employeeId', 'x'.repeat(51), 'The text entered exceeds the maximum length'],
    ['jobTitleDscTxt', 'x'.repeat(101), 'The text entered exceeds the maximum length'],
    ['departmentId', 999_999, 'Select a department from the list.'],
    ['smsCarrierId', 999_999, 'Please select SMS Carrier'],
    ['employerId', null, 'Error: Employer is missing.'],
    ['employerId', 999_999, 'You can’t add users to this employer.'],
  ])(
    '%s as %s is refused at its field, and nothing changes (UADM-112..118, UADM-161)',
    async (field, value, message) => {
      const before = await userNow()
      expect(await save({ lastNm: 'Changed', [field]: value })).toMatchObject({
        status: 422,
        data: [{ field, message }],
      })
      expect(await userNow()).toEqual(before)
    },
  )

  test.each([
    ['firstNm', 'x'.repeat(50)],
    ['lastNm', "O'Neil-Świątek, Jr. 3"],
    ['midInitial', 'Ä'],
    ['workExt', '1234567890'],
    ['employeeId', 'x'.repeat(50)],
    ['jobTitleDscTxt', 'x'.repeat(100)],
  ] as const)('%s may be %s', async (field, value) => {
    expect((await save({ [field]: value })).code).toBe('200')
    expect((await userNow())[field]).toBe(value)
  })

  test('a stored value that stays is not validated', async () => {
    await portal.owner("update users set work_phone = '+4930', first_name = 'Old <name>' where id = $1", [target.id])
    expect((await save({ firstNm: 'Old <name>', workPhone: '+4930', lastNm: 'New' })).code).toBe('200')
  })

  test('what only actions change is ignored, an unknown key is refused (N-5, S51)', async () => {
    const ignored = { acctLockedFlg: 'Y', mfaEnabled: 'Y', idmuser: 'Y', federatedUser: 'Y', loginSessionId: 'x' }
    expect((await save({ ...ignored, userId: 1, lastNm: 'Kept' })).code).toBe('200')
    expect(await userNow()).toMatchObject({ acctLockedFlg: false, mfaEnabled: false, idmuser: false, lastNm: 'Kept' })
    for (const key of ['isAdmin', 'password_hash', 'statusCd']) expect((await save({ [key]: 1 })).status).toBe(400)
    expect((await save({}, { userSystems: [{ systemId: 2, adminFlg: 'Y' }], userPages: 'nonsense' })).code).toBe('200')
    expect((await read()).cpUser.userSystems).toEqual([])
  })

  test('a profile can be sent back as it was read, and nothing changes or is recorded (E13)', async () => {
    const { data } = await portalAdmin.send(getUserDetail, {
      params: { uid: portalAdmin.userId, userId: target.id },
    })
    const { cpUser } = data as { cpUser: { user: { version: number } } }
    const { user, ...rest } = cpUser
    expect((await save(user, { ...rest, version: user.version })).code).toBe('200')
    expect(await userNow()).toMatchObject({ version: user.version })
    expect(await events()).toEqual([])
  })
})

const events = (userId = target.id) =>
  portal.owner(
    `select event, actor_user_id, subject_user_id, client_id, before, after from audit_events
      where target_kind = 'user' and target_id = $1 order by id`,
    [String(userId)],
  )

test('the audit trail has the difference by name, and no secrets', async () => {
  await save({ departmentId: department, firstNm: 'Grace' }, { notificationTypes: [{ notificationTypeId: 1 }] })
  expect(await events()).toEqual([
    {
      event: 'user_updated',
      actor_user_id: portalAdmin.userId,
      subject_user_id: target.id,
      client_id: ownClient,
      before: { department: null, firstName: 'Ada', notificationTypes: [] },
      after: { department: 'Treasury', firstName: 'Grace', notificationTypes: ['Email'] },
    },
  ])
})

describe('text messages', () => {
  const texts = { notificationTypes: [{ notificationTypeId: TEXT_MESSAGE }] }
  const recipient = { agreeText: 'Y', mobilePhnNbr: '206-555-0102' }

  test('need the agree box, a number and a carrier (UADM-119, UADM-120)', async () => {
    expect((await save({}, texts)).data).toEqual([
      { field: 'agreeText', message: 'Please check the box to agree to receive text messages' },
      { field: 'mobilePhnNbr', message: 'Enter a 10-digit mobile phone, for example 206-555-0100.' },
      { field: 'smsCarrierId', message: 'Please select SMS Carrier' },
    ])
  })

  test('without the type, number, carrier and agreement are cleared, and a last text is sent (UADM-121)', async () => {
    await save({ ...recipient, smsCarrierId: carrier }, texts)
    await save({ ...recipient, smsCarrierId: carrier }, { notificationTypes: [] })
    expect(await userNow()).toMatchObject({ mobilePhnNbr: null, smsCarrierId: null, agreeText: false })
    const [last] = await portal.owner("select to_address from outbox_mails where template = 'opt-out-text'")
    expect(last).toEqual({ to_address: '2065550102@relay.test' })
  })
})

describe('the active switch (UADM-106)', () => {
  test('sets status 2 and ends the sessions, and sets status 1 again', async () => {
    const browser = await portal.as(target)
    expect((await save({ userStatus: 2 })).code).toBe('200')
    expect((await userNow()).userStatus).toBe(2)
    expect((await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')).status).toBe(401)
    expect((await save({ userStatus: 1 })).code).toBe('200')
    await portal.as(target)
  })

  test('is refused for oneself, and neither deletes nor restores', async () => {
    expect(await save({ userStatus: 2 }, { userId: portalAdmin.userId })).toMatchObject({
      status: 422,
      data: [{ field: 'userStatus', message: 'You can’t inactivate your own account.' }],
    })
    await save({ userStatus: 3 })
    expect((await userNow()).userStatus).toBe(1)
    await portal.owner('update users set status = 3 where id = $1', [target.id])
    const message = 'This user is deleted. Restore the user to make changes.'
    expect(await save({ userStatus: 1 })).toMatchObject({ status: 422, message })
    expect((await read()).readOnlyReasonCd).toBe('deleted')
  })

  test('of a deleted user is refused; who may not restore them reads so at once (decision E2)', async () => {
    await portal.owner('update users set status = 3 where id = $1', [target.id])
    const message = 'This user is deleted. Only portal administrators can restore them.'
    expect(await save({ userStatus: 1 }, { admin: clientAdmin })).toMatchObject({ status: 422, message })
    const { readOnlyReasonCd } = await clientAdmin.call(getUserDetail, {
      params: { uid: clientAdmin.userId, userId: target.id },
    })
    expect(readOnlyReasonCd).toBe('unrestorable')
  })
})

describe('who may change what', () => {
  test('internal administrators set the internal flag, others do not (UADM-123, UADM-129)', async () => {
    await save({ internalUserFlg: 'Y' }, { admin: clientAdmin })
    expect((await userNow()).internalUserFlg).toBe(false)
    await save({ internalUserFlg: 'Y' }, { admin: delegated })
    expect((await userNow()).internalUserFlg).toBe(true)
  })

  test('only portal administrators set the US associate and sign-on flags, and not their own (S51, E6)', async () => {
    const flags = { usAssociate: 'Y', signOnAsFlg: 'Y' }
    for (const admin of [delegated, clientAdmin]) {
      expect((await save({ ...flags, lastNm: 'L' }, { admin })).code).toBe('200')
      expect(await userNow()).toMatchObject({ usAssociate: false, signOnAsFlg: false })
    }
    await save(flags)
    expect(await userNow()).toMatchObject({ usAssociate: true, signOnAsFlg: true })
    await save(flags, { userId: portalAdmin.userId })
    expect(await userNow(portalAdmin.userId)).toMatchObject({ usAssociate: false, signOnAsFlg: false })
  })

  test('an external administrator stays within their employer: another one is as if missing (E4)', async () => {
    const foreign = await portal.make.user({ client_id: otherClient })
    for (const userId of [foreign.id, 999_999_999])
      expect(await save({ lastNm: 'X' }, { admin: clientAdmin, userId })).toMatchObject({
        status: 404,
        message: 'This user no longer exists or isn’t yours to administer.',
      })
    expect(await save({ employerId: otherClient }, { admin: clientAdmin })).toMatchObject({
      status: 422,
      data: [{ field: 'employerId' }],
    })
    expect((await userNow()).employerId).toBe(ownClient)
  })

  test('nobody changes a stronger user, or makes one (E4)', async () => {
    const message = 'This user has administration rights that you don’t have.'
    expect(await save({ lastNm: 'X' }, { admin: delegated, userId: portalAdmin.userId })).toMatchObject({
      status: 403,
      message,
    })
    expect((await read(portalAdmin.userId, delegated)).readOnlyReasonCd).toBe('stronger')
    const external = await portal.make.user({ client_id: ownClient })
    await portal.make.grant(external, { systemId: 2, isAdmin: true })
    expect((await save({ internalUserFlg: 'Y' }, { admin: delegated, userId: external.id })).status).toBe(403)
    expect((await userNow(external.id)).internalUserFlg).toBe(false)
  })

  test('only who may sign on as users changes someone who may (E4, E6)', async () => {
    const mayImpersonate = await portal.make.user({ is_internal: true, may_sign_on_as: true })
    expect((await save({ emailAddress: 'mine@x.test' }, { admin: delegated, userId: mayImpersonate.id })).status).toBe(
      403,
    )
    expect((await save({ lastNm: 'New' }, { userId: mayImpersonate.id })).code).toBe('200')
  })

  test('rights in the portal itself need a fresh sign-in, other details do not (S52)', async () => {
    const admin = await adminOf({ is_internal: true })
    const age = (interval: string) =>
      portal.owner(`update sessions set authenticated_at = now() - interval '${interval}' where user_id = $1`, [
        admin.userId,
      ])
    await age('1 day')
    const holder = await portal.make.user({ client_id: ownClient })
    await portal.make.grant(holder, { systemId: 2, isAdmin: true })
    expect((await save({ lastNm: 'Plain' }, { admin })).code).toBe('200')
    for (const [userId, rights] of [
      [target.id, { signOnAsFlg: 'Y' }],
      [holder.id, { internalUserFlg: 'Y' }],
    ] as const)
      expect(await save(rights, { admin, userId })).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    expect(await userNow()).toMatchObject({ signOnAsFlg: false })
    await age('0')
    expect((await save({ signOnAsFlg: 'Y' }, { admin })).code).toBe('200')
  })

  test('the last portal administrator stays internal and active', async () => {
    await portal.owner(
      `update user_system_grants set is_admin = false from users u
        where u.id = user_id and u.is_internal and system_id = 2 and user_id <> $1`,
      [portalAdmin.userId],
    )
    expect(await save({ internalUserFlg: 'N' }, { userId: portalAdmin.userId })).toMatchObject({
      status: 422,
      message: 'This is the last portal administrator. Make another one first.',
    })
  })

  test('with the internal flag go the pages for internal users only', async () => {
    const system = await portal.make.system({ name: 'Ledger' })
    const section_id = await portal.make.section()
    const own = await portal.make.page({ system_id: system, section_id, name: 'Staff', is_internal_only: true })
    const open = await portal.make.page({ system_id: system, section_id })
    const staff = await portal.make.user({ is_internal: true, client_id: ownClient })
    await portal.make.grant(staff, { systemId: system, pageId: own })
    await portal.make.grant(staff, { systemId: system, pageId: open })
    await save({ internalUserFlg: 'N' }, { userId: staff.id })
    expect((await read(staff.id)).cpUser.userPages.map(({ pageId }) => pageId)).toEqual([open])
    expect(await events(staff.id)).toMatchObject([
      { event: 'user_permissions_changed', before: { 'Ledger / Staff': 'Assigned' } },
      { event: 'user_updated', after: { isInternal: false } },
    ])
  })

  test('nobody changes their own email address here (S43)', async () => {
    expect(await save({ emailAddress: 'new@x.test' }, { userId: portalAdmin.userId })).toMatchObject({
      status: 422,
      data: [{ field: 'emailAddress', message: 'Change your own email address in your account settings.' }],
    })
  })
})

describe('what the user is notified of', () => {
  beforeEach(() => portal.owner('delete from outbox_mails'))

  test('a new email address counts at once, and the former one is notified', async () => {
    await portal.owner("update users set pending_email = 'wished@x.test' where id = $1", [target.id])
    await save({ emailAddress: 'new@harbor.test' })
    expect(await userNow()).toMatchObject({ emailAddress: 'new@harbor.test', pendingEmailAddress: null })
    expect(await mails()).toMatchObject([
      { template: 'account-changed', to_address: `${target.userName}@example.test`, change: 'email_changed' },
    ])
  })

  test('with a new employer goes the access to all customers of a facility (D1)', async () => {
    await portal.owner(
      "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', true), ($1, 'KCW', false)",
      [target.id],
    )
    expect((await save({ employerId: otherClient })).code).toBe('200')
    expect((await read()).cpUser.userFacilities.map(({ facilityCd }) => facilityCd)).toEqual(['KCW'])
  })

  test('a requested employer is approved by saving it, and declined by null (D1)', async () => {
    const ask = () => portal.owner('update users set pending_client_id = $2 where id = $1', [target.id, otherClient])
    await ask()
    expect(await userNow()).toMatchObject({ pendingEmployerId: otherClient, pendingEmployerNm: 'Northwind' })
    // An administrator of the client sees that there is a request, not of whom.
    const { cpUser } = await clientAdmin.call(getUserDetail, {
      params: { uid: clientAdmin.userId, userId: target.id },
    })
    expect(cpUser.user).toMatchObject({ pendingEmployerId: otherClient, pendingEmployerNm: null })
    await save({ pendingEmployerId: null })
    expect(await userNow()).toMatchObject({ pendingEmployerId: null, employerId: ownClient })
    await ask()
    await save({ employerId: otherClient })
    expect(await userNow()).toMatchObject({ pendingEmployerId: null, employerId: otherClient })
    expect(await mails()).toMatchObject([
      { change: 'employer_declined', employer: 'Northwind' },
      { change: 'employer_changed', employer: 'Northwind' },
    ])
    // A move to another client ends the request as well, whoever moves the user.
    await save({ employerId: ownClient })
    await ask()
    const third = await portal.make.client()
    await portal.owner('update users set client_id = $2 where id = $1', [target.id, third])
    expect(await userNow()).toMatchObject({ pendingEmployerId: null, employerId: third })
  })
})

describe('two administrators at once', () => {
  test('the second sees who changed the user, and nothing is overwritten', async () => {
    const { version } = await userNow()
    await save({ lastNm: 'First' }, { version })
    expect(await save({ lastNm: 'Second' }, { version, admin: delegated })).toMatchObject({
      status: 409,
      message:
        'Portia Lovelace changed this user after you opened the profile. Load the current state, then save again.',
      data: { changedByNm: 'Portia Lovelace' },
    })
    expect((await userNow()).lastNm).toBe('First')
  })

  test('names who made the change that came between, not who did something else to the user', async () => {
    const late = async () => (await save({ lastNm: 'Late' }, { version: 1_000_000 })).data
    await save({ lastNm: 'First' })
    await delegated.call(lockUser, { params: { uid: delegated.userId }, body: { userId: target.id } })
    expect(await late()).toMatchObject({ changedByNm: 'Portia Lovelace' })
    await portal.owner(`update users set last_name = 'By the command line' where id = $1`, [target.id])
    expect(await late()).toMatchObject({ changedByNm: null })
  })

  test('a form from before the user was inactivated does not reactivate them', async () => {
    const { version } = await userNow()
    await portalAdmin.call(inactivateUser, { params: { uid: portalAdmin.userId }, body: { userId: target.id } })
    expect(await save({ workPhone: '2065550199', userStatus: 1 }, { version })).toMatchObject({ status: 409 })
    expect((await userNow()).userStatus).toBe(2)
  })

  test('at the same moment one wins', async () => {
    const { version } = await userNow()
    const answers = await Promise.all(['A', 'B'].map((lastNm) => save({ lastNm }, { version })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

test('what the company directory manages is refused at its field, and all else of that user is saved', async () => {
  const withDirectory = await startPortal({
    environment: {
      PORTAL_DIRECTORY: 'oidc:http://127.0.0.1:1',
      PORTAL_DIRECTORY_CLIENT_ID: 'portal',
      PORTAL_DIRECTORY_ATTRIBUTES: 'firstName=given_name',
    },
    beside: portal,
  })
  const there = Object.assign(withDirectory.browser(), {
    cookies: portalAdmin.cookies,
    sessionToken: portalAdmin.sessionToken,
    csrfToken: portalAdmin.csrfToken,
    userId: portalAdmin.userId,
  })
  const { id: userId } = await portal.make.user({
    sign_in_kind: 'directory',
    password_hash: null,
    client_id: ownClient,
  })
  expect(await save({ firstNm: 'Amazing', lastNm: 'Hopper' }, { admin: there, userId })).toMatchObject({
    status: 422,
    data: [{ field: 'firstNm', message: 'Managed by the user’s company.' }],
  })
  expect((await save({ lastNm: 'Hopper' }, { admin: there, userId })).code).toBe('200')
  expect((await save({ firstNm: 'Amazing' }, { admin: there })).code).toBe('200')
  await withDirectory.close()
})

test('a save does not wait for a session or grant of the user that is not committed yet', async () => {
  await portal.owner('begin')
  try {
    await portal.owner(
      `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at)
       values (sha256('uncommitted'), sha256('csrf'), sha256('binding'), $1, clock_now() + interval '1 hour')`,
      [target.id],
    )
    await portal.owner('insert into user_system_grants (user_id, system_id) values ($1, 2)', [target.id])
    expect((await save({ lastNm: 'Saved' })).code).toBe('200')
  } finally {
    await portal.owner('rollback')
  }
  expect((await userNow()).lastNm).toBe('Saved')
})

test('the lists of the form are the portal’s own (UADM-155, UADM-156, UADM-158)', async () => {
  const params = { uid: portalAdmin.userId }
  const names = await portalAdmin.call(listUserDepartments, {})
  expect(names).toContainEqual({ departmentId: department, departmentNm: 'Treasury' })
  expect(await portalAdmin.call(listDepartmentsForAdmin, { params })).toEqual(names)
  expect(await portalAdmin.call(listUserNotificationTypes, {})).toMatchObject([
    { notificationTypeId: 1, textMessageFlg: false },
    { notificationTypeId: TEXT_MESSAGE, textMessageFlg: true },
  ])
})
