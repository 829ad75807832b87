import {
  exportAccessReport,
  exportUserListReport,
  getExcelStatus,
  listAccessCustomers,
  listAccessCustomerTree,
  listPciCustomers,
  listPciCustomerTree,
  listReportFacilities,
  listReportSystems,
  requestAccessReport,
  requestPciReport,
} from '@portico/contract/reports/reports.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnHeadings } from '../../../../contract/test/user-field-samples.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { reportAdmin, sheetOf } from '../../../test/reports.ts'
import { newDirectory, personInGroup } from '../../../test/scim.ts'

let portal: Portal
let portalAdmin: Browser
let clientAdmin: Browser
let harbor: number
let atlas: number
let billing: number
const customers: Record<string, number> = {}

beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  const { make } = portal
  harbor = await make.client({ name: 'Harbor' })
  atlas = await make.client({ name: 'Atlas' })
  portalAdmin = await reportAdmin(portal, { is_internal: true, last_name: 'Aaa' })
  await portal.owner('update user_system_grants set is_admin = true where user_id = $1 and system_id = 2', [
    portalAdmin.userId,
  ])
  clientAdmin = await reportAdmin(portal, { client_id: harbor, last_name: 'Aab' })
  billing = await make.system({ name: 'Billing' })
  for (const [name, parent, facility] of [
    ['Acme', null, 'EDH'],
    ['Acme North', 'Acme', 'EDH'],
    ['Acme Northtown', 'Acme North', 'EDH'],
    ['Acme South', 'Acme', 'EDH'],
    ['Beta', null, 'EDH'],
    ['Gamma Library', null, 'KCW'],
  ] as const) {
    const [row] = await portal.owner(
      'insert into customers (name, parent_id, facility_code) values ($1, $2, $3) returning id',
      [name, parent === null ? null : customers[parent], facility],
    )
    customers[name] = Number(row?.['id'])
  }
})
afterAll(() => portal.close())

interface Holder {
  name: string
  client?: number
  columns?: Record<string, unknown>
  sensitive?: boolean
  /** A customer that is assigned, or 'all' of EDH. */
  customer?: string
}

/** A user with Billing and a customer. */
async function holder({ name, client = harbor, columns = {}, sensitive = false, customer }: Holder) {
  const user = await portal.make.user({ last_name: name, first_name: 'Rep', client_id: client, ...columns })
  await portal.make.grant(user, { systemId: billing })
  await portal.owner('update user_system_grants set has_sensitive_data = $2 where user_id = $1 and system_id = $3', [
    user.id,
    sensitive,
    billing,
  ])
  await assign(user.id, customer)
  return user
}
async function assign(userId: number | undefined, customer: string | undefined): Promise<void> {
  if (customer === undefined) return
  await portal.owner('insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, $2, $3)', [
    userId,
    'EDH',
    customer === 'all',
  ])
  if (customer !== 'all')
    await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [
      userId,
      customers[customer],
    ])
}

