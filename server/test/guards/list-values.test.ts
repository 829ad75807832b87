import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { getReport, getReportAddress, listReportRows } from '@portico/contract/reports/reports.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { byColumnField, columnFieldList } from '@portico/contract/users/user-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOfField } from '../../src/areas/account/public.ts'
import type { Jobs } from '../../src/jobs/runner.ts'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { drainedJobs, sheetOf } from '../reports.ts'
import { makeWorld, openSession } from './people.ts'
import { fillPath } from './sample-call.ts'

/** A moment as a workbook has it: days since the end of 1899. */
const serial = (day: number) => String(Date.parse(at(day)) / 86_400_000 + 25_569)

/** Moments that are put in, each on a day of its own. */
const at = (day: number) => `2024-05-${String(day).padStart(2, '0')}T10:20:30.000Z`

const iso = (moment: unknown) => new Date(moment as Date).toISOString()

let portal: Portal
let jobs: Jobs
/** Grace Hopper, a portal administrator with every page. */
let admin: Browser
let adminId: number
let adminName: string
let harbor: number
let claims: number
let ines: MadeUser
let bo: MadeUser
/** A user without any rights. */
let cy: MadeUser
let carrier: number
let billing: number
let section: number
let page: number
let wharf: number
let biller: number

const owner = (text: string, values?: unknown[]) => portal.owner(text, values)
const idOf = async (text: string, values?: unknown[]) =>
  Number((await owner(`${text} returning id`, values))[0]?.['id'])

const endpoints = new Map(allEndpoints().map(({ endpoint }) => [endpoint.name, endpoint]))
const endpointOf = (name: string): Endpoint => {
  const found = endpoints.get(name)
  if (!found) throw new Error(`no call ${name}`)
  return found
}

beforeAll(async () => {
  portal = await startPortal()
  jobs = await drainedJobs(portal)
  const { users } = await makeWorld(portal)
  adminId = users.portalAdmin.id
  adminName = users.portalAdmin.userName
  await owner(
    `update users set first_name = 'Grace', last_name = 'Hopper', email = 'grace@portal.test' where id = $1`,
    [adminId],
  )
  admin = await openSession(portal, users.portalAdmin)
  const { make } = portal
  // No id is that of a row in another table, nor a count.
  for (const [index, { name }] of (
    await owner(
      `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and max_value > 100000000`,
    )
  ).entries())
    await owner('select setval($1, $2)', [name, (index + 1) * 10_000])
  harbor = await make.client({ name: 'Harbor Freight' })
  claims = await idOf(`insert into departments (name) values ('Claims')`)
  carrier = await idOf(`insert into sms_carriers (name, email_domain) values ('Tel', 'tel.test')`)
  const whole = (n: number, initial: string) => ({
    middle_initial: initial,
    work_phone: `312555010${n}`,
    work_extension: `7${n}`,
    home_phone: `312555020${n}`,
    mobile_phone: `312555030${n}`,
    fax: `312555040${n}`,
    sms_carrier_id: carrier,
    employee_id: `E-${n}`,
    ...Object.fromEntries(columnFieldList.map(({ name, wire }) => [columnOfField(name), `${wire}-${n}`])),
    client_id: harbor,
    agreed_to_texts_at: at(25),
  })
  ines = await make.user({
    ...whole(1, 'Q'),
    is_us_associate: true,
    second_factor_required: true,
    user_name: 'ines.h',
    first_name: 'Ines',
    last_name: 'Holm',
    email: 'ines@harbor.test',
    department_id: claims,
    created_at: at(1),
  })
  bo = await make.user({
    ...whole(2, 'R'),
    is_us_associate: true,
    sign_in_kind: 'federated',
    user_name: 'bo.k',
    first_name: 'Bo',
    last_name: 'Kern',
    email: 'bo@harbor.test',
    is_internal: true,
    created_at: at(2),
  })
  cy = await make.user({
    ...whole(3, 'S'),
    user_name: 'cy.l',
    first_name: 'Cy',
    last_name: 'Lund',
    email: 'cy@harbor.test',
    is_internal: true,
    second_factor_required: true,
    sign_in_kind: 'directory',
    created_at: at(26),
  })
  for (const [{ id }, day] of [
    [ines, 3],
    [bo, 4],
    [cy, 27],
  ] as const)
    await owner(
      `insert into user_sign_ins (user_id, last_signed_in_at) values ($1, $2)
       on conflict (user_id) do update set last_signed_in_at = excluded.last_signed_in_at`,
      [id, at(day)],
    )
  await owner(`update user_sign_ins set locked_until = clock_now() + interval '1 hour' where user_id = $1`, [ines.id])
  billing = await make.system({ name: 'Billing' })
  section = await make.section({ name: 'Money' })
  page = await make.page({ name: 'Invoices', system_id: billing, section_id: section })
  for (const [{ id }, day, isAdmin, isSensitive] of [
    [ines, 5, true, false],
    [bo, 6, false, true],
  ] as const)
    await owner(
      `insert into user_system_grants (user_id, system_id, is_admin, has_sensitive_data, valid_from) values ($1, $2, $3, $4, $5)`,
      [id, billing, isAdmin, isSensitive, at(day)],
    )
  await owner('insert into user_page_grants (user_id, page_id) values ($1, $2), ($3, $2)', [ines.id, page, bo.id])
  biller = await makeBiller()
  wharf = await idOf(`insert into customers (name, facility_code) values ('Wharf', 'EDH')`)
  for (const { id } of [ines, bo]) {
    await owner(`insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')`, [id])
    await owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [id, wharf])
  }
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

type Row = Readonly<Record<string, unknown>>
type Ids = Readonly<Record<string, unknown>>

/** The rows of a list that are about the test, as they come over the wire. */
async function rowsOf(
  name: string,
  isOurs: (row: Row) => boolean,
  { ids = {}, query = '' }: { ids?: Ids; query?: string } = {},
) {
  const { method, path } = endpointOf(name)
  const params = Object.fromEntries(
    Object.entries({ uid: adminId, ...ids }).map(([key, value]) => [key, String(value)]),
  )
  const answer = await admin.request(method, fillPath(path, params) + query, {
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })
  expect([name, answer.code]).toEqual([name, '200'])
  const data = answer.data as Row[] | { result: Row[] }
  return ('result' in data ? data.result : data).filter(isOurs)
}

/** A client with a user in each state of its directory, in the order of their last names, and those that it leaves out. */
async function peopleOfDirectory() {
  const clientId = await portal.make.client()
  const provide = (id: number, doc: object, isDeleted: boolean) =>
    owner(
      `insert into scim_users (client_id, user_id, doc, is_active, deleted_at)
       values ($1, $2, $3, true, case when $4 then clock_now() end)`,
      [clientId, id, JSON.stringify(doc), isDeleted],
    )
  const make = async (at: number, status: number) => {
    const [firstNm, lastNm, userNm] = [
      `First${3 - at}`,
      `Last${at}`,
      `directory.person${(at + 1) % 3}${at}.${clientId}`,
    ]
    const emailAddress = `p${at}@${clientId}.test`
    const names = { user_name: userNm, first_name: firstNm, last_name: lastNm, email: emailAddress }
    const { id } = await portal.make.user({ client_id: clientId, status, ...names })
    return { userId: id, userNm, firstNm, lastNm, emailAddress, accountCd: status === 1 ? 'active' : 'inactive' }
  }
  const people = [
    { ...(await make(0, 1)), stateCd: 'not-provided' },
    { ...(await make(1, 2)), stateCd: 'removed' },
    { ...(await make(2, 1)), stateCd: 'no-external-id' },
  ]
  await provide(people[1]?.userId ?? 0, { userName: `gone.${clientId}`, externalId: 'x-1' }, true)
  await provide(people[2]?.userId ?? 0, { userName: `unnamed.${clientId}` }, false)
  const { userId: provided } = await make(3, 1)
  await provide(provided, { userName: `named.${clientId}`, externalId: 'x-2' }, false)
  await portal.make.user({ client_id: clientId, status: 3, previous_status: 1 })
  return { clientId, people }
}

/** An exported sheet: its headings, and the rows that are about the test. */
async function sheet(
  name: string,
  body: object,
  isOurs: (row: string[]) => boolean,
  ids: Readonly<Record<string, string>> = {},
) {
  const { rows, status } = await sheetOf(admin, endpointOf(name), body, ids)
  expect(status).toBe(200)
  const [headings = [], ...others] = rows
  return others.filter(isOurs).map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index]])))
}

/** Every column is filled in some row, and no two columns have the same values in all rows. */
function expectDistinct(rows: readonly Row[], constant: readonly string[] = []): void {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !constant.includes(column))
  const valuesOf = (column: string) => JSON.stringify(rows.map((row) => row[column] ?? null))
  const empty = columns.filter((column) => rows.every((row) => row[column] === null || row[column] === ''))
  const groups = Map.groupBy(columns, valuesOf)
  expect([
    ...empty,
    ...[...groups.values()].filter(({ length }) => length > 1).map((same) => same.join(' = ')),
  ]).toEqual([])
}

