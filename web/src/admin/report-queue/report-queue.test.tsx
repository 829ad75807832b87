import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { deleteReportQueue, listReportQueue, type ReportEntry } from '@portico/contract/reports/reports.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first one does not wait for it.
import './ReportQueuePage.tsx'

const ready: ReportEntry = {
  reportId: 71,
  reportCd: 'user-access',
  reportNm: 'User Access Report',
  requestedDt: new Date('2026-11-20T15:00:00Z'),
  status: 1,
  criteriaTxt: 'Active users, Facility: EDH',
  rowCnt: 1234,
  completedDt: new Date('2026-11-20T15:01:00Z'),
  expiresDt: new Date('2026-12-20T15:00:00Z'),
  errorTxt: null,
}
const running: ReportEntry = { ...ready, reportId: 72, reportNm: 'PCI User Report', status: 9, completedDt: null }
const failed: ReportEntry = { ...ready, reportId: 70, status: 3, errorTxt: 'You no longer have the permissions.' }

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'Report Queue' }])
  answer(listReportQueue, [running, ready, failed])
  signInAs()
})

async function openQueue() {
  const page = renderPage('/content-authenticated/administration/report-queue')
  await screen.findByRole('heading', { name: 'Report Queue', level: 1 })
  return page
}
const row = (name: RegExp) => screen.getByRole('row', { name })

test('I see my reports with criteria, state in words, rows and how long they are kept, and open one in a new window with my session (RPTS-020, RPTS-023, RPTS-026, RPTS-055)', async () => {
  await openQueue()
  for (const text of ['Active users, Facility: EDH', 'Ready', '1,234', '11/20/2026', '12/20/2026'])
    expect(row(/User Access.*Ready/).textContent).toContain(text)
  expect(row(/PCI User/).textContent).toContain('Running')
  expect(row(/Failed/).textContent).toContain('You no longer have the permissions.')
  const link = within(row(/User Access.*Ready/)).getByRole('link', {
    name: /^User Access Report, requested 11\/20\/2026/,
  })
  expect(link.getAttribute('href')).toBe('/content-authenticated/administration/report-viewer/71')
  // Without an opener the window would have no session.
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'opener'])
})

test('I select all, delete them after a question, and read the specified sentence; the list has loaded again and nothing is selected (RPTS-021, RPTS-022, RPTS-054, RPTS-067, RPTS-102)', async () => {
  const { person } = await openQueue()
  await person.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  expect(screen.getByText('3 selected')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 reports?' }))
  expect(requestsTo(deleteReportQueue)).toHaveLength(0)
  dialog.getByText(/^This can’t be undone: reports hold personal data, which is erased at once\./)
  answer(deleteReportQueue, null, { message: 'Report queues have been successfully deleted.' })
  answer(listReportQueue, [{ ...ready, reportId: 80 }])
  await person.click(dialog.getByRole('button', { name: 'Delete 3 reports' }))
  await screen.findByText('Report queues have been successfully deleted.')
  expect(requestsTo(deleteReportQueue)[0]?.body).toEqual([{ reportId: 72 }, { reportId: 71 }, { reportId: 70 }])
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
  const all = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Select all rows on this page',
    hidden: true,
  })
  await waitFor(() => expect(all.checked).toBe(false))
  expect(screen.queryByText('PCI User Report')).toBeNull()
})

test('a refused deletion shows the server’s message and keeps what I selected (RPTS-103)', async () => {
  const { person } = await openQueue()
  await person.click(screen.getByRole('checkbox', { name: /Select PCI User Report, requested 11/ }))
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  refuse(deleteReportQueue, 409, 'Somebody else is deleting.')
  await person.click(await screen.findByRole('button', { name: 'Delete 1 report' }))
  await screen.findByText('Somebody else is deleting.')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('1 selected')
})

test('while a report is under way the list asks again, and says when all are done', async () => {
  await openQueue()
  expect(screen.getByText(/1 report is being generated/).getAttribute('role')).toBe('status')
  answer(listReportQueue, [{ ...running, status: 1 }, ready])
  await waitFor(() => expect(row(/PCI User/).textContent).toContain('Ready'), { timeout: 60_000 })
  expect(screen.getByText('No report is being generated.').getAttribute('role')).toBe('status')
})

test('without reports I read what to do', async () => {
  answer(listReportQueue, [])
  await openQueue()
  await screen.findByText('You have no reports.')
  await screen.findByText('Generate a report, and it appears here.')
})
