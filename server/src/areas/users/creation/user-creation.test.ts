import {
  checkEmailAddress,
  createUser,
  listEmployersByDomain,
  proposeUser,
} from '@portico/contract/users/user-creation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { createMailComposer } from '../../../composition/mail-services.ts'
import { readMailbox } from '../../mail/public.ts'

let portal: Portal
let staffClient: number
let ownClient: number
let otherClient: number
let portalAdmin: Browser
let delegated: Browser
let clientAdmin: Browser
let count = 0

beforeAll(async () => {
  portal = await startPortal()
  staffClient = await portal.make.client({ name: 'Northgate' })
  ownClient = await portal.make.client({ name: 'Harbor' })
  otherClient = await portal.make.client({ name: 'Atlas' })
  portalAdmin = await adminOf({ is_internal: true, client_id: staffClient }, true)
  delegated = await adminOf({ is_internal: true, client_id: staffClient }, false)
  clientAdmin = await adminOf({ client_id: ownClient }, false)
  await portal.owner(
    `insert into client_domains (client_id, domain, is_confirmed) values
       ($1, 'harbor.test', true), ($2, 'harbor.test', true), ($2, 'atlas.test', true), ($2, 'rumored.test', false)`,
    [ownClient, otherClient],
  )
  await portal.owner("insert into internal_domains (domain) values ('northgate.test')")
  await portal.owner("insert into departments (id, name) values (1, 'Billing')")
  await portal.owner(
    `insert into sms_carriers (id, name, email_domain, is_active) values
       (1, 'Bluebird', 'text.bluebird.test', true), (2, 'Driftwood', 'pager.driftwood.test', false)`,
  )
})
afterAll(() => portal.close())
beforeEach(() => {
  count += 1
})

/** Holds the page; a portal administrator is administrator of the portal's own system, too. */
async function adminOf(columns: Record<string, unknown>, isSystemAdmin: boolean): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = $2 where user_id = $1', [user.id, isSystemAdmin])
  return portal.as(user)
}