const uid = (browser: Browser) => ({ uid: String(browser.userId) })
const post = (browser: Browser, endpoint: Endpoint, body: object) =>
  browser.request('POST', fillPath(endpoint.path, uid(browser)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const lastNames = ({ rows }: { rows: string[][] }) => rows.slice(1).map(([, last]) => last)
/** Last names of the User List report, of the users of a test. */
const listed = async (body: object, of = '', browser = portalAdmin) =>
  lastNames(await sheetOf(browser, exportUserListReport, body)).filter((name) => name?.startsWith(of))

describe('the User List report', () => {
  test('is a spreadsheet to store, with its columns and name (RPTS-081, RPTS-094, RPTS-095, RPTS-125)', async () => {
    await portal.owner("insert into departments (id, name) values (71, 'Claims')")
    const user = await portal.make.user({
      first_name: '=Cara',
      last_name: 'Columns',
      client_id: harbor,
      is_internal: true,
      department_id: 71,
    })
    await portal.owner(
      'insert into user_sign_ins (user_id, last_signed_in_at) values ($1, clock_now()) on conflict (user_id) do update set last_signed_in_at = clock_now()',
      [user.id],
    )
    const answer = await sheetOf(portalAdmin, exportUserListReport, {})
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="user-list-\d{4}-\d\d-\d\d\.xlsx"/)
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    expect(answer.rows[0]).toEqual([
      'First name',
      'Last name',
      'User ID',
      'Email',
      'Employer',
      'Department',
      'Status',
      'Type',
      'Administrator',
      'Added (UTC)',
      'Last sign-in (UTC)',
      ...columnHeadings,
    ])
    const row = answer.rows.find(([, last]) => last === 'Columns')
    expect(row?.slice(0, 9)).toEqual([
      '=Cara',
      'Columns',
      user.userName,
      expect.stringContaining('@'),
      'Harbor',
      'Claims',
      'Active',
      'Internal',
      'No',
    ])
  })

  test('has active internal users who signed in from one month ago until today, unless asked otherwise (RPTS-108, RPTS-109, RPTS-115..121, RPTS-029..031)', async () => {
    const seen = async (name: string, ago: string, columns: Record<string, unknown> = {}) => {
      const { id } = await portal.make.user({ last_name: name, is_internal: true, ...columns })
      await portal.owner(
        `insert into user_sign_ins (user_id, last_signed_in_at)
         values ($1, ((clock_now() at time zone $3)::date::timestamp - $2::interval) at time zone $3)
         on conflict (user_id) do update set last_signed_in_at = excluded.last_signed_in_at`,
        [id, ago, portal.config.businessTimeZone],
      )
      return id
    }
    await seen('Dft today', '-1 hour')
    await seen('Dft first day', '1 month')
    await seen('Dft before', '1 month 1 second')
    await seen('Dft inactive', '1 hour', { status: 2 })
    await seen('Dft external', '1 hour', { is_internal: false })
    const admin = await seen('Dft manager', '1 hour')
    await portal.owner('insert into user_system_grants (user_id, system_id, is_admin) values ($1, $2, true)', [
      admin,
      billing,
    ])
    expect(await listed({}, 'Dft')).toEqual(['Dft first day', 'Dft manager', 'Dft today'])
    expect(await listed({ dateType: 'all' }, 'Dft')).toEqual([
      'Dft before',
      'Dft first day',
      'Dft manager',
      'Dft today',
    ])
    expect(await listed({ dateType: 'all', userStatus: 'I' }, 'Dft')).toEqual(['Dft inactive'])
    expect(await listed({ dateType: 'all', userType: 'N' }, 'Dft')).toEqual(['Dft external'])
    expect(await listed({ dateType: 'all', userType: 'ALL', userStatus: 'ALL' }, 'Dft')).toHaveLength(6)
    expect(await listed({ adminFlg: 'Y' }, 'Dft')).toEqual(['Dft manager'])
    expect(await listed({ adminFlg: 'N' }, 'Dft')).toEqual(['Dft first day', 'Dft today'])
  })

  test('has the users of whole days of the business time zone, the last one included (RPTS-068)', async () => {
    const zone = portal.config.businessTimeZone
    const added = (name: string, at: string) =>
      portal.owner(
        `insert into users (user_name, first_name, last_name, email, client_id, is_internal, created_at)
         values ($1, 'Rep', $1, 'day@x.test', $2, true, $3::timestamp at time zone $4)`,
        [name, harbor, at, zone],
      )
    await added('Day before', '2026-01-31 23:59:59')
    await added('Day first', '2026-02-01 00:00:00')
    await added('Day last', '2026-02-03 23:59:59')
    await added('Day after', '2026-02-04 00:00:00')
    const body = { dateField: 'created', dateType: 'specific', fromDate: '02/01/2026', toDate: '02/03/2026' }
    expect(await listed(body, 'Day')).toEqual(['Day first', 'Day last'])
  })

  test('refuses dates that are more than 730 days apart, at both dates (RPTS-065, RPTS-068, RPTS-069, S72)', async () => {
    const body = { dateType: 'specific', fromDate: '01/01/2025', toDate: '01/02/2027' }
    expect(await post(portalAdmin, exportUserListReport, body)).toMatchObject({
      status: 422,
      code: '422',
      message: 'The dates can be at most 730 days apart.',
      data: [{ field: 'fromDate' }, { field: 'toDate' }],
    })
    const { status } = await sheetOf(portalAdmin, exportUserListReport, { ...body, toDate: '01/01/2027' })
    expect(status).toBe(200)
  })

  test.each([
    { dateType: 'specific', fromDate: '02/02/2026', toDate: '02/01/2026' },
    { dateType: 'specific', fromDate: '02/02/2026' },
    { dateType: 'specific', fromDate: '', toDate: '02/02/2026' },
    { toDate: '02/02/2026' },
    { dateType: 'specific', fromDate: '01/01/0001', toDate: '01/02/0001' },
    { dateType: 'specific', fromDate: '12/31/1899', toDate: '01/02/1900' },
  ])('refuses %o as no valid range of dates (RPTS-075)', async (body) => {
    expect(await post(portalAdmin, exportUserListReport, body)).toMatchObject({
      status: 422,
      message: 'That is not a valid date range',
      data: [{ field: 'fromDate' }, { field: 'toDate' }],
    })
  })

  test('refuses what is no day or no choice before its rules (RPTS-075)', async () => {
    for (const body of [
      { dateType: 'specific', fromDate: '02/30/2026', toDate: '03/01/2026' },
      { dateType: 'specific', fromDate: '2026-02-01', toDate: '03/01/2026' },
      { userStatus: "A' or 1=1" },
      { unknown: 1 },
    ])
      expect((await post(portalAdmin, exportUserListReport, body)).status).toBe(400)
  })

  test('has no user of another employer for an administrator of an employer (decision L8, S41, AUTZ-010)', async () => {
    await portal.make.user({ last_name: 'Scp own', client_id: harbor })
    await portal.make.user({ last_name: 'Scp foreign', client_id: atlas })
    const every = { dateType: 'all', userType: 'ALL', userStatus: 'ALL' }
    expect(await listed(every, 'Scp', clientAdmin)).toEqual(['Scp own'])
    expect(await listed(every, 'Scp')).toEqual(['Scp foreign', 'Scp own'])
    expect(
      new Set((await sheetOf(clientAdmin, exportUserListReport, every)).rows.slice(1).map((row) => row[4])),
    ).toEqual(new Set(['Harbor']))
  })

  test('tells by its token how far it is, to nobody else (RPTS-082)', async () => {
    const excelToken = 'token-of-this-browser'
    const status = (browser: Browser) =>
      browser.call(getExcelStatus, { params: { uid: browser.userId ?? 0, excelToken } })
    expect(await status(portalAdmin)).toBe(0)
    await sheetOf(portalAdmin, exportUserListReport, { excelToken })
    expect(await status(portalAdmin)).toBe(1)
    expect(await status(clientAdmin)).toBe(0)
    // A node that died while it wrote.
    await portal.owner("update report_exports set state = 'running', renewed_at = clock_now() - interval '30 seconds'")
    expect(await status(portalAdmin)).toBe(9)
    await portal.owner("update report_exports set renewed_at = clock_now() - interval '61 seconds'")
    expect(await status(portalAdmin)).toBe(3)
  })
})

describe('the spreadsheet of User Access', () => {
  const access = (body: object, browser = portalAdmin) =>
    sheetOf(browser, exportAccessReport, { userType: 'ALL', ...body })
  const of = (name: string) => (rows: { rows: string[][] }) => lastNames(rows).filter((last) => last?.startsWith(name))

  test('has each application of a user who has access to the customer, by inheritance too (RPTS-091, RPTS-037..047, RPTS-125)', async () => {
    await holder({ name: 'Acc all', customer: 'all' })
    await holder({ name: 'Acc root', customer: 'Acme', client: atlas })
    await holder({ name: 'Acc itself', customer: 'Acme North' })
    await holder({ name: 'Acc below', customer: 'Acme Northtown' })
    await holder({ name: 'Acc beside', customer: 'Acme South' })
    await holder({ name: 'Acc none' })
    const report = await access({ customerId: customers['Acme North'] })
    expect(of('Acc')(report)).toEqual(['Acc all', 'Acc itself', 'Acc root'])
    expect(report.rows[0]).toEqual([
      'First name',
      'Last name',
      'User ID',
      'Email',
      'Employer',
      'Status',
      'Type',
      'Application',
      'Rights',
      'Access through',
      'Source',
      'Granted (UTC)',
      'Added (UTC)',
      'Last sign-in (UTC)',
      ...columnHeadings,
    ])
    const through = report.rows.filter(([, last]) => last?.startsWith('Acc')).map((row) => row.slice(7, 10))
    expect(through).toEqual([
      ['Billing', 'Access', 'All customers of EDH'],
      ['Billing', 'Access', 'Acme North'],
      ['Billing', 'Access', 'Acme'],
    ])
    const every = await access({ customerId: 0, systemId: billing })
    expect(of('Acc')(every)).toEqual(['Acc all', 'Acc below', 'Acc beside', 'Acc itself', 'Acc root'])
    expect(of('Acc')(await access({ customerId: customers['Beta'] }))).toEqual(['Acc all'])
    expect(of('Acc')(await access({ customerId: 0, systemId: 2 }))).toEqual([])
  })

  test('says by what each application comes: by hand, by sets, by groups of a directory', async () => {
    const root = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(root, ['User Administration'])
    const staff = await openSession(portal, root)
    const sets = permissionSets(staff)
    const setId = await sets.made({ setNm: 'Source biller', systemIds: [billing] })
    const byHand = await holder({ name: 'Src hand', customer: 'Beta' })
    const bySet = await portal.make.user({ last_name: 'Src set', client_id: harbor })
    await sets.give(setId, byHand, bySet)
    await assign(bySet.id, 'Beta')
    const directory = await newDirectory(portal, atlas)
    const given = { group: { systemIds: [billing] }, 'group of set': { setIds: [setId] } }
    for (const [name, gives] of Object.entries(given)) {
      const { id } = await personInGroup(staff, portal, directory, name, gives)
      await portal.owner('update users set last_name = $2 where id = $1', [id, `Src ${name}`])
      await assign(id, 'Beta')
    }
    const { rows } = await access({ customerId: customers['Beta'], systemId: billing })
    const source = rows[0]?.indexOf('Source') ?? -1
    expect(rows.filter(([, last]) => last?.startsWith('Src')).map((row) => [row[1], row[source]])).toEqual([
      ['Src group', 'by group group'],
      ['Src group of set', 'by set Source biller v1, by group group of set'],
      ['Src hand', 'by hand, by set Source biller v1'],
      ['Src set', 'by set Source biller v1'],
    ])
  })

  test('has active internal users by default (RPTS-123, RPTS-124)', async () => {
    await holder({ name: 'Def internal', customer: 'Beta', columns: { is_internal: true } })
    await holder({ name: 'Def external', customer: 'Beta' })
    await holder({ name: 'Def inactive', customer: 'Beta', columns: { is_internal: true, status: 2 } })
    const beta = { customerId: customers['Beta'] }
    expect(of('Def')(await sheetOf(portalAdmin, exportAccessReport, beta))).toEqual(['Def internal'])
    expect(of('Def')(await access({ ...beta, userStatus: 'ALL' }))).toHaveLength(3)
    expect(of('Def')(await access({ ...beta, userType: 'N' }))).toEqual(['Def external'])
    expect(of('Def')(await access({ ...beta, userStatus: 'I' }))).toEqual(['Def inactive'])
  })

  test('counts only grants of now', async () => {
    const user = await holder({ name: 'Now ended', customer: 'Beta' })
    await portal.owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [user.id])
    await portal.owner('update user_facility_grants set valid_to = clock_now() where user_id = $1', [user.id])
    expect(of('Now')(await access({ customerId: customers['Beta'] }))).toEqual([])
  })

  test('has the users of the employer alone for its administrator, and no customer above their own (decision L8, S41, S72)', async () => {
    await assign(clientAdmin.userId, 'Acme North')
    await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [
      clientAdmin.userId,
      customers['Acme South'],
    ])
    await holder({ name: 'Ten own', customer: 'Acme' })
    await holder({ name: 'Ten within', customer: 'Acme North' })
    const both = await holder({ name: 'Ten both', customer: 'Acme North' })
    await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [
      both.id,
      customers['Acme'],
    ])
    await holder({ name: 'Ten foreign', customer: 'Acme', client: atlas })
    const report = await access({ customerId: customers['Acme North'] }, clientAdmin)
    expect(of('Ten')(report)).toEqual(['Ten both', 'Ten own', 'Ten within'])
    expect(report.rows.find(([, last]) => last === 'Ten own')?.[9] ?? '').toBe('')
    const through = (name: string) => report.rows.find(([, last]) => last === name)?.[9] ?? ''
    expect([through('Ten within'), through('Ten both')]).toEqual(['Acme North', 'Acme North'])
    for (const [body, field] of [
      [{ customerId: customers['Acme'] }, 'customerId'],
      [{ customerId: customers['Beta'] }, 'customerId'],
      [{ customerId: customers['Gamma Library'], facilityCd: 'KCW' }, 'facilityCd'],
    ] as const)
      expect(await post(clientAdmin, exportAccessReport, body)).toMatchObject({ status: 422, data: [{ field }] })
  })
})