const ofUser = (row: Row) => row['userNm'] === 'ines.h' || row['userNm'] === 'bo.k'
/** A set that gives Billing, which Bo Kern has by hand, too; returns its id. */
async function makeBiller(): Promise<number> {
  const setId = await idOf(
    `insert into permission_sets (client_id, name, owner_id, version) values ($1, 'Biller', $2, 7)`,
    [harbor, adminId],
  )
  await owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
    setId,
    billing,
    adminId,
  ])
  await owner('insert into permission_set_holders (set_id, user_id, granted_by) values ($1, $2, $3)', [
    setId,
    bo.id,
    adminId,
  ])
  return setId
}

const isInesOrBo = (row: string[]) => row.includes('ines.h') || row.includes('bo.k')
const both = (inesRow: Row, boRow: Row) => [inesRow, boRow]
const byName = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (String(b['userNm'] ?? b['User ID']) < String(a['userNm'] ?? a['User ID']) ? -1 : 1))

interface Case {
  /** The whole rows of the answer that are about the test. */
  got: readonly Row[]
  expected: readonly Row[]
  /** Columns that have one value in every installation. */
  constant?: readonly string[]
}

const personRow = (userId: number) =>
  userId === ines.id
    ? { userId, userNm: 'ines.h', firstNm: 'Ines', lastNm: 'Holm', employerNm: 'Harbor Freight' }
    : { userId, userNm: 'bo.k', firstNm: 'Bo', lastNm: 'Kern', employerNm: 'Harbor Freight' }

/** The columns of the user that `user-fields.ts` declares, by their headings. */
const fieldColumns = (n: number) =>
  Object.fromEntries(columnFieldList.map(({ heading, wire }) => [userFieldTexts[heading], `${wire}-${n}`]))

/** A finished report of who has access to Billing at the wharf. */
async function readyAccessReport(): Promise<number> {
  const asked = await admin.request(
    'POST',
    fillPath(endpointOf('requestAccessReport').path, { uid: String(adminId) }),
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userType: 'ALL', facilityCd: 'EDH', customerId: wharf, systemId: billing }),
    },
  )
  await jobs.drain()
  return asked.data as number
}

/** The rows of both users by heading. */
const reportedRows = (headings: readonly string[], rows: readonly (readonly (string | null)[])[]) =>
  byName(
    rows
      .map((cells) => Object.fromEntries(cells.map((cell, index) => [headings[index], cell])))
      .filter((row) => row['User ID'] === 'ines.h' || row['User ID'] === 'bo.k'),
  )

/** What a report has of both users; `timeOf` is a day of May as it is written. */
const accessReportRows = (timeOf: (day: number) => string) => [
  {
    'First name': 'Ines',
    'Last name': 'Holm',
    'User ID': 'ines.h',
    Email: 'ines@harbor.test',
    Employer: 'Harbor Freight',
    ...fieldColumns(1),
    Status: 'Locked',
    Type: 'External',
    Application: 'Billing',
    Rights: 'Access, Administrator',
    'Access through': 'Wharf',
    Source: 'by hand',
    Granted: timeOf(5),
    Added: timeOf(1),
    'Last sign-in': timeOf(3),
  },
  {
    'First name': 'Bo',
    'Last name': 'Kern',
    'User ID': 'bo.k',
    Email: 'bo@harbor.test',
    Employer: 'Harbor Freight',
    ...fieldColumns(2),
    Status: 'Active',
    Type: 'Internal',
    Application: 'Billing',
    Rights: 'Access, Sensitive data',
    'Access through': 'Wharf',
    Source: 'by hand, by set Biller v7',
    Granted: timeOf(6),
    Added: timeOf(2),
    'Last sign-in': timeOf(4),
  },
]

