import { REPORT_SORTED_ROWS } from '@portico/contract/reports/report-rules.ts'
import { type ReportColumn, reportRowList } from '@portico/contract/reports/report-records.ts'
import { columnFieldList } from '@portico/contract/users/user-fields.ts'
import { getReport, getReportAddress, listReportRows, requestAccessReport } from '@portico/contract/reports/reports.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs, reportAdmin } from '../../../test/reports.ts'
import type { Jobs } from '../../jobs/runner.ts'

/**
 * Each column with what a stored row has where a text stands in it, but those of codes and moments, and the last name,
 * by which rows are stored.
 */
const textColumns: readonly (readonly [ReportColumn, (text: string) => object])[] = reportRowList.columns
  .filter((column) => !/^(lastNm|userStatus|userType|rights)$|Dt$/.test(column))
  .map((column) => [column, (text) => holdingOf(column, text)])

function holdingOf(column: ReportColumn, text: string): object {
  if (column === 'through') return { hasAllCustomers: false, customerNames: text }
  if (column === 'source')
    return { isByHand: false, sources: { sets: [{ id: 1, name: text, version: 1 }], groups: [] } }
  const named: Partial<Record<ReportColumn, string>> = {
    firstNm: 'firstName',
    userNm: 'userName',
    emailAddress: 'email',
    employerNm: 'clientName',
    systemNm: 'systemName',
  }
  return { [named[column] ?? columnFieldList.find(({ wire }) => wire === column)?.name ?? column]: text }
}

const MANY = 120
/** Holds one customer; the others hold all of them. */
const OF_ACME_ALONE = 77

let portal: Portal
let jobs: Jobs
let admin: Browser
let billing: number
let ledger: number
let customerId: number

beforeAll(async () => {
  portal = await startPortal()
  jobs = await drainedJobs(portal)
  const { make } = portal
  const clients = await Promise.all(['Harbor', 'Atlas'].map((name) => make.client({ name })))
  const systems = await Promise.all(['Billing', 'Ledger'].map((name) => make.system({ name })))
  ;[billing = 0, ledger = 0] = systems
  const section = await make.section()
  for (const system of systems) await make.page({ system_id: system, section_id: section })
  const [row] = await portal.owner("insert into customers (name, facility_code) values ('Acme', 'EDH') returning id")
  customerId = Number(row?.['id'])
  for (let n = 1; n <= MANY; n++) {
    const user = await make.user({
      first_name: n % 2 ? 'Odd' : 'Even',
      last_name: `Holder ${String(n).padStart(3, '0')}`,
      client_id: clients[n % 3 ? 0 : 1],
      // Who was added last was given access first, so that the two dates have orders of their own.
      created_at: new Date(Date.UTC(2025, 0, MANY - n)),
    })
    await make.grant(user, { systemId: billing })
    if (n <= 10) await make.grant(user, { systemId: ledger })
    await portal.owner(
      "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', $2)",
      [user.id, n !== OF_ACME_ALONE],
    )
    if (n === OF_ACME_ALONE)
      await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [
        user.id,
        customerId,
      ])
    if (n <= 20)
      await portal.owner(
        `insert into user_sign_ins (user_id, last_signed_in_at) values ($1, clock_now() - $2::interval)
         on conflict (user_id) do update set last_signed_in_at = excluded.last_signed_in_at`,
        [user.id, n <= 5 ? '1 day' : n <= 12 ? '60 days' : '200 days'],
      )
  }
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})
beforeEach(async () => {
  admin = await reportAdmin(portal, { is_internal: true })
  await portal.owner('update user_system_grants set is_admin = true where user_id = $1 and system_id = 2', [
    admin.userId,
  ])
})

const own = (browser: Browser) => ({ uid: browser.userId ?? 0 })

async function readyReport(systemId = billing): Promise<number> {
  const body = { customerId, userType: 'ALL' as const, systemId }
  const reportId = await admin.call(requestAccessReport, { params: own(admin), body })
  await jobs.drain()
  return reportId
}

type Query = Parameters<typeof admin.call<typeof listReportRows>>[1] extends { query?: infer Q } ? Q : never

const rowsOf = async (reportId: number, query: Query = {}, browser = admin) =>
  browser.send(listReportRows, { params: { ...own(browser), reportId }, query })
const columnOf = async (reportId: number, column: ReportColumn, query: Query = {}) => {
  const { columns } = await admin.call(getReport, { params: { ...own(admin), reportId } })
  const at = columns.findIndex(({ columnCd }) => columnCd === column)
  const rows = await admin.call(listReportRows, { params: { ...own(admin), reportId }, query })
  return rows.map(({ cells }) => cells[at])
}
const holder = (n: number) => `Holder ${String(n).padStart(3, '0')}`

