import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import { getWaiting } from '@portico/contract/overview/overview.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { getListPreferences, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { listReportQueue } from '@portico/contract/reports/reports.ts'
import { queryClient } from '../api/query.ts'
import { answer, failToConnect, requestsTo } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'

beforeEach(() => {
  answerFrame()
  answer(listReportQueue, [])
  answer(saveListPreferences, null)
})

const hold = (pages: readonly AdminPage[]) =>
  answer(
    getAdminMenu,
    pages.map((pageNm, index) => ({ pageId: 900 + index, pageNm })),
  )
const remember = (hiddenColumns: string[]) => answer(getListPreferences, { savedFilters: [], hiddenColumns })

async function openPage() {
  signInAs()
  const page = renderPage('/content-authenticated/administration/report-queue')
  await screen.findByRole('heading', { name: 'Report Queue', level: 1 })
  const navigation = within(await screen.findByRole('navigation', { name: 'Administration screens' }))
  return {
    ...page,
    navigation,
    group: (name: string) => navigation.getByRole('button', { name }),
    openGroups: () => navigation.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent),
    screens: () => navigation.getAllByRole('link').map(({ textContent }) => textContent),
  }
}
const saved = () => requestsTo(saveListPreferences).map(({ body }) => body)

test('seven groups name all screens; that of the open screen is open', async () => {
  hold(adminPages)
  const { navigation, openGroups, screens } = await openPage()
  expect(navigation.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'People',
    'Applications',
    'Sign-on',
    'Content',
    'Settings',
    'Reports',
    'Operation',
  ])
  expect(openGroups()).toEqual(['Reports'])
  expect(screens()).toEqual(['Overview', 'User List Report', 'User Access Report', 'PCI User Report', 'Report Queue'])
})

test('single sign-on and its mappings are neighbors', async () => {
  hold(adminPages)
  const { person, group, screens } = await openPage()
  await person.click(group('Sign-on'))
  expect(screens().slice(1, 4)).toEqual(['Single sign-on', 'Single sign-on mappings', 'Identity providers'])
})

test('a navigation of few screens begins with all groups open', async () => {
  hold(['User Administration', 'Report Queue'])
  const { openGroups } = await openPage()
  expect(openGroups()).toEqual(['People', 'Reports'])
})

test.each([
  ['that there is none of', 'administration/applications/no-number/details', 'Page not found'],
  ['that I may not open', 'database-maintenance/service-accounts', 'You don’t have access to this page'],
])('a screen %s says so beside the navigation, which stays', async (_which, screenAddress, title) => {
  hold(['Application Settings', 'Report Queue'])
  signInAs()
  renderPage(`/content-authenticated/${screenAddress}`)
  await screen.findByRole('heading', { name: title, level: 1 })
  const navigation = within(screen.getByRole('navigation', { name: 'Administration screens' }))
  expect(navigation.getByRole('link', { name: 'Report Queue' })).toBeDefined()
})

test('what I open and close stays so at my next visit, however fast I do it', async () => {
  hold(adminPages)
  remember(['settings'])
  const { person, group, openGroups } = await openPage()
  expect(openGroups()).toEqual(['Settings', 'Reports'])
  await person.click(group('Content'))
  await person.click(group('Sign-on'))
  await person.click(group('Settings'))
  expect(openGroups()).toEqual(['Sign-on', 'Content', 'Reports'])
  await waitFor(() => expect(saved().at(-1)).toEqual({ hiddenColumns: ['content', 'signOn'] }))
})

test('the group of the open screen closes and opens by the keyboard, too', async () => {
  hold(adminPages)
  const { person, group, screens } = await openPage()
  group('Reports').focus()
  await person.keyboard('{Enter}')
  expect(screens()).toEqual(['Overview'])
  await person.keyboard(' ')
  expect(screens()).toContain('Report Queue')
})

test('where my groups cannot be loaded, the navigation works all the same and what is stored stays', async () => {
  hold(adminPages)
  failToConnect(getListPreferences)
  const { person, group, openGroups } = await openPage()
  await person.click(group('People'))
  expect(openGroups()).toEqual(['People', 'Reports'])
  expect(saved()).toEqual([])
})

test('a number beside an entry tells what waits there; a closed group has the sum', async () => {
  hold(adminPages)
  answer(getWaiting, [
    { kindCd: 'accessRequests', waitingCnt: 3 },
    { kindCd: 'accessReviews', waitingCnt: WAITING_MAX + 1 },
    { kindCd: 'announcements', waitingCnt: 0 },
    { kindCd: 'lockedUsers', waitingCnt: 7 },
  ])
  const { person, navigation } = await openPage()
  await person.click(await navigation.findByRole('button', { name: 'People 99+ waiting' }))
  navigation.getByRole('link', { name: 'Access requests 3 waiting' })
  navigation.getByRole('link', { name: 'Access reviews 99+ waiting' })
  navigation.getByRole('button', { name: 'People' })
  navigation.getByRole('button', { name: 'Content' })
})

test('the numbers are asked for again when a list of what waits changes', async () => {
  hold(adminPages)
  answer(getWaiting, [{ kindCd: 'accessRequests', waitingCnt: 1 }])
  const { navigation } = await openPage()
  await navigation.findByRole('button', { name: 'People 1 waiting' })
  answer(getWaiting, [{ kindCd: 'accessRequests', waitingCnt: 0 }])
  queryClient.setQueryData(['listAccessRequests'], [])
  await queryClient.invalidateQueries({ queryKey: ['listAccessRequests'] })
  await waitFor(() => navigation.getByRole('button', { name: 'People' }))
})

test('the numbers are there at once when I come back to the administration', async () => {
  hold(adminPages)
  answer(getWaiting, [{ kindCd: 'accessRequests', waitingCnt: 1 }])
  const { navigation, router } = await openPage()
  await navigation.findByRole('button', { name: 'People 1 waiting' })
  await act(() => router.navigate({ href: '/content-authenticated/contact-us' }))
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Administration screens' })).toBeNull())
  act(() => router.history.back())
  await screen.findByRole('button', { name: 'People 1 waiting' })
  expect(requestsTo(getWaiting)).toHaveLength(1)
})

test('a group that I closed is open again when I come back to its screen', async () => {
  hold(adminPages)
  const { person, group, navigation, router } = await openPage()
  await person.click(group('Reports'))
  expect(group('Reports').getAttribute('aria-expanded')).toBe('false')
  await act(() => router.navigate({ href: '/content-authenticated/administration/overview' }))
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
  act(() => router.history.back())
  await screen.findByRole('heading', { name: 'Report Queue', level: 1 })
  expect(navigation.getByRole('button', { name: 'Reports' }).getAttribute('aria-expanded')).toBe('true')
})