/** A set of Harbor Freight, of Bo Kern, by Grace Hopper, which Ines Holm has. */
async function makeSet(name: string, version: number) {
  const systemId = await portal.make.system({ name: `Ledger of ${name}` })
  const pageId = await portal.make.page({ name: `Entries of ${name}`, system_id: systemId, section_id: section })
  const setId = await idOf(
    `insert into permission_sets (client_id, name, description, owner_id, version) values ($1, $2, 'Books of values', $3, $4)`,
    [harbor, name, bo.id, version],
  )
  await owner(
    'insert into permission_set_items (set_id, system_id, page_id, granted_by) values ($1, $2, null, $4), ($1, $2, $3, $4)',
    [setId, systemId, pageId, adminId],
  )
  await owner(
    `insert into permission_set_holders (set_id, user_id, granted_by, valid_from, ends_at)
     values ($1, $2, $3, $4, '2099-06-01T10:00:00Z')`,
    [setId, ines.id, bo.id, at(17)],
  )
  return { setId, systemId, pageId }
}

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  exportUserListReport: async () => ({
    got: byName(await sheet('exportUserListReport', { userType: 'ALL', adminFlg: 'ALL', dateType: 'all' }, isInesOrBo)),
    expected: [
      {
        'First name': 'Ines',
        'Last name': 'Holm',
        'User ID': 'ines.h',
        Email: 'ines@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(1),
        Department: 'Claims',
        Status: 'Locked',
        Type: 'External',
        Administrator: 'Yes',
        'Added (UTC)': serial(1),
        'Last sign-in (UTC)': serial(3),
      },
      {
        'First name': 'Bo',
        'Last name': 'Kern',
        'User ID': 'bo.k',
        Email: 'bo@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(2),
        Department: '',
        Status: 'Active',
        Type: 'Internal',
        Administrator: 'No',
        'Added (UTC)': serial(2),
        'Last sign-in (UTC)': serial(4),
      },
    ],
  }),
  exportAccessReport: async () => ({
    got: byName(
      await sheet(
        'exportAccessReport',
        { userType: 'ALL', facilityCd: 'EDH', customerId: wharf, systemId: billing },
        isInesOrBo,
      ),
    ),
    expected: [
      {
        'First name': 'Ines',
        'Last name': 'Holm',
        'User ID': 'ines.h',
        Email: 'ines@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(1),
        Status: 'Locked',
        Type: 'External',
        Application: 'Billing',
        Rights: 'Access, Administrator',
        'Access through': 'Wharf',
        Source: 'by hand',
        'Granted (UTC)': serial(5),
        'Added (UTC)': serial(1),
        'Last sign-in (UTC)': serial(3),
      },
      {
        'First name': 'Bo',
        'Last name': 'Kern',
        'User ID': 'bo.k',
        Email: 'bo@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(2),
        Status: 'Active',
        Type: 'Internal',
        Application: 'Billing',
        Rights: 'Access, Sensitive data',
        'Access through': 'Wharf',
        Source: 'by hand, by set Biller v7',
        'Granted (UTC)': serial(6),
        'Added (UTC)': serial(2),
        'Last sign-in (UTC)': serial(4),
      },
    ],
  }),
  exportUsers: async () => ({
    got: byName(await sheet('exportUsers', { format: 'csv' }, isInesOrBo)),
    expected: [
      {
        'First name': 'Ines',
        'Last name': 'Holm',
        'User ID': 'ines.h',
        Email: 'ines@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(1),
        Status: 'Locked',
        'Last sign-in (UTC)': at(3),
      },
      {
        'First name': 'Bo',
        'Last name': 'Kern',
        'User ID': 'bo.k',
        Email: 'bo@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(2),
        Status: 'Active',
        'Last sign-in (UTC)': at(4),
      },
    ],
  }),
  'exportUsers as a workbook': async () => ({
    got: byName(await sheet('exportUsers', { format: 'xlsx' }, isInesOrBo)),
    expected: [
      {
        'First name': 'Ines',
        'Last name': 'Holm',
        'User ID': 'ines.h',
        Email: 'ines@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(1),
        Status: 'Locked',
        'Last sign-in (UTC)': serial(3),
      },
      {
        'First name': 'Bo',
        'Last name': 'Kern',
        'User ID': 'bo.k',
        Email: 'bo@harbor.test',
        Employer: 'Harbor Freight',
        ...fieldColumns(2),
        Status: 'Active',
        'Last sign-in (UTC)': serial(4),
      },
    ],
  }),
  listUsers: async () => {
    const same = {
      employerId: harbor,
      employerNm: 'Harbor Freight',
      smsCarrierId: carrier,
      agreeText: 'Y',
      loginSessionId: null,
    }
    const phones = (n: number) => ({
      workPhone: `312555010${n}`,
      workExt: `7${n}`,
      homePhone: `312555020${n}`,
      mobilePhnNbr: `312555030${n}`,
      faxNum: `312555040${n}`,
      employeeId: `E-${n}`,
      ...byColumnField(({ wire }) => `${wire}-${n}`),
    })
    const { employerNm: _, ...inesRow } = personRow(ines.id)
    const { employerNm: __, ...boRow } = personRow(bo.id)
    return {
      got: byName(await rowsOf('listUsers', (row) => ofUser(row) || row['userNm'] === 'cy.l')),
      expected: [
        {
          ...same,
          ...inesRow,
          ...phones(1),
          midInitial: 'Q',
          emailAddress: 'ines@harbor.test',
          departmentId: claims,
          userStatus: 1,
          acctLockedFlg: 'Y',
          internalUserFlg: 'N',
          usAssociate: 'Y',
          federatedUser: 'N',
          mfaEnabled: 'Y',
          idmuser: 'N',
          lastLoginDt: at(3),
          recordAddDt: at(1),
        },
        {
          ...same,
          userId: cy.id,
          userNm: 'cy.l',
          firstNm: 'Cy',
          lastNm: 'Lund',
          ...phones(3),
          midInitial: 'S',
          emailAddress: 'cy@harbor.test',
          departmentId: null,
          userStatus: 1,
          acctLockedFlg: 'N',
          internalUserFlg: 'Y',
          usAssociate: 'N',
          federatedUser: 'N',
          mfaEnabled: 'Y',
          idmuser: 'Y',
          lastLoginDt: at(27),
          recordAddDt: at(26),
        },
        {
          ...same,
          ...boRow,
          ...phones(2),
          midInitial: 'R',
          emailAddress: 'bo@harbor.test',
          departmentId: null,
          userStatus: 1,
          acctLockedFlg: 'N',
          internalUserFlg: 'Y',
          usAssociate: 'Y',
          federatedUser: 'Y',
          mfaEnabled: 'N',
          idmuser: 'N',
          lastLoginDt: at(4),
          recordAddDt: at(2),
        },
      ],
      constant: ['loginSessionId'],
    }
  },
  listTileUsers: async () => ({
    got: byName(await rowsOf('listTileUsers', ofUser, { ids: { tileId: section } })),
    expected: both(
      { ...personRow(ines.id), byHandFlg: 'Y' },
      { ...personRow(bo.id), byHandFlg: 'Y', permissionSets: [{ setNm: 'Biller', versionNr: 7 }] },
    ),
  }),
  listUserApplications: async () => {
    const ends = { [ines.id]: '2099-05-01T10:00:00.000Z', [bo.id]: '2099-05-02T10:00:00.000Z' }
    const endAt = (user: { id: number }, end: string | null) =>
      owner('update user_page_grants set ends_at = $3 where user_id = $1 and page_id = $2', [user.id, page, end])
    for (const user of [ines, bo]) await endAt(user, ends[user.id] ?? null)
    const got = byName(await rowsOf('listUserApplications', ofUser, { ids: { appId: page } }))
    for (const user of [ines, bo]) await endAt(user, null)
    const row = ({ id }: { id: number }) => ({ ...personRow(id), endDt: ends[id] })
    return { got, expected: both(row(ines), row(bo)) }
  },
  listClientApplications: async () => {
    const clientId = await portal.make.client()
    const people = await Promise.all([1, 2, 3].map(() => portal.make.user({ client_id: clientId })))
    const make = async (count: number, name: string, flags: { dispFlg: string; linkEnabledFlg: string }) => {
      const systemId = await portal.make.system({ name: `${name} system` })
      const sectionId = await portal.make.section()
      const isAssignable = count > 1
      const pageId = await portal.make.page({
        name,
        system_id: systemId,
        section_id: sectionId,
        is_displayed: flags.dispFlg === 'Y',
        is_link_enabled: flags.linkEnabledFlg === 'Y',
        is_assignable: isAssignable,
      })
      for (const user of people.slice(0, count))
        await portal.make.grant(user, isAssignable ? { systemId, pageId } : { systemId })
      const pageAssignableFlg = isAssignable ? 'Y' : 'N'
      const systemNm = `${name} system`
      return { pageId, pageNm: name, systemId, systemNm, sectionId, ...flags, pageAssignableFlg, userCnt: count }
    }
    const expected = [
      await make(3, 'Held most', { dispFlg: 'Y', linkEnabledFlg: 'N' }),
      await make(2, 'Held less', { dispFlg: 'N', linkEnabledFlg: 'Y' }),
      await make(1, 'Held least', { dispFlg: 'Y', linkEnabledFlg: 'Y' }),
    ]
    return { got: await rowsOf('listClientApplications', () => true, { ids: { clientId } }), expected }
  },
  listDirectoryRequests: async () => {
    const clientId = await portal.make.client()
    const make = async (method: string, status: number, reason: string | null, day: string) => {
      const at = `2030-01-0${day}T10:00:00Z`
      const path = `/Users/${method}`
      const user = reason && `user of ${method}`
      const requestId = await idOf(
        `insert into scim_requests (client_id, at, method, path, status, scim_type, detail, duration_ms, user_name, body)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          clientId,
          at,
          method,
          path,
          status,
          reason,
          reason && `is ${reason}`,
          status + 7,
          user,
          reason && `{${method}}`,
        ],
      )
      return {
        requestId,
        requestDt: iso(at),
        methodCd: method,
        pathTxt: path,
        statusCd: status,
        reasonCd: reason,
        reasonTxt: reason && `is ${reason}`,
        durationMs: status + 7,
        userNm: user,
        bodyTxt: reason && `{${method}}`,
      }
    }
    const expected = [
      await make('GET', 200, null, '1'),
      await make('POST', 409, 'uniqueness', '2'),
      await make('PUT', 400, 'invalidValue', '3'),
    ].toReversed()
    return { got: await rowsOf('listDirectoryRequests', () => true, { ids: { clientId } }), expected }
  },
  listDirectoryPeople: async () => {
    const { clientId, people } = await peopleOfDirectory()
    return { got: await rowsOf('listDirectoryPeople', () => true, { ids: { clientId } }), expected: people }
  },
  exportDirectoryPeople: async () => {
    const { clientId, people } = await peopleOfDirectory()
    const words: Record<string, string> = {
      'not-provided': 'Not provided',
      removed: 'Removed by the directory',
      'no-external-id': 'No external ID',
      active: 'Active',
      inactive: 'Inactive',
    }
    return {
      got: await sheet('exportDirectoryPeople', { format: 'csv' }, () => true, { clientId: String(clientId) }),
      expected: people.map(({ firstNm, lastNm, userNm, emailAddress, stateCd, accountCd }) => ({
        'First name': firstNm,
        'Last name': lastNm,
        'User ID': userNm,
        Email: emailAddress,
        Directory: words[stateCd],
        Account: words[accountCd],
      })),
    }
  },
  exportGroupPlan: async () => {
    const clientId = await portal.make.client()
    const groupId = await idOf('insert into scim_groups (client_id, doc) values ($1, $2)', [
      clientId,
      JSON.stringify({ displayName: 'Planned' }),
    ])
    const systemId = await portal.make.system({ name: 'Plan system' })
    const gainedId = await portal.make.system({ name: 'Gained system' })
    const pageId = await portal.make.page({
      name: 'Plan page',
      system_id: systemId,
      section_id: await portal.make.section(),
    })
    const setId = await idOf('insert into permission_sets (client_id, name, owner_id) values ($1, $2, $3)', [
      clientId,
      'Plan set',
      adminId,
    ])
    await owner('insert into scim_group_sets (client_id, group_id, set_id, granted_by) values ($1, $2, $3, $4)', [
      clientId,
      groupId,
      setId,
      adminId,
    ])
    const names = { client_id: clientId, user_name: 'pia.p', first_name: 'Pia', last_name: 'Park' }
    const user = await portal.make.user(names)
    await owner(
      `with provided as (
         insert into scim_users (client_id, user_id, doc, is_active) values ($1, $2, '{"userName": "pia"}', true) returning id)
       insert into scim_group_members (client_id, group_id, member_id) select $1, $3, id from provided`,
      [clientId, user.id, groupId],
    )
    await owner('insert into permission_set_holders (set_id, user_id, by_group) values ($1, $2, true)', [
      setId,
      user.id,
    ])
    for (const ofPage of [null, pageId])
      await owner(
        'insert into scim_group_grants (client_id, group_id, system_id, page_id, granted_by) values ($1, $2, $3, $4, $5)',
        [clientId, groupId, systemId, ofPage, adminId],
      )
    await owner('insert into user_system_grants (user_id, system_id, by_group) values ($1, $2, true)', [
      user.id,
      systemId,
    ])
    await owner('insert into user_page_grants (user_id, page_id, by_group) values ($1, $2, true)', [user.id, pageId])
    const of = { 'Last name': 'Park', 'First name': 'Pia', 'User ID': 'pia.p' }
    const loses = { ...of, Change: 'Loses' }
    return {
      got: await sheet(
        'exportGroupPlan',
        { systemIds: [gainedId], pageIds: [], setIds: [], format: 'csv' },
        () => true,
        {
          clientId: String(clientId),
          groupId: String(groupId),
        },
      ),
      expected: [
        { ...loses, Application: '', Page: '', 'Permission set': 'Plan set' },
        { ...loses, Application: 'Plan system', Page: '', 'Permission set': '' },
        { ...loses, Application: 'Plan system', Page: 'Plan page', 'Permission set': '' },
        { ...of, Change: 'Gains', Application: 'Gained system', Page: '', 'Permission set': '' },
      ],
    }
  },
  listDirectoryGroups: async () => {
    const clientId = await portal.make.client()
    const make = async (name: string, version: number, memberCnt: number) => {
      const groupId = await idOf('insert into scim_groups (client_id, doc, access_version) values ($1, $2, $3)', [
        clientId,
        JSON.stringify({ displayName: name }),
        version,
      ])
      const systemNm = `${name} system`
      const systemId = await portal.make.system({ name: systemNm })
      const pageNm = `${name} page`
      const pageId = await portal.make.page({
        name: pageNm,
        system_id: systemId,
        section_id: await portal.make.section(),
      })
      const mayGive = version > 3
      const giver = mayGive ? adminId : ines.id
      for (const ofPage of [null, pageId])
        await owner(
          'insert into scim_group_grants (client_id, group_id, system_id, page_id, granted_by) values ($1, $2, $3, $4, $5)',
          [clientId, groupId, systemId, ofPage, giver],
        )
      const setId = await idOf('insert into permission_sets (client_id, name, owner_id) values ($1, $2, $3)', [
        clientId,
        `${name} set`,
        adminId,
      ])
      await owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
        setId,
        systemId,
        adminId,
      ])
      await owner('insert into scim_group_sets (client_id, group_id, set_id, granted_by) values ($1, $2, $3, $4)', [
        clientId,
        groupId,
        setId,
        giver,
      ])
      for (let left = memberCnt; left > 0; left--) {
        const user = await portal.make.user({ client_id: clientId })
        await owner(
          `with provided as (
             insert into scim_users (client_id, user_id, doc, is_active) values ($1, $2, $3, true) returning id)
           insert into scim_group_members (client_id, group_id, member_id) select $1, $4, id from provided`,
          [clientId, user.id, JSON.stringify({ userName: user.userName }), groupId],
        )
      }
      const [named] = await owner(`select first_name || ' ' || last_name as name from users where id = $1`, [giver])
      const of = { systemId, systemNm, givenFlg: mayGive ? 'Y' : 'N', givenByNm: named?.['name'] }
      return {
        groupId,
        groupNm: name,
        memberCnt,
        version,
        items: [
          { ...of, pageId: null, pageNm: null },
          { ...of, pageId, pageNm },
        ],
        sets: [{ setId, setNm: `${name} set`, givenFlg: of.givenFlg, givenByNm: of.givenByNm }],
      }
    }
    const expected = [await make('Clerks', 3, 2), await make('Leads', 5, 1)]
    return { got: await rowsOf('listDirectoryGroups', () => true, { ids: { clientId } }), expected }
  },
  listPermissionSets: async () => {
    const { setId, systemId, pageId } = await makeSet('Clerk of values', 5)
    const of = { systemId, systemNm: 'Ledger of Clerk of values', givenFlg: 'Y', givenByNm: 'Grace Hopper' }
    return {
      got: await rowsOf('listPermissionSets', (row) => row['setId'] === setId),
      expected: [
        {
          setId,
          setNm: 'Clerk of values',
          descriptionTxt: 'Books of values',
          requestableFlg: 'N',
          clientId: harbor,
          clientNm: 'Harbor Freight',
          ownerNm: 'Bo Kern',
          holderCnt: 1,
          items: [
            { ...of, pageId: null, pageNm: null },
            { ...of, pageId, pageNm: 'Entries of Clerk of values' },
          ],
          versionNr: 5,
          mayChangeFlg: 'Y',
        },
      ],
    }
  },
  listPermissionSetHolders: async () => {
    const { setId } = await makeSet('Holders of values', 6)
    return {
      got: await rowsOf('listPermissionSetHolders', () => true, { ids: { setId } }),
      expected: [
        {
          userId: ines.id,
          userNm: 'ines.h',
          firstNm: 'Ines',
          lastNm: 'Holm',
          employerNm: 'Harbor Freight',
          givenDt: at(17),
          endDt: '2099-06-01T10:00:00.000Z',
          givenByNm: 'Bo Kern',
          groupNms: [],
        },
      ],
    }
  },
  exportPermissionSetHolders: async () => {
    const { setId } = await makeSet('Exported holders of values', 8)
    return {
      got: await sheet('exportPermissionSetHolders', { format: 'csv' }, isInesOrBo, { setId: String(setId) }),
      expected: [
        {
          User: 'Ines Holm',
          'User ID': 'ines.h',
          Employer: 'Harbor Freight',
          'Since (UTC)': at(17),
          'Until (UTC)': '2099-06-01T10:00:00.000Z',
          'Given by': 'Bo Kern',
          Group: '',
        },
      ],
      constant: ['Group'],
    }
  },
  listAccessHistory: async () => {
    const { id } = await portal.make.user({ client_id: await portal.make.client() })
    const vault = await portal.make.system({ name: 'Vault of history' })
    const [{ name: wharfs } = {}] = await owner("select name from facilities where code = 'KCW'")
    const grants = [
      await idOf(
        `insert into user_system_grants (user_id, system_id, is_admin, valid_from, valid_to, granted_by, closed_by)
         values ($1, $2, true, $3, $4, $5, $6)`,
        [id, billing, at(14), at(15), adminId, ines.id],
      ),
      await idOf(
        `insert into user_system_grants (user_id, system_id, has_sensitive_data, valid_from, granted_by)
         values ($1, $2, true, $3, $4)`,
        [id, vault, at(13), bo.id],
      ),
      await idOf(
        'insert into user_page_grants (user_id, page_id, valid_from, valid_to, ends_at) values ($1, $2, $3, $4, $4)',
        [id, page, at(12), at(16)],
      ),
      await idOf(
        `insert into user_facility_grants (user_id, facility_code, all_customers, valid_from, ends_at)
         values ($1, 'KCW', true, $2, '2099-05-01T10:00:00Z')`,
        [id, at(11)],
      ),
    ]
    const row = (index: number, kind: number, values: Row): Row => ({
      grantId: (grants[index] ?? 0) * 4 + kind,
      ofNm: null,
      adminFlg: 'N',
      sensitiveDataAccessFlg: 'N',
      allCustomersFlg: 'N',
      currentFlg: 'Y',
      givenByNm: null,
      endedByNm: null,
      beginningCd: 'portal',
      endingCd: null,
      endDt: null,
      ...values,
    })
    return {
      got: await rowsOf('listAccessHistory', () => true, { ids: { userId: id } }),
      expected: [
        row(0, 0, {
          kindCd: 'system',
          nameTxt: 'Billing',
          adminFlg: 'Y',
          beginDt: at(14),
          endDt: at(15),
          currentFlg: 'N',
          givenByNm: 'Grace Hopper',
          endedByNm: 'Ines Holm',
          beginningCd: 'hand',
          endingCd: 'hand',
        }),
        row(1, 0, {
          kindCd: 'system',
          nameTxt: 'Vault of history',
          sensitiveDataAccessFlg: 'Y',
          beginDt: at(13),
          givenByNm: 'Bo Kern',
          beginningCd: 'hand',
        }),
        row(2, 1, {
          kindCd: 'page',
          nameTxt: 'Invoices',
          ofNm: 'Billing',
          beginDt: at(12),
          endDt: at(16),
          currentFlg: 'N',
          endingCd: 'date',
        }),
        row(3, 2, {
          kindCd: 'facility',
          nameTxt: String(wharfs),
          allCustomersFlg: 'Y',
          beginDt: at(11),
          endDt: '2099-05-01T10:00:00.000Z',
        }),
      ],
    }
  },
  listAnnouncementPersons: async () => ({
    got: byName(await rowsOf('listAnnouncementPersons', ofUser, { query: '?nm=harbor' })),
    expected: both(personRow(ines.id), personRow(bo.id)),
  }),
  listAccessRequests: async () => {
    const id = await idOf(
      `insert into access_requests (user_id, page_id, reason, requested_at, state, ended_at, decided_by, decision_reason, access_ends_at)
       values ($1, $2, 'For the audit', $3, 'granted', $4, $5, 'Until summer', $6)`,
      [ines.id, page, at(7), at(8), adminId, at(9)],
    )
    // Two colleagues, one of whom has the page; the other lists don't know them.
    const beside = { client_id: harbor, department_id: claims }
    const colleagues = [await portal.make.user(beside), await portal.make.user(beside)]
    await portal.make.grant(colleagues[0] ?? ines, { systemId: billing, pageId: page })
    const got = await rowsOf('listAccessRequests', ofUser, { query: '?stateCd=decided' })
    await owner('update users set department_id = null, client_id = $2 where id = any ($1)', [
      colleagues.map((each) => each.id),
      await portal.make.client(),
    ])
    return {
      got,
      expected: [
        {
          accessRequestId: id,
          ...personRow(ines.id),
          departmentNm: 'Claims',
          colleagueCnt: 2,
          colleagueAccessCnt: 1,
          pageNm: 'Invoices',
          systemNm: 'Billing',
          givesList: [],
          reasonTxt: 'For the audit',
          requestStateCd: 'granted',
          requestedDt: at(7),
          decidedDt: at(8),
          decidedByNm: 'Grace Hopper',
          decisionTxt: 'Until summer',
          endDt: at(9),
        },
      ],
    }
  },
  listEnhancementRequests: async () => {
    const id = await idOf(
      `insert into enhancement_requests (user_id, client_id, section_id, comment, wants_contact, state, answer, created_at)
       values ($1, $2, $3, 'Sort by amount', true, 'planned', 'In autumn', $4)`,
      [ines.id, harbor, section, at(10)],
    )
    await owner(`update enhancement_requests set answer = 'In spring' where id = $1`, [id])
    const [row] = await owner('select version from enhancement_requests where id = $1', [id])
    return {
      got: await rowsOf('listEnhancementRequests', ({ requestNo }) => requestNo === id),
      expected: [
        {
          requestNo: id,
          userId: ines.id,
          firstNm: 'Ines',
          lastNm: 'Holm',
          employerId: harbor,
          employerNm: 'Harbor Freight',
          sectionNm: 'Money',
          comment: 'Sort by amount',
          contactMeFlag: 'Y',
          emailAddress: 'ines@harbor.test',
          workPhone: '3125550101',
          requestState: 'planned',
          answerTxt: 'In spring',
          createdDt: at(10),
          version: row?.['version'],
        },
      ],
    }
  },
  ...reviewCases(),
  ...deletedUserCases(),
  ...auditCases(),
  listServiceAccounts: async () => {
    const id = await idOf(
      `insert into service_accounts (name, owner_id, client_id, scopes, allowed_networks, ends_at, version,
         changed_by, changed_at, revoked_at)
       values ('Payroll', $1, $2, '{users:read}', '{10.1.0.0/16}', clock_now() + interval '200 days', 7, $3,
         clock_now() - interval '5 days', clock_now() - interval '5 days')`,
      [bo.id, harbor, ines.id],
    )
    const token = (prefix: string, ends: number, used: number) =>
      idOf(
        `insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at, last_used_at)
         values ($1, $2, 'h', clock_now() + $3 * interval '1 day', clock_now() - $4 * interval '1 day')`,
        [id, prefix, ends, used],
      )
    const ids = [await token('portico_first000', 100, 3), await token('portico_second00', 150, 2)]
    const [account] = await owner('select ends_at, revoked_at from service_accounts where id = $1', [id])
    const tokens = await owner('select expires_at, last_used_at from service_tokens where id = any($1) order by id', [
      ids,
    ])
    const tokenList = tokens.map((row, index) => ({
      serviceTokenId: ids[index],
      prefixTxt: index === 0 ? 'portico_first000' : 'portico_second00',
      expireDt: iso(row['expires_at']),
      lastUsedDt: iso(row['last_used_at']),
    }))
    return {
      got: await rowsOf('listServiceAccounts', ({ serviceAccountId }) => serviceAccountId === id),
      expected: [
        {
          serviceAccountId: id,
          serviceAccountNm: 'Payroll',
          clientNm: 'Harbor Freight',
          ownerId: bo.id,
          ownerNm: 'bo.k',
          scopeList: ['users:read'],
          networkList: ['10.1.0.0/16'],
          endDt: iso(account?.['ends_at']),
          expireDt: tokenList[1]?.expireDt,
          lastUsedDt: tokenList[1]?.lastUsedDt,
          stateCd: 'ended',
          revokedDt: iso(account?.['revoked_at']),
          revokedByNm: 'Ines Holm',
          tokenList,
          version: 7,
        },
      ],
    }
  },
  listWebhooks: async () => {
    const id = await idOf(
      `insert into webhooks (name, address, owner_id, client_id, kinds, format, audience, subject_format, sealed_secret,
         sealed_former_secret, former_secret_until, position, delivered_at, failing_since, version)
       values ('Ledger', 'https://ledger.test/in', $1, $2, '{session-revoked}', 'signals', 'ledger', 'iss_sub', null, 'test.y',
         clock_now() + interval '5 hours', 0, clock_now() - interval '3 hours', clock_now() - interval '2 hours', 7)`,
      [bo.id, harbor],
    )
    await owner(
      `insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject)
       select $1, n, n, 'user_updated', 'user/1' from generate_series(1, 4) n`,
      [id],
    )
    const [row] = await owner('select delivered_at, failing_since, former_secret_until from webhooks where id = $1', [
      id,
    ])
    return {
      got: await rowsOf('listWebhooks', ({ webhookId }) => webhookId === id),
      expected: [
        {
          webhookId: id,
          webhookNm: 'Ledger',
          formatCd: 'signals',
          addressTxt: 'https://ledger.test/in',
          clientId: harbor,
          clientNm: 'Harbor Freight',
          ownerId: bo.id,
          ownerNm: 'bo.k',
          eventList: ['session-revoked'],
          audienceTxt: 'ledger',
          subjectCd: 'iss_sub',
          authorizationFlg: 'N',
          enabledFlg: 'Y',
          // Bo is no portal administrator.
          stateCd: 'stopped',
          failingSinceDt: iso(row?.['failing_since']),
          deliveredDt: iso(row?.['delivered_at']),
          waitingCnt: 4,
          formerSecretUntilDt: iso(row?.['former_secret_until']),
          version: 7,
        },
      ],
    }
  },
  listWebhookDeliveries: async () => {
    const id = Number((await owner(`select id from webhooks where name like 'A webhook%' limit 1`))[0]?.['id'])
    const delivery = await idOf(
      `insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject, attempts, status,
         error, duration_ms, attempted_at, next_attempt_at)
       values ($1, 41, 42, 'user_deleted', 'user/1', 3, 503, 'timeout', 71, clock_now() - interval '1 hour',
         clock_now() + interval '1 hour')`,
      [id],
    )
    const [row] = await owner(
      'select created_at, attempted_at, next_attempt_at from webhook_deliveries where id = $1',
      [delivery],
    )
    return {
      got: await rowsOf('listWebhookDeliveries', ({ deliveryId }) => deliveryId === delivery, {
        ids: { webhookId: id },
      }),
      expected: [
        {
          deliveryId: delivery,
          createdDt: iso(row?.['created_at']),
          eventCd: 'user_deleted',
          auditEventId: 42,
          stateCd: 'waiting',
          attemptCnt: 3,
          attemptDt: iso(row?.['attempted_at']),
          nextAttemptDt: iso(row?.['next_attempt_at']),
          statusNo: 503,
          errorCd: 'timeout',
          durationMs: 71,
        },
      ],
    }
  },
  listUndeliveredMails: async () => {
    const id = await idOf(
      `insert into outbox_mails (dedupe_key, to_address, template, state, last_error, client_id, created_at, attempts, next_attempt_at)
       values ('values', 'kim@harbor.test', 'announcement', 'waiting', '451 try later', $1, clock_now() - interval '2 hours', 4,
               clock_now() + interval '1 hour')`,
      [harbor],
    )
    const [row] = await owner('select created_at, next_attempt_at from outbox_mails where id = $1', [id])
    return {
      got: await rowsOf('listUndeliveredMails', ({ mailId }) => mailId === id),
      expected: [
        {
          mailId: id,
          kindTxt: 'Announcement',
          toAddress: 'kim@harbor.test',
          clientNm: 'Harbor Freight',
          createdDt: iso(row?.['created_at']),
          stateCd: 'retrying',
          attemptsCnt: 4,
          nextAttemptDt: iso(row?.['next_attempt_at']),
          lastErrorTxt: '451 try later',
          sendAgainFlg: 'N',
        },
      ],
    }
  },
  listJobRuns: async () => {
    const scheduleId = await idOf(
      `insert into job_schedules (code, name, cron) values ('seal-audit', 'Seal', '0 1 * * *')
       on conflict (code) do update set name = 'Seal'`,
    )
    const id = await idOf(
      `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result, message)
       values ('seal-audit', gen_random_uuid(), $1, $2, 'failed', 'The disk is full')`,
      [at(16), at(17)],
    )
    return {
      got: await rowsOf('listJobRuns', ({ jobRunId }) => jobRunId === id, { ids: { jobScheduleSetupId: scheduleId } }),
      expected: [
        { jobRunId: id, startedDt: at(16), endedDt: at(17), runStatus: 'failed', messageTxt: 'The disk is full' },
      ],
    }
  },
  listFiles: async () => {
    const file = await portal.make.publishedFile(
      { id: adminId },
      { stored_at: at(18), name: 'rates.pdf', extension: 'pdf' },
    )
    return {
      got: await rowsOf('listFiles', ({ fileNm }) => fileNm === 'rates.pdf'),
      expected: [
        {
          fileNm: 'rates.pdf',
          fileTypeTxt: 'pdf',
          fileSizeByteCnt: file.content.length,
          changedDt: at(18),
          unscannedFlg: 'N',
          fileId: file.id,
          changedByNm: 'Grace Hopper',
        },
      ],
    }
  },
  listDocuments: async () => {
    const document = await portal.make.document(
      { id: adminId },
      { name: 'plan.csv', created_at: at(19), stored_at: at(20) },
    )
    for (const _ of [1, 2, 3]) await portal.make.version(document)
    await portal.make.share(document, ines)
    await portal.make.share(document, bo)
    const [row] = await owner('select size_bytes from documents where id = $1', [document.id])
    return {
      got: await rowsOf('listDocuments', ({ documentId }) => documentId === document.id),
      expected: [
        {
          documentId: document.id,
          documentNm: 'plan.csv',
          documentTypeTxt: 'csv',
          documentSizeByteCnt: Number(row?.['size_bytes']),
          recordAddDt: at(20),
          versionCnt: 4,
          sharedCnt: 2,
          unscannedFlg: 'N',
        },
      ],
    }
  },
  listSharedDocuments: async () => {
    const document = await portal.make.document(ines, { name: 'offer.csv', stored_at: at(21) })
    const id = await portal.make.share(document, { id: adminId }, { shared_at: at(22), expires_on: '2099-03-04' })
    const [row] = await owner('select size_bytes from documents where id = $1', [document.id])
    const got = await rowsOf('listSharedDocuments', ({ documentShareDtlId }) => documentShareDtlId === id)
    const flat = ({ doc, ...share }: Row): Row => ({ ...share, ...(doc as Row) })
    return {
      got: got.map(flat),
      expected: [
        {
          documentShareDtlId: id,
          sharedDt: at(22),
          expireDt: '03/04/2099',
          documentId: document.id,
          documentNm: 'offer.csv',
          documentTypeTxt: 'csv',
          documentSizeByteCnt: Number(row?.['size_bytes']),
          recordAddDt: at(21),
          firstNm: 'Ines',
          lastNm: 'Holm',
          unscannedFlg: 'N',
        },
      ],
    }
  },
  listApplications: async () => {
    /** Flags by their columns; the flag at `index` of the page `row` is the bit `row` of `index + 1`. */
    const flags = [
      ['is_internal_only', 'internalUserPage'],
      ['is_displayed', 'dispFlg'],
      ['is_assignable', 'pageAssignableFlg'],
      ['is_link_enabled', 'linkEnabledFlg'],
      ['opens_in_new_window', 'openInNewWindowFlg'],
      ['requires_admin', 'admAccessRqrFlg'],
      ['is_external', 'externalAppFlg'],
      ['is_requestable', 'requestableFlg'],
    ] as const
    const isSet = (index: number, row: number) => (((index + 1) >> row) & 1) === 1
    const expected: Row[] = []
    for (const row of [0, 1, 2, 3]) {
      const name = `Rates ${row}`
      const pageId = await portal.make.page({
        ...Object.fromEntries(flags.map(([column], index) => [column, isSet(index, row)])),
        name,
        system_id: billing,
        section_id: section,
        location: `https://rates.example.test/${row}`,
        help_location: `https://help.example.test/${row}`,
      })
      expected.push({
        ...Object.fromEntries(flags.map(([, wire], index) => [wire, isSet(index, row) ? 'Y' : 'N'])),
        pageId,
        pageNm: name,
        system: { systemId: billing, systemNm: 'Billing' },
        section: { sectionId: section, sectionNm: 'Money' },
        ccPageLocationTxt: `https://rates.example.test/${row}`,
        ccHelpPageLocationTxt: `https://help.example.test/${row}`,
        protectedFlg: 'N',
        version: 1,
      })
    }
    return { got: await rowsOf('listApplications', () => true, { query: '?keyword=Rates' }), expected }
  },
  listAnnouncementReaderClients: async () => {
    const announcement = await portal.make.announcement({ audience: 'external' })
    await owner('insert into announcement_clients values ($1, $2)', [announcement, harbor])
    for (const n of [1, 2, 3]) await portal.make.user({ client_id: harbor, last_name: `Reader ${n}` })
    await owner(
      'insert into user_announcements (announcement_id, user_id, dismissed_at, dismissed_version) values ($1, $2, $3, 9)',
      [announcement, ines.id, at(23)],
    )
    return {
      got: await rowsOf('listAnnouncementReaderClients', () => true, { ids: { announcementId: announcement } }),
      expected: [{ clientId: harbor, clientNm: 'Harbor Freight', reachCnt: 4, readCnt: 1 }],
    }
  },
  listSystemAnnouncements: async () => {
    const announcement = await portal.make.announcement({
      title: 'Closed',
      message_html: '<p>On Monday</p>',
      language: 'en',
      translations: { de: { title: 'Geschlossen', message: '<p>Am Montag</p>' } },
      effective_from: '2024-06-01',
      effective_to: '2099-06-02',
      created_at: at(24),
      created_by: adminId,
      status: 'review',
      submitted_at: at(28),
      submitted_by: ines.id,
      sent_back_at: at(29),
      sent_back_by: bo.id,
      sent_back_note: 'Too long',
    })
    await owner('insert into announcement_clients values ($1, $2)', [announcement, harbor])
    await owner('insert into announcement_systems values ($1, $2)', [announcement, billing])
    await owner('insert into announcement_departments values ($1, $2)', [announcement, claims])
    const valueOf = async (code: string) =>
      (await owner('select id from classification_values where code = $1', [code]))[0]?.['id']
    const industry = await idOf(`insert into industries (name) values ('Ports')`)
    await owner('insert into announcement_industries values ($1, $2)', [announcement, industry])
    return {
      got: await rowsOf('listSystemAnnouncements', ({ announcementId }) => announcementId === announcement, {
        query: '?titleText=Closed',
      }),
      expected: [
        {
          announcementId: announcement,
          titleText: 'Closed',
          messageText: '<p>On Monday</p>',
          languageCd: 'en',
          translations: [{ languageCd: 'de', titleText: 'Geschlossen', messageText: '<p>Am Montag</p>' }],
          type: await valueOf('operational'),
          userType: await valueOf('all'),
          anncStatus: await valueOf('review'),
          effectiveFromDt: '06/01/2024',
          effectiveToDt: '06/02/2099',
          recordAddDt: at(24),
          recordAddBy: { firstNm: 'Grace', lastNm: 'Hopper' },
          systems: [{ systemId: billing, systemNm: 'Billing' }],
          verticalIndustries: [{ marketId: industry, marketNm: 'Ports' }],
          departments: [{ departmentId: claims, departmentNm: 'Claims' }],
          clients: [{ clientId: harbor, clientNm: 'Harbor Freight' }],
          review: {
            stateCd: 'sent_back',
            submittedById: ines.id,
            submittedByNm: 'Ines Holm',
            submittedDt: at(28),
            sentBackByNm: 'Bo Kern',
            sentBackDt: at(29),
            noteTxt: 'Too long',
          },
          version: 1,
        },
      ],
    }
  },
  listResourceTexts: async () => {
    const insert = `insert into resource_texts (key, client_id, content, changed_by, changed_at) values ('menu_home', $1, $2, $3, $4)`
    await owner(insert, [null, 'Start', adminId, at(15)])
    await owner(insert, [harbor, 'Quay', adminId, at(15)])
    return {
      got: await rowsOf('listResourceTexts', ({ textKey }) => textKey === 'menu_home', {
        query: `?words=menu_home&clientId=${harbor}`,
      }),
      expected: [
        {
          textKey: 'menu_home',
          areaCd: 'general',
          shippedTxt: 'Home',
          portalTxt: 'Start',
          clientTxt: 'Quay',
          version: 1,
          changedDt: at(15),
          changedByNm: 'Grace Hopper',
        },
      ],
    }
  },
  listBrandedClients: async () => {
    const images = ['c1', 'c2', 'c3', 'c4'].map((byte) => byte.repeat(32))
    await owner(`insert into brand_images (key, image) select key, '\\x89504e47' from unnest($1::text[]) key`, [images])
    const id = await idOf(
      `insert into branding_versions (client_id, mode, tile_color, button_color, logo_etag, logo_dark_etag,
         home_background_etag, login_background_etag, created_at, created_by)
       values ($1, 'custom', '112233', '445566', $2, $3, $4, $5, $6, $7)`,
      [harbor, ...images, at(30), adminId],
    )
    const [logo, dark, home, login] = images.map((key) => `/ccservices/images/branding/${key}`)
    return {
      got: await rowsOf('listBrandedClients', ({ clientId }) => clientId === harbor, { query: '?nm=Harbor' }),
      expected: [
        {
          clientId: harbor,
          clientNm: 'Harbor Freight',
          clientColorTxt: '#112233',
          clientPryButtonColorTxt: '#445566',
          clientLogoImg: logo,
          clientLogoDarkImg: dark,
          clientHomeBgImg: home,
          clientLoginPageBgImg: login,
          brandingModeCd: 'custom',
          versionNbr: id,
          changedByNm: 'Grace Hopper',
          changedDt: at(30),
        },
      ],
    }
  },
  listLicenses: async () => {
    const id = await idOf(
      `insert into license_texts (client_id, version, title, html, language, translations, created_at, created_by)
       values ($1, 7, 'Harbor terms', '<p>Tide.</p>', 'en', $2, $3, $4)`,
      [harbor, { de: { title: 'Hafen', html: '<p>Flut.</p>' } }, at(29), adminId],
    )
    return {
      got: await rowsOf('listLicenses', ({ licenseId }) => licenseId === id, { query: '?nm=Harbor' }),
      expected: [
        {
          licenseId: id,
          clientId: harbor,
          clientNm: 'Harbor Freight',
          version: 7,
          stateCd: 'in-force',
          titleTxt: 'Harbor terms',
          languageList: ['en', 'de'],
          createdDt: at(29),
          createdByNm: 'Grace Hopper',
        },
      ],
    }
  },
  listTileImages: async () => {
    await owner(
      `insert into section_images (section_id, etag, png, updated_at) values ($1, 'tide', '\\x89504e47', $2)`,
      [section, at(31)],
    )
    return {
      got: await rowsOf('listTileImages', ({ sectionId }) => sectionId === section, { query: '?nm=Money' }),
      expected: [
        {
          sectionId: section,
          sectionNm: 'Money',
          tileImage: `/ccservices/images/tiles/${section}.png?v=tide`,
          uploadedFlg: 'Y',
          changedDt: at(31),
          versionTxt: 'tide',
        },
      ],
    }
  },
  listNotificationTypeUsers: async () => {
    const type = await idOf(`insert into notification_types (name, display_order) values ('Rates', 61)`)
    await owner('insert into user_notification_types values ($1, $2)', [ines.id, type])
    return {
      got: await rowsOf('listNotificationTypeUsers', () => true, { ids: { notificationTypeId: type } }),
      expected: [{ notificationTypeId: type, userId: ines.id, userNm: 'ines.h' }],
    }
  },
  listAccountTypeRows: () =>
    reference(
      'listAccountTypeRows',
      'systemAccountTypeId',
      'system_account_types',
      { code: 'LOGIN', description: 'A login', system_id: billing },
      (id, version) => ({
        systemAccountTypeId: id,
        systemAccountTypeDescTxt: 'A login',
        systemAccountTypeCd: 'LOGIN',
        systemId: billing,
        systemNm: 'Billing',
        version,
      }),
    ),
  listApplicationConfigRows: () =>
    reference(
      'listApplicationConfigRows',
      'applicationConfigId',
      'application_settings',
      { key: 'rate.limit', value: '17', description: 'Of rates' },
      (id, version) => ({
        applicationConfigId: id,
        configNm: 'rate.limit',
        configValueTxt: '17',
        secretFlg: 'N',
        descriptionTxt: 'Of rates',
        version,
      }),
    ),
  listClassificationTypeRows: () =>
    reference(
      'listClassificationTypeRows',
      'classificationTypeId',
      'classification_types',
      { code: 'HARBOR_KIND', description: 'Kinds of harbors' },
      (id, version) => ({
        classificationTypeId: id,
        descriptionTxt: 'Kinds of harbors',
        classificationTypeCd: 'HARBOR_KIND',
        protectedFlg: 'N',
        version,
      }),
    ),
  listClassificationValueRows: async () => {
    const type = await idOf(
      `insert into classification_types (code, description) values ('BERTH_KIND', 'Kinds of berths')`,
    )
    return reference(
      'listClassificationValueRows',
      'clsVldValId',
      'classification_values',
      { type_id: type, medium_text: 'Deep berth', short_text: 'Deep', display_order: 23 },
      (id, version) => ({
        clsVldValId: id,
        valueMediumNm: 'Deep berth',
        valueShortNm: 'Deep',
        classificationTypeId: type,
        displayOrderSeqCnt: 23,
        classificationTypeTxt: 'Kinds of berths',
        protectedFlg: 'N',
        version,
      }),
    )
  },
  listDepartmentRows: () =>
    reference('listDepartmentRows', 'departmentId', 'departments', { name: 'Towage' }, (id, version) => ({
      departmentId: id,
      departmentNm: 'Towage',
      version,
    })),
  listFacilityRows: async () => {
    await owner(`insert into facilities (code, name, has_hierarchy) values ('QUAY', 'The quay', true)`)
    return {
      got: await rowsOf('listFacilityRows', ({ facilityCd }) => facilityCd === 'QUAY'),
      expected: [{ facilityCd: 'QUAY', facilityNm: 'The quay', hierarchyFlg: 'Y', version: 1 }],
    }
  },
  listInternalDomainRows: async () => {
    await owner(`insert into internal_domains (domain) values ('quay.test')`)
    return {
      got: await rowsOf('listInternalDomainRows', ({ domainNm }) => domainNm === 'quay.test'),
      expected: [{ domainNm: 'quay.test', version: 1 }],
    }
  },
  listNotificationTypeRows: () =>
    reference(
      'listNotificationTypeRows',
      'notificationTypeId',
      'notification_types',
      { name: 'Tides', description: 'Of tides', display_order: 62, is_text_message: true },
      (id, version) => ({
        notificationTypeId: id,
        notificationTypeNm: 'Tides',
        descriptionTxt: 'Of tides',
        displayOrderSeqCnt: 62,
        textMessageFlg: 'Y',
        protectedFlg: 'N',
        version,
      }),
    ),
  listPasswordRuleRows: async () => {
    await owner(`delete from password_rules where type_code = 'MIN_LENGTH'`)
    return reference(
      'listPasswordRuleRows',
      'phraseCompRuleId',
      'password_rules',
      { rule_text: 'Nineteen at least', type_code: 'MIN_LENGTH', value: 19, display_order: 63 },
      (id, version) => ({
        phraseCompRuleId: id,
        ruleTxt: 'Nineteen at least',
        typeCd: 'MIN_LENGTH',
        value: 19,
        displayOrderSeqCnt: 63,
        version,
      }),
    )
  },
  listSecurityQuestionRows: () =>
    reference(
      'listSecurityQuestionRows',
      'securityQuestionId',
      'security_questions',
      { question: 'Which port?', display_order: 64 },
      (id, version) => ({
        securityQuestionId: id,
        securityQuestionDscTxt: 'Which port?',
        displayOrderSeqCnt: 64,
        version,
      }),
    ),
  listEntitlementConfigRows: async () => {
    await owner(
      `insert into entitlement_report_settings (client_id, client_code, is_enabled) values ($1, 'HF', true)`,
      [harbor],
    )
    return {
      got: await rowsOf('listEntitlementConfigRows', ({ employerId }) => employerId === harbor),
      expected: [{ employerId: harbor, clientCd: 'HF', enableFlg: 'Y', employerNm: 'Harbor Freight', version: 1 }],
    }
  },
  listSessionTimeoutRows: async () => {
    await owner(`update clients set idle_minutes = 25, timeout_changed_by = $2 where id = $1`, [harbor, adminId])
    const [row] = await owner('select timeout_version as version from clients where id = $1', [harbor])
    return {
      got: await rowsOf('listSessionTimeoutRows', ({ employerId }) => employerId === harbor),
      expected: [
        { employerId: harbor, timeoutMinutesCnt: 25, employerNm: 'Harbor Freight', version: row?.['version'] },
      ],
    }
  },
  'the page of a report': async () => {
    const reportId = await readyAccessReport()
    const { data } = await admin.send(getReportAddress, { params: { uid: adminId, reportId } })
    const { text } = await admin.request('GET', `${String(data)}&whole=Y`, {
      without: ['authorization', 'x-csrf-token'],
    })
    const cells = (row: string, tag: string) =>
      [...row.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'g'))].map(([, cell = '']) =>
        cell.replace(/<[^>]+>/g, ''),
      )
    const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row)
    return {
      got: reportedRows(
        cells(rows[0] ?? '', 'th'),
        rows.slice(1).map((row) => cells(row, 'td')),
      ),
      expected: accessReportRows((day) => `05/0${day}/2024, 5:20 AM`),
    }
  },
  listReportRows: async () => {
    const params = { uid: adminId, reportId: await readyAccessReport() }
    const { columns } = await admin.call(getReport, { params })
    const rows = await admin.call(listReportRows, { params, query: { printFlg: true } })
    return {
      got: reportedRows(
        columns.map(({ headingTxt }) => headingTxt),
        rows.map(({ cells }) => cells),
      ),
      expected: accessReportRows((day) => `2024-05-0${day}T10:20:30.000Z`),
    }
  },
  listSmsCarrierRows: () =>
    reference(
      'listSmsCarrierRows',
      'smsCarrierId',
      'sms_carriers',
      { name: 'Tel One', email_domain: 'one.test', is_active: false },
      (id, version) => ({
        smsCarrierId: id,
        smsCarrierNm: 'Tel One',
        emailDomainTxt: 'one.test',
        activeFlg: 'N',
        version,
      }),
    ),
}

