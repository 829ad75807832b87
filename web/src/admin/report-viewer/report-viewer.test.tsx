import { act, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getReportAddress } from '@portico/contract/reports/reports.ts'
import { answer, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { leaveFor } from './leave-for.ts'
// Loaded with the tests, so that the first one does not wait for it.
import './ReportViewerPage.tsx'

// This window must stay where it is.
vi.mock('./leave-for.ts', () => ({ leaveFor: vi.fn() }))

const SECONDS = 1000

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'User Access Report' },
    { pageId: 2, pageNm: 'Report Queue' },
  ])
  answer(getReportAddress, 0)
  signInAs()
  vi.mocked(leaveFor).mockReset()
})

async function openViewer(path = '71') {
  const page = renderPage(`/content-authenticated/administration/report-viewer/${path}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let round = 0; round < 500 && !screen.queryByRole('heading', { level: 1 }); round++) await pass(0)
  return page
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asked = () => requestsTo(getReportAddress).length
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('the viewer asks after 5 seconds and then every 5 seconds, says how far the report is, and goes to its address in the place of itself (RPTS-024, RPTS-025, RPTS-059, RPTS-060, RPTS-062, RPTS-106)', async () => {
  await openViewer()
  expect(status()).toContain('Your report is queued.')
  await pass(5 * SECONDS - 1)
  expect(asked()).toBe(0)
  await pass(1)
  expect(asked()).toBe(1)
  expect(requestsTo(getReportAddress)[0]?.path.endsWith('/report-viewer/71')).toBe(true)
  answer(getReportAddress, 9)
  await pass(5 * SECONDS)
  expect(asked()).toBe(2)
  expect(status()).toContain('Your report is being generated.')
  answer(getReportAddress, '/ccservices/reports/view?ticket=once')
  await pass(5 * SECONDS)
  expect(vi.mocked(leaveFor).mock.calls).toEqual([['/ccservices/reports/view?ticket=once']])
  await pass(20 * SECONDS)
  expect(asked()).toBe(3)
})

test('a failed report shows the specified sentence, and the viewer asks no more (RPTS-061, RPTS-101)', async () => {
  await openViewer()
  answer(getReportAddress, 3)
  await pass(5 * SECONDS)
  expect(screen.getByRole('alert').textContent).toBe('An unexpected error occurs while processing your report.')
  await pass(20 * SECONDS)
  expect(asked()).toBe(1)
  expect(screen.getByRole('link', { name: 'Go to the report queue' }).getAttribute('href')).toBe(
    '/content-authenticated/administration/report-queue',
  )
})

test('a refusal shows the server’s message (RPTS-103)', async () => {
  await openViewer()
  refuse(getReportAddress, 404, 'This report doesn’t exist.')
  await pass(5 * SECONDS)
  expect(screen.getByRole('alert').textContent).toBe('This report doesn’t exist.')
})

test('an address elsewhere is not followed', async () => {
  await openViewer()
  answer(getReportAddress, 'https://elsewhere.test/report')
  await pass(5 * SECONDS)
  expect(leaveFor).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('An unexpected error occurs while processing your report.')
})

test('a portal that cannot be reached is asked again', async () => {
  await openViewer()
  failToConnect(getReportAddress)
  await pass(5 * SECONDS)
  expect(status()).toContain('The portal can’t be reached. We keep trying.')
  answer(getReportAddress, '/report')
  await pass(5 * SECONDS)
  expect(leaveFor).toHaveBeenCalledWith('/report')
})

test('after ten minutes the viewer stops asking, and I go to the queue or keep waiting (RPTS-063)', async () => {
  await openViewer()
  for (let question = 0; question < 125; question++) await pass(5 * SECONDS)
  expect(asked()).toBe(120)
  expect(status()).toContain('Your report takes longer than usual.')
  expect(screen.getByRole('link', { name: 'Go to the report queue' })).toBeDefined()
  act(() => screen.getByRole('button', { name: 'Keep waiting' }).click())
  await pass(5 * SECONDS)
  expect(asked()).toBe(121)
})

test.each(['abc', '0'])('the address of report %s is not found', async (path) => {
  await openViewer(path)
  expect(screen.queryByText('Your report is queued.')).toBeNull()
})

test('a user without a report page finds no viewer', async () => {
  answer(getAdminMenu, [{ pageId: 2, pageNm: 'Report Queue' }])
  await openViewer()
  expect(screen.queryByText('Your report is queued.')).toBeNull()
})