describe('the address of a finished report', () => {
  test('leads to its screen, once (S71, RPTS-062)', async () => {
    const reportId = await readyReport()
    const address = await admin.call(getReportAddress, { params: { ...own(admin), reportId } })
    const open = () => admin.request('GET', String(address), { without: ['authorization', 'x-csrf-token'] })
    const { status, headers } = await open()
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`/content-authenticated/administration/report/${reportId}`)
    // The form of the report watches its window, also over this answer.
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await open()).status).toBe(404)
  })
})

describe('a finished report', () => {
  test('tells me what it is about, its columns, and what its rows have in common', async () => {
    const reportId = await readyReport(1)
    const report = await admin.call(getReport, { params: { ...own(admin), reportId } })
    expect(report).toMatchObject({
      reportId,
      reportCd: 'user-access',
      reportNm: 'User Access Report',
      rowCnt: MANY + 10,
    })
    expect(report.criteria).toEqual([
      'Facility: EDH',
      'Customer: Acme',
      'Application: All Applications',
      'Active users',
      'Internal and external users',
    ])
    expect(report.columns.map(({ columnCd }) => columnCd).toSorted()).toEqual(reportRowList.columns.toSorted())
    expect(report.columns.find(({ columnCd }) => columnCd === 'emailAddress')).toEqual({
      columnCd: 'emailAddress',
      headingTxt: 'Email',
      kindCd: 'name',
    })
    expect(report.summary).toEqual({
      userCnt: MANY,
      systems: [
        { name: 'Billing', cnt: MANY },
        { name: 'Ledger', cnt: 10 },
      ],
      employers: [
        { name: 'Harbor', cnt: 87 },
        { name: 'Atlas', cnt: 43 },
      ],
      lastLogins: [
        { name: 'month', cnt: 5 },
        { name: 'quarter', cnt: 7 },
        { name: 'earlier', cnt: 8 },
        { name: 'never', cnt: 100 },
      ],
    })
  })

  test('is recorded as opened by me', async () => {
    const reportId = await readyReport()
    await admin.call(getReport, { params: { ...own(admin), reportId } })
    expect(
      await portal.owner("select actor_user_id from audit_events where event = 'report_opened' and target_id = $1", [
        String(reportId),
      ]),
    ).toEqual([{ actor_user_id: admin.userId }])
  })

  test('is recorded once as opened by me in a session that reads its rows by themselves, and each time I print', async () => {
    const reportId = await readyReport()
    const opened = () =>
      portal.owner(
        "select actor_user_id as by, after from audit_events where event = 'report_opened' and target_id = $1 order by id",
        [String(reportId)],
      )
    const by = admin.userId
    await rowsOf(reportId, { pageNo: 2 })
    expect(await opened()).toEqual([{ by, after: null }])
    await rowsOf(reportId)
    await admin.call(getReport, { params: { ...own(admin), reportId } })
    await rowsOf(reportId, { searchPattern: 'holder' })
    expect(await opened()).toHaveLength(2)
    for (let n = 0; n < 2; n++) await rowsOf(reportId, { printFlg: true })
    const printed = { by, after: { format: 'print' } }
    expect((await opened()).slice(2)).toEqual([printed, printed])
    await portal.owner("update audit_events set session_id = 0 where event = 'report_opened' and target_id = $1", [
      String(reportId),
    ])
    await rowsOf(reportId)
    expect(await opened()).toHaveLength(5)
  })

  test('has no summary where an earlier version has generated it', async () => {
    const reportId = await readyReport()
    await portal.owner('update reports set summary = null where id = $1', [reportId])
    expect((await admin.call(getReport, { params: { ...own(admin), reportId } })).summary).toBeNull()
  })

  test('is nobody else’s, and is not there before it is ready (S71)', async () => {
    const reportId = await readyReport()
    const other = await reportAdmin(portal, { is_internal: true })
    for (const endpoint of [getReport, listReportRows])
      expect((await other.send(endpoint, { params: { ...own(other), reportId } })).status).toBe(404)
    await portal.owner("update reports set state = 'running' where id = $1", [reportId])
    for (const endpoint of [getReport, listReportRows])
      expect((await admin.send(endpoint, { params: { ...own(admin), reportId } })).status).toBe(404)
  })

  test('is refused once I have lost its page (S71)', async () => {
    const reportId = await readyReport()
    await portal.owner(
      `update user_page_grants set valid_to = clock_now()
        where user_id = $1 and page_id = (select id from pages where name = 'User Access Report' and system_id = 2)`,
      [admin.userId],
    )
    for (const endpoint of [getReport, listReportRows])
      expect((await admin.send(endpoint, { params: { ...own(admin), reportId } })).status).toBe(403)
  })
})