async function reference(
  name: string,
  key: string,
  table: string,
  columns: Row,
  expected: (id: number, version: unknown) => Row,
): Promise<Case> {
  const names = Object.keys(columns)
  const id = await idOf(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  )
  const [row] = await owner(`select version from ${table} where id = $1`, [id])
  return {
    got: await rowsOf(name, (each) => each[key] === id, { query: '?pageSize=60' }),
    expected: [expected(id, row?.['version'])],
  }
}

/** A review of Billing with a decided item, and the record of it. */
function reviewCases(): Record<string, () => Promise<Case>> {
  const review = async () => {
    const [known] = await owner('select id from access_reviews where system_id = $1', [billing])
    if (known) return Number(known['id'])
    const id = await idOf(
      `insert into access_reviews (system_id, started_by, started_at, due_at) values ($1, $2, $3, '2099-01-02T03:04:05Z')`,
      [billing, adminId, at(11)],
    )
    await owner(
      `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at, decision, decided_by, decided_at, is_by_hand, sources)
       values ($1, $2, $3, true, false, $4, 'ended', $5, $6, null, '{"sets": [], "groups": ["Fleet"]}'),
              ($1, $7, $3, false, true, $8, null, null, null, null, null)`,
      [id, ines.id, billing, at(5), adminId, at(12), bo.id, at(6)],
    )
    await owner(
      `with main as (
         insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
         values ($1, $2, $3, false, false, $4) returning id)
       update access_review_items set ended_with = main.id from main where review_id = $1 and user_id = $5`,
      [id, adminId, await portal.make.system({ name: 'Ledger of reviews' }), at(7), ines.id],
    )
    await owner(
      `insert into undo_offers (kind, user_id, snapshot, expires_at)
       values ('review decisions', $1, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('itemId', $2::int))), '2099-01-02')`,
      [adminId, await itemOf(ines)],
    )
    return id
  }
  /** An act of the administrator, with as many users in each state as its place says. */
  const act = async () => {
    const setId = await idOf(
      `insert into permission_sets (client_id, name, owner_id) values ($1, 'Season clerk', $2)`,
      [harbor, adminId],
    )
    const id = await idOf(
      `insert into access_changes (owner_id, client_id, kind, permissions, reason, is_fresh, state, session_id,
         request_id, address, created_at, ended_at, planned_at)
       select $1, client_id, 'end', $2, 'Season over', true, 'stopped', 1, 'request', '127.0.0.1', $3,
              '2099-01-02T03:04:05.000Z', $4 from users where id = $1`,
      [adminId, { system: [{ systemId: billing }], page: [{ pageId: page }], setIds: [setId] }, at(28), at(29)],
    )
    for (const [index, state] of ['waiting', 'changed', 'left-out', 'failed', 'undone', 'kept'].entries())
      for (let n = 0; n <= index; n++)
        await owner('insert into access_change_users (access_change_id, user_id, state) values ($1, $2, $3)', [
          id,
          (await portal.make.user()).id,
          state,
        ])
    return id
  }
  const itemOf = async ({ id }: MadeUser) =>
    (await owner('select id from access_review_items where user_id = $1 and system_id = $2', [id, billing]))[0]?.['id']
  return {
    listAccessChanges: async () => {
      const id = await act()
      return {
        got: await rowsOf('listAccessChanges', ({ accessChangeId }) => accessChangeId === id),
        expected: [
          {
            accessChangeId: id,
            kindCd: 'end',
            stateCd: 'stopped',
            applications: [
              { systemNm: 'Billing', pageNm: null },
              { systemNm: 'Billing', pageNm: 'Invoices' },
            ],
            setNms: ['Season clerk'],
            // Of hand-overs alone.
            leaverNm: null,
            recipientNm: null,
            reasonTxt: 'Season over',
            startedDt: at(28),
            plannedDt: at(29),
            startedByNm: 'Grace Hopper',
            userCnt: 21,
            waitingCnt: 1,
            changedCnt: 2,
            leftOutCnt: 3,
            failedCnt: 4,
            undoneCnt: 5,
            keptCnt: 6,
            undoUntilDt: '2099-01-03T03:04:05.000Z',
          },
        ],
        constant: ['leaverNm', 'recipientNm'],
      }
    },
    listAccessReviews: async () => {
      const id = await review()
      return {
        got: await rowsOf('listAccessReviews', ({ accessReviewId }) => accessReviewId === id),
        expected: [
          {
            accessReviewId: id,
            scopeCd: 'application',
            scopeNm: 'Billing',
            startedDt: at(11),
            startedByNm: 'Grace Hopper',
            dueDt: '2099-01-02T03:04:05.000Z',
            reviewStateCd: 'open',
            itemCnt: 3,
            openCnt: 1,
          },
        ],
      }
    },
    listReviewItems: async () => ({
      got: byName(await rowsOf('listReviewItems', ofUser, { ids: { accessReviewId: await review() } })),
      expected: [
        {
          accessReviewItemId: await itemOf(ines),
          ...personRow(ines.id),
          systemNm: 'Billing',
          adminFlg: 'Y',
          sensitiveDataAccessFlg: 'N',
          grantedDt: at(5),
          lastLoginDt: at(3),
          itemStateCd: 'ended',
          endedWithNm: 'Ledger of reviews',
          decidedDt: at(12),
          decidedByNm: 'Grace Hopper',
          mayDecideFlg: 'Y',
          groupNms: ['Fleet'],
          undoId: Number((await owner(`select id from undo_offers where kind = 'review decisions'`))[0]?.['id']),
        },
        {
          accessReviewItemId: await itemOf(bo),
          ...personRow(bo.id),
          systemNm: 'Billing',
          adminFlg: 'N',
          sensitiveDataAccessFlg: 'Y',
          byHandFlg: 'Y',
          permissionSets: [{ setId: biller, setNm: 'Biller', versionNr: 7 }],
          grantedDt: at(6),
          lastLoginDt: at(4),
          itemStateCd: 'pending',
          decidedDt: null,
          decidedByNm: null,
          mayDecideFlg: 'Y',
        },
      ],
    }),
    exportReviewItems: async () => ({
      got: byName(
        await sheet('exportReviewItems', { format: 'xlsx' }, isInesOrBo, { accessReviewId: String(await review()) }),
      ),
      expected: [
        {
          User: 'Ines Holm',
          'User ID': 'ines.h',
          Employer: 'Harbor Freight',
          Application: 'Billing',
          Rights: 'Access, Administrator',
          Source: 'by group Fleet',
          'Granted (UTC)': serial(5),
          'Last sign-in (UTC)': serial(3),
          Decision: 'Access ended with Ledger of reviews',
          'Decided by': 'Grace Hopper',
          'Decided (UTC)': serial(12),
        },
        {
          User: 'Bo Kern',
          'User ID': 'bo.k',
          Employer: 'Harbor Freight',
          Application: 'Billing',
          Rights: 'Access, Sensitive data',
          Source: 'by hand, by set Biller v7',
          'Granted (UTC)': serial(6),
          'Last sign-in (UTC)': serial(4),
          Decision: 'Not decided yet',
        },
      ],
    }),
  }
}

