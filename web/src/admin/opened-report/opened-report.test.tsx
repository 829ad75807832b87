import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getListPreferences, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { type Report, type ReportRow } from '@portico/contract/reports/report-records.ts'
import { getReport, getReportAddress, listReportRows } from '@portico/contract/reports/reports.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first one does not wait for it.
import './OpenedReportPage.tsx'
import { nameOfRow } from './opened-report-columns.tsx'

const report: Report = {
  reportId: 71,
  reportCd: 'user-access',
  reportNm: 'User Access Report',
  requestedDt: new Date('2026-11-20T15:00:00Z'),
  completedDt: new Date('2026-11-20T15:01:00Z'),
  expiresDt: new Date('2026-12-20T15:00:00Z'),
  rowCnt: 2,
  criteria: ['Facility: EDH', 'Customer: Meridian'],
  columns: [
    { columnCd: 'firstNm', headingTxt: 'First name', kindCd: 'text' },
    { columnCd: 'lastNm', headingTxt: 'Last name', kindCd: 'text' },
    { columnCd: 'emailAddress', headingTxt: 'Email', kindCd: 'name' },
    { columnCd: 'userType', headingTxt: 'Type', kindCd: 'text' },
    { columnCd: 'lastLoginDt', headingTxt: 'Last sign-in', kindCd: 'instant' },
  ],
  summary: {
    userCnt: 2,
    systems: [
      ...Array.from({ length: 9 }, (_, index) => ({ name: `Application ${index + 1}`, cnt: 20 - index })),
      { name: '', cnt: 3 },
    ],
    employers: [{ name: 'Harbor', cnt: 2 }],
    lastLogins: [
      { name: 'month', cnt: 5 },
      { name: 'quarter', cnt: 0 },
      { name: 'earlier', cnt: 1 },
      { name: 'never', cnt: 7 },
    ],
  },
}
const rows: ReportRow[] = [
  { rowNo: 1, cells: ['Ada', 'Lovelace', 'ada@client.test', 'Internal', '2026-11-01T10:00:00.000Z'] },
  { rowNo: 2, cells: ['Grace', 'Hopper', 'grace@client.test', 'External', null] },
]

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'User Access Report' },
    { pageId: 2, pageNm: 'Report Queue' },
  ])
  answer(getListPreferences, { savedFilters: [], hiddenColumns: [] })
  answer(saveListPreferences, null)
  answer(getReport, report)
  answer(listReportRows, rows, { headers: { 'x-total-count': '2' } })
  signInAs()
})

async function openReport(search = '') {
  const page = renderPage(`/content-authenticated/administration/report/71${search}`)
  await screen.findByRole('heading', { name: 'User Access Report', level: 1 })
  return page
}
function stubPrint() {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  return print
}
const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listReportRows).at(-1)?.search))

test('I read what the report is about, its two charts with their numbers, and its rows', async () => {
  await openReport()
  for (const text of ['Facility: EDH', 'Customer: Meridian', '2 rows']) screen.getByText(text)
  const byApplication = within(screen.getByRole('region', { name: 'Users by application' }))
  expect(byApplication.getByRole('row', { name: /Application 1/ }).textContent).toBe('Application 120')
  // Those beyond the seventh, and those that the server has added up.
  expect(byApplication.getByRole('row', { name: /All others/ }).textContent).toBe('All others28')
  const bySignIn = within(screen.getByRole('region', { name: 'Users by last sign-in' }))
  expect(bySignIn.getByRole('row', { name: /Never/ }).textContent).toBe('Never7')
  const row = await screen.findByRole('row', { name: /Ada/ })
  expect(row.textContent).toContain('11/01/2026')
  expect(row.textContent).toContain('ada@client.test')
  expect(row.textContent).not.toContain('Internal')
})