describe('the rows of a finished report', () => {
  test('come page by page in their own order, over the ends of what is stored together', async () => {
    const reportId = await readyReport()
    const seen: unknown[] = []
    for (let pageNo = 1; pageNo <= 9; pageNo++) seen.push(...(await columnOf(reportId, 'lastNm', { pageNo })))
    expect(seen).toEqual(Array.from({ length: MANY }, (_, index) => holder(index + 1)))
    const page = await rowsOf(reportId, { pageNo: 2, pageSize: 60 })
    expect(page.headers.get('x-total-count')).toBe(String(MANY))
    expect(page.data).toMatchObject(Array.from({ length: 60 }, (_, index) => ({ rowNo: index + 61 })))
    for (const beyond of [{ pageNo: 99 }, { pageNo: 100_000_000, pageSize: 60 as const }]) {
      const { data, headers } = await rowsOf(reportId, beyond)
      expect([data, headers.get('x-total-count')]).toEqual([[], String(MANY)])
    }
  })

  test.each(reportRowList.columns)('are sorted by %s, both ways', async (column) => {
    const reportId = await readyReport(1)
    const [ascending, descending] = await Promise.all(
      (['asc', 'desc'] as const).map((direction) =>
        admin.call(listReportRows, {
          params: { ...own(admin), reportId },
          query: { sort: column, direction, printFlg: true },
        }),
      ),
    )
    expect(ascending).toHaveLength(MANY + 10)
    const { columns } = await admin.call(getReport, { params: { ...own(admin), reportId } })
    const at = columns.findIndex(({ columnCd }) => columnCd === column)
    const valuesOf = (rows: typeof ascending = []) => rows.map(({ cells }) => cells[at] ?? null)
    const there = valuesOf(ascending).filter((cell) => cell !== null)
    // Status, type and rights have an order of their own, in which equal ones are together.
    const groups = (cells: readonly unknown[]) => cells.filter((cell, index) => cell !== cells[index - 1])
    expect(new Set(groups(there)).size).toBe(groups(there).length)
    expect(groups(valuesOf(descending).filter((cell) => cell !== null))).toEqual(groups(there).toReversed())
    // Those without a value come last, both ways.
    const missing = valuesOf(ascending).length - there.length
    for (const rows of [ascending, descending])
      expect(valuesOf(rows).slice(MANY + 10 - missing)).toEqual(Array.from({ length: missing }, () => null))
  })

  test.each(textColumns)(
    'are in the order of the lists by %s, in whatever letters they are',
    async (column, holding) => {
      const reportId = await readyReport(1)
      await portal.owner(
        `update report_chunks set rows = (select jsonb_agg(rows -> 0 || row) from jsonb_array_elements($2) row)
        where report_id = $1 and number = 0`,
        [reportId, JSON.stringify(['Fig', 'apple', 'éclair', 'Banana'].map(holding))],
      )
      await portal.owner('delete from report_chunks where report_id = $1 and number > 0', [reportId])
      const sorted = await columnOf(reportId, column, { sort: column })
      expect(sorted.map((cell) => /apple|Banana|éclair|Fig/.exec(cell ?? '')?.[0])).toEqual([
        'apple',
        'Banana',
        'éclair',
        'Fig',
      ])
    },
  )

  test('are found by a part of what they hold, an application and an employer, and counted', async () => {
    const reportId = await readyReport(1)
    expect(await columnOf(reportId, 'lastNm', { searchPattern: 'holder 01', systemNm: 'Ledger' })).toEqual([
      'Holder 010',
    ])
    const found = await rowsOf(reportId, {
      employerNm: 'Atlas',
      systemNm: 'Billing',
      sort: 'lastNm',
      direction: 'desc',
    })
    expect(found.headers.get('x-total-count')).toBe('40')
    expect(await columnOf(reportId, 'lastNm', { searchPattern: '100%' })).toEqual([])
    expect(await columnOf(reportId, 'lastNm', { searchPattern: 'acme' })).toEqual([holder(OF_ACME_ALONE)])
    expect((await rowsOf(reportId, { searchPattern: 'nobody' })).headers.get('x-total-count')).toBe('0')
  })

  test('of a large report come in their own order, and are neither sorted nor filtered', async () => {
    const reportId = await readyReport()
    await portal.owner('update reports set row_count = $2 where id = $1', [reportId, REPORT_SORTED_ROWS + 1])
    expect((await rowsOf(reportId, { pageNo: 8 })).data).toHaveLength(15)
    for (const query of [{ sort: 'firstNm' }, { searchPattern: 'x' }, { direction: 'desc', sort: 'lastNm' }] as const) {
      const { code, message } = await rowsOf(reportId, query)
      expect({ code, message }).toEqual({
        code: '422',
        message:
          'Reports with more than 20,000 rows can’t be sorted or filtered here. Generate the report with narrower criteria, or as a spreadsheet.',
      })
    }
  })
})