function deletedUserCases(): Record<string, () => Promise<Case>> {
  const leaver = async () => {
    const [known] = await owner(`select id from users where user_name = 'lea.v'`)
    if (known) return Number(known['id'])
    const { id } = await portal.make.user({
      user_name: 'lea.v',
      first_name: 'Lea',
      last_name: 'Vogt',
      email: 'lea@harbor.test',
      client_id: harbor,
      status: 3,
      status_changed_at: at(13),
      status_changed_by: adminId,
    })
    await owner(`insert into erasures (user_id, client_id, requested_at, due_at) values ($1, $2, $3, $4)`, [
      id,
      harbor,
      at(14),
      at(24),
    ])
    return id
  }
  return {
    listDeletedUsers: async () => {
      const id = await leaver()
      return {
        got: await rowsOf('listDeletedUsers', ({ userId }) => userId === id),
        expected: [
          {
            userId: id,
            userNm: 'lea.v',
            firstNm: 'Lea',
            lastNm: 'Vogt',
            emailAddress: 'lea@harbor.test',
            employerId: harbor,
            employerNm: 'Harbor Freight',
            deletedDt: at(13),
            deletedByNm: 'Grace Hopper',
            erasedFromDt: at(24),
            erasureRequestedDt: at(14),
            erasedByAgeDt: '2025-05-13T10:20:30.000Z',
          },
        ],
      }
    },
    exportDeletedUsers: async () => {
      await leaver()
      return {
        got: await sheet('exportDeletedUsers', { format: 'csv' }, (row) => row.includes('lea.v')),
        expected: [
          {
            'First name': 'Lea',
            'Last name': 'Vogt',
            'User ID': 'lea.v',
            Email: 'lea@harbor.test',
            Employer: 'Harbor Freight',
            'Deleted on (UTC)': at(13),
            'Deleted by': 'Grace Hopper',
            'Erased from (UTC)': at(24),
          },
        ],
      }
    },
  }
}