describe('criteria of reports', () => {
  test.each([
    [{ userType: 'ALL', dateType: 'all' }, 'Active users; Internal and external users'],
    [
      { userStatus: 'I', userType: 'Y', adminFlg: 'Y', dateType: 'all' },
      'Inactive users; Internal users; Administrator: Yes',
    ],
    [
      { userStatus: 'D', userType: 'N', adminFlg: 'N', dateType: 'all' },
      'Deleted users; External users; Administrator: No',
    ],
    [
      { userStatus: 'ALL', dateField: 'created', dateType: 'specific', fromDate: '01/05/2026', toDate: '02/05/2026' },
      'Users of every status; Internal users; Added 01/05/2026 to 02/05/2026',
    ],
    [
      { dateField: 'lastlogin', dateType: 'specific', fromDate: '01/05/2026', toDate: '02/05/2026' },
      'Active users; Internal users; Last sign-in 01/05/2026 to 02/05/2026',
    ],
  ])('of a spreadsheet of users are in the audit trail: %o', async (body, criteria) => {
    await sheetOf(portalAdmin, exportUserListReport, body)
    const [event] = await portal.owner(
      `select after from audit_events where event = 'report_exported' and actor_user_id = $1 order by id desc limit 1`,
      [portalAdmin.userId],
    )
    expect(event?.['after']).toMatchObject({ criteria })
  })

  test('a customer must be chosen: none is 0 for PCI and missing for User Access (RPTS-071, RPTS-072, RPTS-036)', async () => {
    const missing = {
      status: 422,
      message: 'Please select a customer.',
      data: [{ field: 'customerId', message: 'Please select a customer.' }],
    }
    for (const body of [{}, { customerId: 0 }, { customerId: '0' }])
      expect(await post(portalAdmin, requestPciReport, body)).toMatchObject(missing)
    for (const endpoint of [requestAccessReport, exportAccessReport])
      expect(await post(portalAdmin, endpoint, {})).toMatchObject(missing)
  })

  test('all customers need one application (RPTS-073, RPTS-047)', async () => {
    for (const body of [{ customerId: 0 }, { customerId: 0, systemId: 1 }])
      for (const endpoint of [requestAccessReport, exportAccessReport])
        expect(await post(portalAdmin, endpoint, body)).toMatchObject({ status: 422, data: [{ field: 'systemId' }] })
  })

  test('both ranges of User Access, and that of PCI, are at most 730 days long (RPTS-070, RPTS-065)', async () => {
    const customerId = customers['Beta']
    const tooLong = { dateType: 'specific', fromDate: '01/01/2025', toDate: '01/02/2027' }
    const signedIn = {
      lastLoginDateType: 'specific',
      lastLoginFromDate: '01/01/2025',
      lastLoginToDate: '01/02/2027',
    }
    const fieldsOf = async (endpoint: Endpoint, body: object) => {
      const { status, data } = await post(portalAdmin, endpoint, { customerId, ...body })
      return [status, ...(data as { field: string }[]).map(({ field }) => field)]
    }
    expect(await fieldsOf(requestPciReport, tooLong)).toEqual([422, 'fromDate', 'toDate'])
    expect(await fieldsOf(requestAccessReport, { ...tooLong, ...signedIn })).toEqual([
      422,
      'fromDate',
      'toDate',
      'lastLoginFromDate',
      'lastLoginToDate',
    ])
    expect(
      (await sheetOf(portalAdmin, exportAccessReport, { customerId, ...signedIn, lastLoginToDate: '01/01/2027' }))
        .status,
    ).toBe(200)
    // Dates of a type 'all' do not count, and may be empty.
    expect(
      (await sheetOf(portalAdmin, exportAccessReport, { customerId, ...tooLong, dateType: 'all', toDate: '' })).status,
    ).toBe(200)
  })

  test('dates before 1900 are no valid range in any report (RPTS-075)', async () => {
    const customerId = customers['Beta']
    const year1 = { dateType: 'specific', fromDate: '01/01/0001', toDate: '01/02/0001' }
    const signedIn = {
      lastLoginDateType: 'specific',
      lastLoginFromDate: '01/01/0001',
      lastLoginToDate: '01/02/0001',
    }
    for (const [endpoint, body, field] of [
      [requestPciReport, year1, 'fromDate'],
      [requestAccessReport, year1, 'fromDate'],
      [exportAccessReport, signedIn, 'lastLoginFromDate'],
    ] as const)
      expect(await post(portalAdmin, endpoint, { customerId, ...body })).toMatchObject({
        status: 422,
        message: 'That is not a valid date range',
        data: [{ field }, {}],
      })
  })

  test('an application that its administrator may not see is as unknown as one that does not exist (S41)', async () => {
    const hidden = await portal.make.system({ name: 'Hidden ledger' })
    await portal.make.page({ system_id: hidden, section_id: await portal.make.section(), is_internal_only: true })
    const held = await reportAdmin(portal, { client_id: harbor })
    await assign(held.userId, 'Beta')
    const ask = async (browser: Browser, systemId: number) => {
      const { status, message, data } = await post(browser, requestAccessReport, {
        customerId: customers['Beta'],
        systemId,
      })
      return { status, message, data }
    }
    const unknown = await ask(held, 987654)
    expect(unknown).toMatchObject({ status: 422, data: [{ field: 'systemId' }] })
    expect(await ask(held, hidden)).toEqual(unknown)
    // A page for everybody that is deleted shows nobody its application.
    const open = await portal.make.page({ system_id: hidden, section_id: await portal.make.section() })
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [open])
    expect(await ask(held, hidden)).toEqual(unknown)
    expect((await ask(portalAdmin, hidden)).status).toBe(200)
    await portal.owner('update systems set deleted_at = clock_now() where id = $1', [hidden])
  })

  test('choices that do not exist are refused at their field', async () => {
    for (const [body, field] of [
      [{ customerId: 987654 }, 'customerId'],
      [{ customerId: customers['Gamma Library'] }, 'customerId'],
      [{ customerId: customers['Beta'], facilityCd: 'NONE' }, 'facilityCd'],
      [{ customerId: customers['Beta'], systemId: 987654 }, 'systemId'],
    ] as const)
      expect(await post(portalAdmin, requestAccessReport, body)).toMatchObject({ status: 422, data: [{ field }] })
  })
})