test.each([
  [8, 0, ['Application 8']],
  [9, 0, ['All others']],
  [7, 4, ['All others']],
])('of %i applications, with %i rows of others, the last bar is %j', async (count, others, last) => {
  const named = Array.from({ length: count }, (_, index) => ({ name: `Application ${index + 1}`, cnt: 20 - index }))
  const systems = others === 0 ? named : [...named, { name: '', cnt: others }]
  const all = systems.reduce((sum, { cnt }) => sum + cnt, 0)
  answer(getReport, { ...report, summary: { userCnt: 2, employers: [], lastLogins: [], systems } })
  await openReport()
  const bars = within(screen.getByRole('region', { name: 'Users by application' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  expect(bars).toHaveLength(8)
  expect(bars.at(-1)?.slice(0, 1)).toEqual(last)
  expect(bars.reduce((sum, [, shown]) => sum + Number(shown), 0)).toBe(all)
})

test('I sort by any column, search, filter and choose columns', async () => {
  const { person, address } = await openReport('?employer=Harbor')
  expect(lastQuery()).toMatchObject({ employerNm: 'Harbor', sort: 'lastNm', direction: 'asc' })
  await person.click(await screen.findByRole('button', { name: 'Email' }))
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ sort: 'emailAddress', direction: 'asc', employerNm: 'Harbor' }),
  )
  await person.selectOptions(screen.getByRole('combobox', { name: 'Application' }), 'Application 2')
  await waitFor(() => expect(lastQuery()).toMatchObject({ systemNm: 'Application 2' }))
  await person.type(screen.getByRole('searchbox', { name: 'Search this report' }), 'ada')
  await waitFor(() => expect(lastQuery()).toMatchObject({ searchPattern: 'ada' }))
  expect(address()).toContain('sort=emailAddress')
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Type' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /Ada/ }).textContent).toContain('Internal'))
})

test('I print all rows in the order and with the filters of the list', async () => {
  const print = stubPrint()
  const { person } = await openReport('?sort=emailAddress&dir=desc&q=a')
  answer(listReportRows, [...rows, { rowNo: 3, cells: ['Joan', 'Clarke', 'joan@client.test', 'Internal', null] }], {
    headers: { 'x-total-count': '3' },
  })
  await person.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(lastQuery()).toEqual({ searchPattern: 'a', sort: 'emailAddress', direction: 'desc', printFlg: 'Y' })
  expect(screen.getByRole('row', { name: /Joan/ })).toBeDefined()
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Joan/ })).toBeNull())
})

test('I read why rows could not be printed', async () => {
  const print = stubPrint()
  const { person } = await openReport()
  refuse(listReportRows, 403, 'You may not do this.')
  await person.click(screen.getByRole('button', { name: 'Print' }))
  await screen.findByText('You may not do this.')
  expect(print).not.toHaveBeenCalled()
})

test('I read that a large report is neither sorted nor filtered, and open all its rows on one page', async () => {
  answer(getReport, { ...report, rowCnt: 1_000_000 })
  answer(listReportRows, rows, { headers: { 'x-total-count': '1000000' } })
  answer(getReportAddress, '/ccservices/secure/admin/rest/report/page?ticket=once')
  const newTab = {
    location: { replace: vi.fn() },
    close: vi.fn(),
    document: document.implementation.createHTMLDocument(),
  }
  const opened = vi.spyOn(window, 'open').mockReturnValue(newTab as unknown as Window)
  onTestFinished(() => opened.mockRestore())
  const { person } = await openReport()
  screen.getByText(/more than 20,000 rows/)
  expect(screen.queryByRole('button', { name: 'Email' })).toBeNull()
  expect(screen.queryByRole('searchbox', { name: 'Search this report' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'All rows on one page' }))
  await waitFor(() =>
    expect(newTab.location.replace).toHaveBeenCalledWith(
      '/ccservices/secure/admin/rest/report/page?ticket=once&whole=Y',
    ),
  )
  refuse(getReportAddress, 403, 'You may not do this.')
  await person.click(screen.getByRole('button', { name: 'All rows on one page' }))
  await screen.findByText('You may not do this.')
  expect(newTab.close).toHaveBeenCalledOnce()
})

test('a row is named by its person, whichever columns the report has before the name', () => {
  const [row] = rows
  expect(row && nameOfRow(report, row)).toBe('Ada Lovelace')
  const columns = report.columns.toReversed()
  expect(row && nameOfRow({ ...report, columns }, { ...row, cells: row.cells.toReversed() })).toBe('Ada Lovelace')
})

test('a report without rows says so, and has no charts', async () => {
  answer(getReport, { ...report, rowCnt: 0 })
  answer(listReportRows, [], { headers: { 'x-total-count': '0' } })
  await openReport()
  await screen.findByText('No user meets these criteria.')
  expect(screen.queryByRole('region', { name: 'Users by application' })).toBeNull()
})

test('a report of an earlier version has no charts', async () => {
  answer(getReport, { ...report, summary: null })
  await openReport()
  await screen.findByRole('row', { name: /Ada/ })
  expect(screen.queryByRole('region', { name: 'Users by application' })).toBeNull()
})
