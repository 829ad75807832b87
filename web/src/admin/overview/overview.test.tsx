import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import {
  type DailyFigure,
  type FirstStep,
  getOverview,
  getWaiting,
  type LatestChange,
  type Overview,
  waitingKinds,
} from '@portico/contract/overview/overview.ts'
import { saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { answer, answerAfter, failToConnect, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../audit/LatestChanges.tsx'
import './DailyFigures.tsx'
import './FirstSteps.tsx'
import './OverviewPage.tsx'
import { WaitingPart } from './WaitingPart.tsx'

const administration = '/content-authenticated/administration'
const hold = (...pages: AdminPage[]) =>
  answer(
    getAdminMenu,
    pages.map((pageNm, index) => ({ pageId: index + 1, pageNm })),
  )

beforeEach(() => {
  answerFrame()
  hold('Audit Trail', 'Mail Delivery')
  answer(getWaiting, [])
  overviewHas({})
})

const overviewHas = (parts: Partial<Overview>) =>
  answer(getOverview, { firstSteps: [], dailyFigures: [], latestChanges: [], ...parts })

async function openPage() {
  signInAs()
  const page = renderPage(`${administration}/overview`)
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
  return page
}
const calmDay = () => screen.findByText('Nothing waits for you.')
const waiting = async () => {
  const list = within(await screen.findByRole('list', { name: 'Waiting for you' }))
  await list.findAllByRole('link')
  return list
}

test('each number is a link to the list of what waits', async () => {
  answer(
    getWaiting,
    waitingKinds.map((kindCd, index) => ({ kindCd, waitingCnt: index + 1 })),
  )
  await openPage()
  const links = (await waiting()).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Access requests to decide1', `${administration}/access-requests`],
    ['Access reviews to decide2', `${administration}/access-reviews`],
    ['Announcements to review3', `${administration}/announcements?status=review`],
    ['Users locked by wrong passwords4', `${administration}?status=active&condition=locked`],
    ['Users whose access ends within 14 days5', `${administration}?status=active&condition=accessEnds`],
    [
      'Planned changes of yours that stopped in the last 7 days6',
      `${administration}/access-changes?condition=stoppedPlan`,
    ],
    ['Emails not delivered7', `${administration}/mail-delivery?state=failed`],
    ['Jobs that failed8', '/content-authenticated/database-maintenance/job-schedule'],
    ['Certificates that expire within 30 days9', '/content-authenticated/database-maintenance/identity-providers'],
    ['Audit trail that was changed10', `${administration}/audit`],
  ])
})

test('only what waits is shown, and a number beyond the limit as more than it', async () => {
  answer(getWaiting, [
    { kindCd: 'lockedUsers', waitingCnt: 0 },
    { kindCd: 'failedMails', waitingCnt: WAITING_MAX + 1 },
  ])
  await openPage()
  const list = await waiting()
  expect(list.getAllByRole('link')).toHaveLength(1)
  list.getByRole('link', { name: 'Emails not delivered More than 99' })
})

test('a number at the limit is shown as it is', async () => {
  answer(getWaiting, [{ kindCd: 'failedMails', waitingCnt: WAITING_MAX }])
  await openPage()
  const list = await waiting()
  list.getByRole('link', { name: 'Emails not delivered 99' })
})

test('what could not be counted in time stands beside the numbers', async () => {
  answer(getWaiting, [
    { kindCd: 'lockedUsers', waitingCnt: 2 },
    { kindCd: 'failedMails', waitingCnt: null },
  ])
  await openPage()
  const links = (await waiting()).getAllByRole('link').map(({ textContent }) => textContent)
  expect(links).toEqual(['Users locked by wrong passwords2', 'Emails not deliverednot counted'])
})

test('a calm day is one line', async () => {
  answer(getWaiting, [{ kindCd: 'failedMails', waitingCnt: 0 }])
  await openPage()
  expect(await screen.findByText('Nothing waits for you.')).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Waiting for you' })).toBeNull()
})

test('numbers that could not be loaded are no calm day', async () => {
  failToConnect(getWaiting)
  await openPage()
  expect(await screen.findByText(/^What waits for you couldn’t be loaded/)).toBeDefined()
  expect(screen.queryByText('Nothing waits for you.')).toBeNull()
})

test('what stands below waits for the numbers, which take one line or several, and stays where they fail', async () => {
  const numbers = Promise.withResolvers<[]>()
  answerAfter(getWaiting, numbers.promise)
  overviewHas({ firstSteps: [{ stepCd: 'mail', doneFlg: false }] })
  WaitingPart.preload()
  await import('./WaitingList.tsx')
  await openPage()
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  numbers.reject(new TypeError('Failed to fetch'))
  await screen.findByText(/^What waits for you couldn’t be loaded/)
  expect(screen.getByRole('region', { name: 'First steps' })).toBeDefined()
})

test('after another try the focus stays near what loads: at the heading of the page', async () => {
  failToConnect(getWaiting)
  const { person } = await openPage()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer(getWaiting, [])
  await person.click(again)
  await calmDay()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Overview', level: 1 }))
})