describe('what a report can be about', () => {
  const customersOf = (browser: Browser, endpoint: typeof listPciCustomers, facilityCd: string, query: object = {}) =>
    browser.call(endpoint, { params: { uid: browser.userId ?? 0, facilityCd }, query })
  const names = (rows: readonly { customerNm: string }[]) => rows.map(({ customerNm }) => customerNm)

  test.each([listPciCustomerTree, listAccessCustomerTree])(
    '$name: every customer follows its parent, and the highest have the parent 0 (RPTS-088, RPTS-093, RPTS-049, RPTS-050)',
    async (endpoint) => {
      const rows = await customersOf(portalAdmin, endpoint as typeof listPciCustomers, 'EDH')
      expect(names(rows)).toEqual(['Acme', 'Acme North', 'Acme Northtown', 'Acme South', 'Beta'])
      expect(rows.map(({ parentCustId }) => parentCustId)).toEqual([
        0,
        customers['Acme'],
        customers['Acme North'],
        customers['Acme'],
        0,
      ])
    },
  )

  test('a hit returns its whole group, in any case; a blank search all (RPTS-077..079)', async () => {
    const tree = (searchPattern: string) =>
      customersOf(portalAdmin, listPciCustomerTree as typeof listPciCustomers, 'EDH', { searchPattern })
    expect(names(await tree('nORTHtown'))).toEqual(['Acme', 'Acme North', 'Acme Northtown', 'Acme South'])
    expect(names(await tree('bet'))).toEqual(['Beta'])
    expect(names(await tree('%'))).toEqual([])
    expect(names(await tree('  '))).toHaveLength(5)
  })

  test.each([listPciCustomers, listAccessCustomers])(
    '$name: a flat list by name, with a filter (RPTS-089, RPTS-092, RPTS-080)',
    async (endpoint) => {
      const flat = (facility: string, query: object = {}) =>
        customersOf(portalAdmin, endpoint as typeof listPciCustomers, facility, query)
      expect(names(await flat('KCW'))).toEqual(['Gamma Library'])
      expect(names(await flat('KCW', { searchPattern: 'LIBR' }))).toEqual(['Gamma Library'])
      expect(names(await flat('KCW', { searchPattern: 'acme' }))).toEqual([])
      expect(names(await flat('EDH', { offset: 3 }))).toEqual(['Acme South', 'Beta'])
    },
  )

  test('groups come fifty at a time, and the header counts them', async () => {
    await portal.owner(
      "insert into customers (name, facility_code) select 'Zeta ' || lpad(n::text, 3, '0'), 'EDH' from generate_series(1, 60) n",
    )
    const answer = await portalAdmin.send(listAccessCustomerTree, {
      params: { uid: portalAdmin.userId ?? 0, facilityCd: 'EDH' },
      query: {},
    })
    expect(answer.headers.get('x-total-count')).toBe('62')
    expect(names(answer.data as { customerNm: string }[]).at(-1)).toBe('Zeta 048')
    const next = await customersOf(portalAdmin, listAccessCustomerTree as typeof listPciCustomers, 'EDH', {
      offset: 50,
    })
    expect(names(next)).toHaveLength(12)
    await portal.owner("delete from customers where name like 'Zeta %'")
  })

  /** The customer Theta with many below it, and Zeta after it. */
  const withLargeGroup = async (work: () => Promise<void>, below = 5100) => {
    const [row] = await portal.owner("insert into customers (name, facility_code) values ('Theta', 'EDH') returning id")
    await portal.owner(
      `insert into customers (name, facility_code, parent_id)
       select 'Theta ' || lpad(n::text, 4, '0'), 'EDH', $1 from generate_series(1, $2::integer) n`,
      [row?.['id'], below],
    )
    await portal.owner("insert into customers (name, facility_code) values ('Zeta', 'EDH')")
    await work()
    await portal.owner("delete from customers where name like 'Theta _%' or name = 'Zeta'")
    await portal.owner("delete from customers where name = 'Theta'")
  }

  test('an answer has whole groups, and says so where one is larger than an answer (RPTS-050, RPTS-088)', () =>
    withLargeGroup(async () => {
      const page = async (offset: number) => {
        const { data, message, headers } = await portalAdmin.send(listPciCustomerTree, {
          params: { uid: portalAdmin.userId ?? 0, facilityCd: 'EDH' },
          query: { offset },
        })
        const found = names(data as { customerNm: string }[])
        return { message, total: headers.get('x-total-count'), first: found[0], last: found.at(-1), rows: found.length }
      }
      expect(await page(0)).toEqual({ message: '', total: '4', first: 'Acme', last: 'Beta', rows: 5 })
      expect(await page(2)).toEqual({
        message: 'Only the first 5,000 customers of Theta can be shown. Search by name to find the others.',
        total: '4',
        first: 'Theta',
        last: 'Theta 4999',
        rows: 5000,
      })
      expect(await page(3)).toEqual({ message: '', total: '4', first: 'Zeta', last: 'Zeta', rows: 1 })
    }))

  test.each([
    ['with one after it fills an answer', 4998, 2, 'Zeta'],
    ['fills an answer by itself', 4999, 2, 'Theta 4999'],
  ])('a group that %s is shown whole', (_what, below, offset, last) =>
    withLargeGroup(async () => {
      const { data, message } = await portalAdmin.send(listPciCustomerTree, {
        params: { uid: portalAdmin.userId ?? 0, facilityCd: 'EDH' },
        query: { offset },
      })
      const found = names(data as { customerNm: string }[])
      expect({ message, rows: found.length, last: found.at(-1) }).toEqual({ message: '', rows: 5000, last })
    }, below),
  )

  test('a search with more hits than an answer finds those of every group, and names the one whose customers are cut (RPTS-078)', () =>
    withLargeGroup(async () => {
      const [zeta] = await portal.owner("select id from customers where name = 'Zeta'")
      await portal.owner(
        `insert into customers (name, facility_code, parent_id)
         select name, 'EDH', $1::integer
           from (select 'Zeta ' || n as name from generate_series(1001, 6100) n union all select 'Zeta of Theta') below`,
        [zeta?.['id']],
      )
      const search = async (searchPattern: string, offset: number) => {
        const { data, message } = await portalAdmin.send(listPciCustomerTree, {
          params: { uid: portalAdmin.userId ?? 0, facilityCd: 'EDH' },
          query: { searchPattern, offset },
        })
        return { message, found: names(data as { customerNm: string }[]) }
      }
      const cut = (name: string) =>
        `Only 5,000 customers of ${name} can be shown, those that match first. Enter more of the name to see the others.`
      expect(await search('theta', 0)).toMatchObject({ message: cut('Theta'), found: { length: 5000 } })
      const second = await search('theta', 1)
      expect(second.message).toBe(cut('Zeta'))
      expect(second.found).toEqual(expect.arrayContaining(['Zeta', 'Zeta of Theta']))
      expect((await search('eta of', 0)).found).toContain('Zeta of Theta')
      await portal.owner("delete from customers where name like 'Zeta _%'")
    }))

  test('a search finds a customer of a group that is larger than an answer (RPTS-078)', () =>
    withLargeGroup(async () => {
      const found = await customersOf(portalAdmin, listPciCustomerTree as typeof listPciCustomers, 'EDH', {
        searchPattern: 'theta 5099',
      })
      expect(found).toHaveLength(5000)
      expect(names(found)).toEqual(expect.arrayContaining(['Theta', 'Theta 0001', 'Theta 5099']))
      expect(names(found)).toEqual(names(found).toSorted((one, other) => one.localeCompare(other)))
    }))

  test('an administrator of an employer finds their own customers alone (S72)', async () => {
    const held = await reportAdmin(portal, { client_id: harbor })
    await assign(held.userId, 'Acme North')
    const rows = await customersOf(held, listPciCustomerTree as typeof listPciCustomers, 'EDH')
    expect(rows).toEqual([
      { customerId: customers['Acme North'], customerNm: 'Acme North', parentCustId: 0 },
      { customerId: customers['Acme Northtown'], customerNm: 'Acme Northtown', parentCustId: customers['Acme North'] },
    ])
    const found = await customersOf(held, listPciCustomerTree as typeof listPciCustomers, 'EDH', { searchPattern: 'a' })
    expect(names(found)).toEqual(['Acme North', 'Acme Northtown'])
    expect(names(await customersOf(held, listPciCustomers, 'EDH'))).toEqual(['Acme North', 'Acme Northtown'])
    expect(await held.call(listReportFacilities, { params: { uid: held.userId ?? 0 } })).toEqual([
      { facilityCd: 'EDH', facilityNm: 'EDH', hierarchyFlg: true },
    ])
  })

  test('All Applications come first (RPTS-097, RPTS-105, RPTS-051, RPTS-052)', async () => {
    const read = async (browser: Browser) =>
      (await browser.call(listReportSystems, { params: { uid: browser.userId ?? 0 } })).map(({ systemNm }) => systemNm)
    expect(await read(portalAdmin)).toEqual(['All Applications', 'Billing', 'Customer Portal'])
    await portal.make.page({ system_id: billing, section_id: await portal.make.section(), is_internal_only: true })
    expect(await read(clientAdmin)).toEqual(['All Applications', 'Customer Portal'])
  })

  test('each application says where the browser signs out of it, at the current host of the portal (RPTS-053)', async () => {
    await portal.owner("update systems set browser_logout_url = 'http://{host}/out' where id = $1", [billing])
    await portal.owner("update systems set browser_logout_url = 'https://elsewhere.example.test/' where id = 2")
    const listed = await portalAdmin.call(listReportSystems, { params: { uid: portalAdmin.userId ?? 0 } })
    expect(listed.map(({ systemId, browserLogoutUrl }) => [systemId, browserLogoutUrl])).toEqual([
      [1, null],
      [billing, `${portal.origin}/out`],
      [2, null],
    ])
  })
})