function auditCases(): Record<string, () => Promise<Case>> {
  const event = async () => {
    const [known] = await owner(`select id from audit_events where request_id = 'request-of-values'`)
    if (known) return Number(known['id'])
    return idOf(
      `insert into audit_events (event, at, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after, address, request_id)
       values ('user_updated', $1, $2, $3, $4, 'system', $5, '{"lastName": "Old"}', '{"lastName": "New"}', '192.0.2.77', 'request-of-values')`,
      [at(14), adminId, ines.id, harbor, String(billing)],
    )
  }
  return {
    listAuditEvents: async () => {
      const id = await event()
      return {
        got: await rowsOf('listAuditEvents', ({ auditEventId }) => auditEventId === id, {
          query: `?subjectId=${ines.id}`,
        }),
        expected: [
          {
            auditEventId: id,
            eventDt: at(14),
            eventCd: 'user_updated',
            actorId: adminId,
            actorNm: adminName,
            subjectId: ines.id,
            subjectNm: 'ines.h',
            clientId: harbor,
            clientNm: 'Harbor Freight',
            targetKindTxt: 'system',
            targetIdTxt: String(billing),
            targetNm: 'Billing',
            before: { lastName: 'Old' },
            after: { lastName: 'New' },
            addressTxt: '192.0.2.77',
            requestId: 'request-of-values',
          },
        ],
      }
    },
    exportAuditEvents: async () => {
      await event()
      return {
        got: await sheet('exportAuditEvents', { format: 'csv', subjectId: ines.id }, (row) =>
          row.includes('request-of-values'),
        ),
        expected: [
          {
            'Time (UTC)': at(14),
            Event: 'user_updated',
            Action: 'User changed',
            Actor: adminName,
            Subject: 'ines.h',
            Client: 'Harbor Freight',
            Target: 'System',
            'Target id': String(billing),
            'Target name': 'Billing',
            Before: '{"lastName":"Old"}',
            After: '{"lastName":"New"}',
            Address: '192.0.2.77',
            Request: 'request-of-values',
          },
        ],
      }
    },
  }
}

/** Files that are no list of what is stored. */
const otherSheets: readonly string[] = [
  'downloadOwnExport',
  'downloadPersonExport',
  'exportImportTemplate',
  'exportUserImport',
  'getErasureCertificate',
]

/** The declared lists, of which a query or a body names the page, and the exported ones. */
test('every list with pages and every export is here', () => {
  const hasPages = ({ query, body }: Endpoint) =>
    [query, body].some((part) => 'pageNo' in ((part as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}))
  const lists = [...endpoints.values()]
    .filter((each) => hasPages(each) || each.kind === 'attachment')
    .map(({ name }) => name)
  expect(lists.length).toBeGreaterThan(35)
  expect(lists.filter((name) => !(name in cases) && !otherSheets.includes(name))).toEqual([])
})

test.each(Object.keys(cases))('every column of %s has the value that was put in', async (name) => {
  const { got, expected, constant } = (await cases[name]?.()) ?? { got: [], expected: [] }
  expect(got).toEqual(expected)
  expectDistinct(expected, constant)
})