const changed: LatestChange = {
  auditEventId: 9,
  eventDt: new Date('2026-11-21T15:00:00Z'),
  eventCd: 'user_updated',
  actorNm: 'ada.root',
  subjectNm: 'bo.client',
  targetKindTxt: null,
  targetIdTxt: null,
  targetNm: null,
}

test('what changed last is in the words of the audit trail, for who may open it', async () => {
  overviewHas({ latestChanges: [changed] })
  await openPage()
  const changes = within(await screen.findByRole('region', { name: 'Latest changes' }))
  expect((await changes.findByRole('listitem')).textContent).toMatch(/11\/21\/2026.*: bo\.client by ada\.root$/)
  expect(changes.getByRole('link', { name: 'Open the audit trail' }).getAttribute('href')).toBe(
    `${administration}/audit`,
  )
})

const signIns: DailyFigure = {
  kindCd: 'signIns',
  days: [
    { dayDt: '2026-11-20', dayCnt: 1200 },
    { dayDt: '2026-11-21', dayCnt: 0 },
  ],
}

test('what happened on the last days is in pictures, with tables for screen readers', async () => {
  overviewHas({ dailyFigures: [signIns, { ...signIns, kindCd: 'newUsers' }] })
  await openPage()
  const figures = within(await screen.findByRole('region', { name: 'The last 30 days' }))
  const first = within(await figures.findByRole('region', { name: 'Sign-ins' }))
  expect(first.getByText('1,200', { selector: 'p' })).toBeDefined()
  const axis = first.getAllByText(/2026$/, { selector: 'span' }).map(({ textContent }) => textContent)
  expect(axis).toEqual(['11/20/2026', '11/21/2026'])
  const rows = within(first.getByRole('table', { name: 'Sign-ins' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['DaySign-ins', '11/20/20261,200', '11/21/20260'])
  expect(figures.getByRole('region', { name: 'New users' })).toBeDefined()
})

test('what could not be loaded can be asked for again', async () => {
  failToConnect(getOverview)
  const { person } = await openPage()
  await screen.findByText(/^The rest of the overview couldn’t be loaded/, {}, { timeout: 8_000 })
  overviewHas({ dailyFigures: [signIns] })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'The last 30 days' })).toBeDefined()
})

test('there are no pictures where I may see none of them', async () => {
  await openPage()
  await calmDay()
  expect(screen.queryByRole('region', { name: 'The last 30 days' })).toBeNull()
})

test('before anything is counted the pictures say so', async () => {
  overviewHas({ dailyFigures: [{ kindCd: 'signIns', days: [] }] })
  await openPage()
  const days = within(await screen.findByRole('region', { name: 'The last 30 days' }))
  expect(days.getByText('Nothing is counted yet. The first figures are here within ten minutes.')).toBeDefined()
  expect(days.queryByRole('heading', { name: 'Sign-ins' })).toBeNull()
})

describe('the first steps', () => {
  const steps: FirstStep[] = [
    { stepCd: 'mail', doneFlg: false },
    { stepCd: 'client', doneFlg: false },
    { stepCd: 'user', doneFlg: true },
  ]

  test('each lead to where they are done, and say what is done', async () => {
    hold('Database Maintenance')
    overviewHas({ firstSteps: steps })
    await openPage()
    // They come with what waits: nothing moves.
    const panel = within(await screen.findByRole('region', { name: 'First steps' }))
    expect(panel.getByText('1 of 3 done')).toBeDefined()
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Set up email (To do)Name your mail server in the setting PORTAL_SMTP_URL, and restart the portal.',
      'Add a client (To do)An organization whose users sign in here.',
      'Add a user (Done)',
    ])
    expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `${administration}/client-settings`,
    ])
  })

  test('are hidden when I say so, which I can take back', async () => {
    hold('Database Maintenance')
    overviewHas({ firstSteps: steps })
    answer(saveListPreferences, null)
    const { person } = await openPage()
    const hide = await screen.findByRole('button', { name: 'Hide first steps' })
    overviewHas({})
    await person.click(hide)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(requestsTo(saveListPreferences).at(-1)?.body).toEqual({ hiddenColumns: ['firstSteps'] })
    overviewHas({ firstSteps: steps })
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('region', { name: 'First steps' })).toBeDefined()
    expect(requestsTo(saveListPreferences).at(-1)?.body).toEqual({ hiddenColumns: [] })
  })

  test('are not there where none is left', async () => {
    hold('Database Maintenance')
    await openPage()
    await calmDay()
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })
})

test('without the audit trail there are no changes', async () => {
  hold('Mail Delivery')
  await openPage()
  expect(screen.queryByRole('region', { name: 'Latest changes' })).toBeNull()
})

test('without a page of the administration there is no overview', async () => {
  hold()
  signInAs()
  renderPage(`${administration}/overview`)
  expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeDefined()
  expect(requestsTo(getWaiting)).toEqual([])
})

test('the user list begins with what waits, and the list follows (UADM-014)', async () => {
  answerUserList([bea])
  answer(getWaiting, [{ kindCd: 'lockedUsers', waitingCnt: 2 }])
  renderPage(administration)
  await screen.findByRole('heading', { name: 'User Administration', level: 1 })
  expect((await waiting()).getByRole('link').textContent).toBe('Users locked by wrong passwords2')
  await screen.findByRole('row', { name: /Bea/ })
})