/** A user as it goes over the line, with a name of its own. */
const wireUser = (change: object = {}) => ({
  userNm: `grace.${count}`,
  firstNm: 'Grace',
  lastNm: 'Hopper',
  emailAddress: `grace.${count}@harbor.test`,
  employerId: ownClient,
  ...change,
})
const post = (path: string, body: unknown, admin: Browser) =>
  admin.request('POST', path.replace('{uid}', String(admin.userId)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const create = (change: object = {}, { admin = portalAdmin, rest = {} }: { admin?: Browser; rest?: object } = {}) =>
  post(createUser.path, { user: wireUser(change), ...rest }, admin)
const stored = async (userName = `grace.${count}`) =>
  (await portal.owner('select * from users where user_name = $1', [userName]))[0]
const mailTo = async (address: string) => {
  const all = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return all.filter(({ to }) => to === address)
}
const messagesOf = (data: unknown) =>
  (data as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`)

describe('creating a user', () => {
  test('stores the details and mails a temporary password, which the first sign-in replaces (UADM-142, UADM-113)', async () => {
    const answer = await create({
      midInitial: 'B',
      workPhone: '206-555-0100',
      workExt: '12',
      homePhone: '206-555-0101',
      faxNum: '2065550102',
      employeeId: 'E-7',
      costCenter: '4711',
      departmentId: 1,
    })
    expect(answer).toMatchObject({ code: '200', data: { userNm: `grace.${count}` } })
    const user = await stored()
    expect(user).toMatchObject({
      first_name: 'Grace',
      middle_initial: 'B',
      last_name: 'Hopper',
      email: `grace.${count}@harbor.test`,
      work_phone: '2065550100',
      work_extension: '12',
      home_phone: '2065550101',
      fax: '2065550102',
      employee_id: 'E-7',
      cost_center: '4711',
      department_id: 1,
      client_id: ownClient,
      status: 1,
      is_internal: false,
      sign_in_kind: 'password',
      password_changed_at: null,
      second_factor_required: true,
    })
    const mails = await mailTo(`grace.${count}@harbor.test`)
    expect(mails).toHaveLength(1)
    const password = /[a-z2-9]{5}(?:-[a-z2-9]{5}){3}/.exec(mails[0]?.mail?.text ?? '')?.[0] ?? ''
    await portal.owner('update users set second_factor_required = false where id = $1', [user?.['id']])
    const signedIn = await portal.browser().trySignIn(`GRACE.${count}`, password)
    expect(signedIn).toMatchObject({ code: '200', data: { pswdChngDt: null } })
  })

  test('is recorded with who did it and without a password', async () => {
    await create()
    const user = await stored()
    const [event] = await portal.owner(
      "select event, actor_user_id, client_id, after from audit_events where target_kind = 'user' and target_id = $1",
      [String(user?.['id'])],
    )
    expect(event).toMatchObject({ event: 'user_created', actor_user_id: portalAdmin.userId, client_id: ownClient })
    expect(event?.['after']).toMatchObject({ userName: `grace.${count}`, lastName: 'Hopper' })
    expect(JSON.stringify(event)).not.toMatch(/password/i)
  })

  test('says at every field what is wrong, and stores nothing (UADM-112, UADM-114, UADM-118)', async () => {
    const answer = await create({
      userNm: 'x',
      firstNm: 'A<b>',
      emailAddress: 'no address',
      employerId: null,
      workPhone: '206-5550100',
      departmentId: 99,
    })
    expect(answer.status).toBe(422)
    expect(messagesOf(answer.data)).toEqual([
      "firstNm: Use only letters, digits, spaces and . , ' -",
      'emailAddress: Enter a valid email address.',
      'employerId: Error: Employer is missing.',
      'userNm: Use 3 to 50 letters, digits and . _ -, beginning with a letter or digit.',
      'workPhone: Enter 10 digits, for example 206-555-0100.',
      'departmentId: Select a department from the list.',
    ])
    expect(await mailTo('no address')).toEqual([])
  })

  const tooLong = 'The text entered exceeds the maximum length'
  const userName = 'Use 3 to 50 letters, digits and . _ -, beginning with a letter or digit.'
  const labels = ['b', 'c', 'd'].map((letter) => letter.repeat(60)).join('.')
  test.each([
    ['userNm', '', 'Enter a user ID.'],
    ['userNm', 'ab', userName],
    ['userNm', 'x'.repeat(51), userName],
    ['firstNm', ' ', 'Enter a first name.'],
    ['firstNm', 'x'.repeat(51), tooLong],
    ['midInitial', 'AB', 'Enter one letter.'],
    ['lastNm', '', 'Enter a last name.'],
    ['lastNm', 'x'.repeat(51), tooLong],
    ['emailAddress', '', 'Enter an email address.'],
    ['emailAddress', `${'a'.repeat(64)}@${labels}.ee.test`, tooLong],
    ['workPhone', '20655501001', 'Enter 10 digits, for example 206-555-0100.'],
    ['homePhone', '206555010', 'Enter 10 digits, for example 206-555-0100.'],
    ['mobilePhnNbr', '20655501001', 'Enter 10 digits, for example 206-555-0100.'],
    ['faxNum', '206-5550100', 'Enter 10 digits, for example 206-555-0100.'],
    ['workExt', '1'.repeat(11), 'Use up to 10 digits.'],
    ['employeeId', 'x'.repeat(51), tooLong],
    ['jobTitleDscTxt', 'x'.repeat(101), tooLong],
    ['departmentId', 2_147_483_647, 'Select a department from the list.'],
  ])('refuses %s as %s at its field, and nobody is created (UADM-112..118)', async (field, value, message) => {
    const before = await portal.owner('select count(*) from users')
    const answer = await create({ [field]: value })
    expect([answer.status, messagesOf(answer.data)]).toEqual([422, [`${field}: ${message}`]])
    expect(await portal.owner('select count(*) from users')).toEqual(before)
    expect(await mailTo(`grace.${count}@harbor.test`)).toEqual([])
  })

  test('stores every field at its limit, and refuses longer lists and texts as malformed (UADM-112..118)', async () => {
    const userNm = `x${count}`.padEnd(50, 'x')
    const emailAddress = `${'a'.repeat(64)}@${labels}.e.test`
    expect(emailAddress).toHaveLength(254)
    const limits = {
      userNm,
      emailAddress,
      firstNm: 'f'.repeat(50),
      midInitial: 'Ä',
      lastNm: 'l'.repeat(50),
      workPhone: '206-555-0101',
      workExt: '1234567890',
      homePhone: '206-555-0100',
      faxNum: '2065550100',
      mobilePhnNbr: '2065550102',
      employeeId: 'e'.repeat(50),
      jobTitleDscTxt: 'j'.repeat(100),
      departmentId: 1,
    }
    const lists = { userPages: Array.from({ length: 10_001 }, () => ({ pageId: 1 })) }
    expect((await create(limits, { rest: lists })).status).toBe(400)
    expect((await create({ ...limits, jobTitleDscTxt: 'j'.repeat(1001) })).status).toBe(400)
    expect(await stored(userNm)).toBeUndefined()
    expect((await create(limits)).code).toBe('200')
    expect(await stored(userNm)).toMatchObject({
      email: emailAddress,
      first_name: 'f'.repeat(50),
      middle_initial: 'Ä',
      last_name: 'l'.repeat(50),
      work_phone: '2065550101',
      work_extension: '1234567890',
      home_phone: '2065550100',
      fax: '2065550100',
      mobile_phone: '2065550102',
      employee_id: 'e'.repeat(50),
      job_title: 'j'.repeat(100),
    })
  })

  test('refuses a user ID that is taken in any case, and says so at its field (E18)', async () => {
    await create()
    const answer = await create({ userNm: `GRACE.${count}`, emailAddress: `second.${count}@harbor.test` })
    expect(answer.status).toBe(422)
    expect(messagesOf(answer.data)).toEqual(['userNm: This user ID is taken.'])
    expect(await mailTo(`second.${count}@harbor.test`)).toEqual([])
  })

  test('asks for consent, number and carrier with text messages (UADM-119, UADM-120)', async () => {
    const [type] = await portal.owner('select id from notification_types where is_text_message')
    const rest = { notificationTypes: [{ notificationTypeId: type?.['id'] }] }
    const refused = await create({}, { rest })
    expect(messagesOf(refused.data)).toEqual([
      'agreeText: Please check the box to agree to receive text messages',
      expect.stringMatching(/^mobilePhnNbr: /),
      'smsCarrierId: Please select SMS Carrier',
    ])
    expect(
      messagesOf((await create({ agreeText: 'Y', mobilePhnNbr: '2065550100', smsCarrierId: 2 }, { rest })).data),
    ).toEqual(['smsCarrierId: Please select SMS Carrier'])
    expect((await create({ agreeText: 'Y', mobilePhnNbr: '206-555-0100', smsCarrierId: 1 }, { rest })).code).toBe('200')
    const user = await stored()
    expect(user).toMatchObject({ mobile_phone: '2065550100', sms_carrier_id: 1, agreed_to_texts_at: expect.any(Date) })
    expect(
      await portal.owner('select notification_type_id from user_notification_types where user_id = $1', [user?.['id']]),
    ).toEqual([{ notification_type_id: type?.['id'] }])
  })

  test.each([
    { flag: 'internalUserFlg', column: 'is_internal', setBy: ['portal', 'delegated'] },
    { flag: 'usAssociate', column: 'is_us_associate', setBy: ['portal'] },
    { flag: 'signOnAsFlg', column: 'may_sign_on_as', setBy: ['portal'] },
  ])('sets $flag only for $setBy administrators (UADM-123, UADM-129, S51)', async ({ flag, column, setBy }) => {
    const admins = { portal: portalAdmin, delegated, client: clientAdmin }
    for (const [name, admin] of Object.entries(admins)) {
      const userNm = `${name}.${count}.${flag}`
      expect((await create({ userNm, [flag]: 'Y' }, { admin })).code).toBe('200')
      expect(await stored(userNm)).toMatchObject({ [column]: setBy.includes(name) })
    }
  })

  test('ignores what only actions change, and refuses keys that it does not know (S51, N-5)', async () => {
    const answer = await create({
      userStatus: 2,
      acctLockedFlg: 'Y',
      idmuser: 'Y',
      federatedUser: 'Y',
      mfaEnabled: 'N',
      loginSessionId: 'x',
      userId: portalAdmin.userId,
    })
    expect(answer.code).toBe('200')
    expect(await stored()).toMatchObject({ status: 1, sign_in_kind: 'password', second_factor_required: true })
    for (const unknown of [{ isAdmin: true }, { password_hash: 'x' }, { pswdChngDt: '2026-01-01' }])
      expect((await create({ userNm: `k.${count}`, ...unknown })).status).toBe(400)
    expect(await stored(`k.${count}`)).toBeUndefined()
  })

  test('an administrator of an employer adds users to that employer only (AUTZ-010, E4)', async () => {
    const refused = await create({ employerId: otherClient }, { admin: clientAdmin })
    expect(messagesOf(refused.data)).toEqual(['employerId: You can’t add users to this employer.'])
    expect(await stored()).toBeUndefined()
    expect((await create({}, { admin: clientAdmin })).code).toBe('200')
  })

  test('needs an employer that exists and is not deleted: external users are its employees (AUTZ-001)', async () => {
    const gone = await portal.make.client({ is_deleted: true })
    for (const employerId of [gone, 2_147_483_647])
      expect(messagesOf((await create({ employerId })).data)).toEqual([
        'employerId: You can’t add users to this employer.',
      ])
    for (const employerId of [undefined, null, 0]) expect((await create({ employerId })).status).not.toBe(200)
    expect(await stored()).toBeUndefined()
    await create()
    expect(await stored()).toMatchObject({ client_id: ownClient, is_internal: false })
  })
})

describe('permissions and customers of a new user', () => {
  const grantsOf = async (table: string, column: string) =>
    (
      await portal.owner(
        `select given.${column} as what, given.granted_by from user_${table}_grants given
           join users u on u.id = given.user_id where u.user_name = $1 and given.valid_to is null order by 1`,
        [`grace.${count}`],
      )
    ).map(({ what, granted_by }) => [what, granted_by])

  test('are given with the user, by the administrator (UADM-142)', async () => {
    const systemId = await portal.make.system()
    const pageId = await portal.make.page({ system_id: systemId, section_id: await portal.make.section() })
    const [customer] = await portal.owner(
      "insert into customers (name, facility_code) values ('A', 'KCW') returning id",
    )
    const rest = {
      userSystems: [{ systemId, adminFlg: 'Y' }],
      userPages: [{ pageId }],
      userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'Y' }],
      userCustomers: [{ customerId: customer?.['id'] }],
    }
    expect((await create({}, { rest })).code).toBe('200')
    const by = portalAdmin.userId
    expect(await grantsOf('system', 'system_id')).toEqual([[systemId, by]])
    expect(await grantsOf('page', 'page_id')).toEqual([[pageId, by]])
    expect(await grantsOf('facility', 'facility_code')).toEqual([
      ['EDH', by],
      ['KCW', by],
    ])
    expect(await grantsOf('customer', 'customer_id')).toEqual([[customer?.['id'], by]])
  })

  test('that the administrator may not give refuse the whole user, and no mail leaves (E4, S51)', async () => {
    const systemId = await portal.make.system()
    for (const [admin, rest, status] of [
      [delegated, { userSystems: [{ systemId }] }, 403],
      [delegated, { userSystems: [{ systemId: 2, adminFlg: 'Y' }] }, 403],
      [clientAdmin, { userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'Y' }] }, 422],
      [portalAdmin, { userPages: [{ pageId: 2_147_483_647 }] }, 422],
      [portalAdmin, { userCustomers: [{ customerId: 2_147_483_647 }] }, 422],
    ] as const)
      expect((await create({}, { admin, rest })).status).toBe(status)
    expect(await stored()).toBeUndefined()
    expect(await mailTo(`grace.${count}@harbor.test`)).toEqual([])
  })

  test('of the portal itself need a fresh sign-in (S52)', async () => {
    const rest = { userSystems: [{ systemId: 2 }] }
    await portal.moveClock('16 minutes')
    expect(await create({}, { rest })).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    await portal.moveClock('0')
    expect(await stored()).toBeUndefined()
    expect((await create({}, { rest })).code).toBe('200')
  })
})

describe('the email check', () => {
  const check = (body: unknown, admin = portalAdmin) => post(checkEmailAddress.path, body, admin)

  test('warns of an address in use, in any case and in either form, and of no other (UADM-124, UADM-152, E12)', async () => {
    await create()
    const address = `GRACE.${count}@HARBOR.test`
    for (const body of [address, { emailAddress: address }])
      expect(await check(body)).toMatchObject({
        status: 200,
        code: '200',
        message: `This email address is already used by Grace Hopper (grace.${count}).`,
      })
    expect(await check('free@harbor.test')).toMatchObject({ status: 200, code: '204' })
    expect(await check({ emailAddress: address, userId: (await stored())?.['id'] })).toMatchObject({ code: '204' })
    await portal.owner('update users set status = 3 where user_name = $1', [`grace.${count}`])
    expect(await check(address)).toMatchObject({ code: '204' })
  })

  test('tells an administrator of an employer nothing about users of others', async () => {
    await create({ employerId: otherClient })
    expect(await check(`grace.${count}@harbor.test`, clientAdmin)).toMatchObject({ code: '204' })
  })
})

describe('the proposed user', () => {
  const propose = (person: object, admin = portalAdmin) =>
    admin.call(proposeUser, {
      params: { uid: admin.userId },
      body: { firstNm: 'Mary', lastNm: 'Jackson', emailAddress: 'mary@harbor.test', ...person },
    })

  test('is called by first initial and last name, and by a number where that is taken in any case (E18)', async () => {
    expect(await propose({})).toMatchObject({ userNm: 'mjackson' })
    await portal.make.user({ user_name: 'MJackson' })
    await portal.make.user({ user_name: 'mjackson2', client_id: otherClient, status: 3 })
    expect(await propose({})).toMatchObject({ userNm: 'mjackson3' })
    expect(await propose({}, clientAdmin)).toMatchObject({ userNm: 'mjackson3' })
    expect(await propose({ lastNm: "O'Neil-Wölfe" })).toMatchObject({ userNm: 'moneilwolfe' })
    expect(await propose({ firstNm: 'Иван', lastNm: 'Петров' })).toMatchObject({ userNm: 'mary' })
  })

  test('is internal by the domain of the address (UADM-122)', async () => {
    expect(await propose({ emailAddress: 'mary@NORTHGATE.test' })).toMatchObject({ internalUserFlg: true })
    expect(await propose({ emailAddress: 'mary@harbor.test' })).toMatchObject({ internalUserFlg: false })
  })

  test('is never internal for an external administrator, who cannot make internal users (UADM-123)', async () => {
    const proposed = await propose({ emailAddress: 'mary@northgate.test' }, clientAdmin)
    expect(proposed).toMatchObject({ internalUserFlg: false })
  })
})

describe('the employers of a domain', () => {
  const employers = async (domain: string | undefined, admin = portalAdmin) =>
    (
      await admin.call(listEmployersByDomain, {
        params: { uid: admin.userId },
        query: domain === undefined ? {} : { domain },
      })
    ).map(({ clientNm }) => clientNm)

  test('are those with the confirmed domain, by name (UADM-154)', async () => {
    expect(await employers('HARBOR.test')).toEqual(['Atlas', 'Harbor'])
    expect(await employers('rumored.test')).toEqual([])
    expect(await employers(undefined)).toEqual([])
  })

  test('are only their own for an administrator of an employer', async () => {
    for (const domain of ['harbor.test', 'atlas.test', 'anything.test'])
      expect(await employers(domain, clientAdmin)).toEqual(['Harbor'])
  })
})
