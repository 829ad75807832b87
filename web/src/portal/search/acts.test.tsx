import { getUserDetail, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { getRecentVisits, noteRecentVisit } from '@portico/contract/preferences/recent-visits.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { listApplications } from '@portico/contract/catalog/catalog.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { listLinks } from '@portico/contract/links/links.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { listSessionTimeoutRows, sessionTimeouts } from '@portico/contract/reference-data/employer-settings.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { resetUserPassword } from '@portico/contract/users/user-actions.ts'
import { type ListedUser, listUsers } from '@portico/contract/users/users.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { refunds } from '../../../test/catalog.ts'
import { meridian } from '../../../test/client-settings.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserProfile } from '../../../test/user-profile.ts'
import { answerUserList, bea } from '../../../test/users.ts'
import { staticSettings } from '../../admin/reference-data/screen.ts'
import { endSession } from '../../api/session.ts'
import { replaceLanguage } from '../../api/texts.ts'
import { forgetVisited, noteVisited, visitedAddresses } from '../../shell/visited-addresses.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../links/LinksPage.tsx'
import './SearchAndOpen.tsx'

beforeEach(() => {
  forgetVisited()
  answerUserList([bea])
  answer(listLinks, [])
  answer(listSections, [])
  answer(listAnnouncements, [])
  answer(searchPortal, [])
})

async function search(text: string) {
  const { person, ...rest } = renderPage('/content-authenticated/my-links')
  await person.click(await screen.findByRole('button', { name: /^Search/ }))
  const field = await screen.findByRole('combobox', { name: 'Search the portal' })
  fireEvent.change(field, { target: { value: text } })
  return { person, field, ...rest }
}
const group = async (name: string) => within(await screen.findByRole('group', { name }))

describe('an act on a user', () => {
  test('opens its dialog, which asks first, on the screen that I am on', async () => {
    answer(resetUserPassword, null, { message: 'It is done.' })
    const { person, address } = await search('reset password of ivers')
    const acts = await group('Actions')
    expect(requestsTo(listUsers).map(({ body }) => (body as { nm: string }).nm)).toContain('ivers')
    await person.click(acts.getByRole('option', { name: /^Reset User's Password: Bea Ivers/ }))
    const dialog = within(await screen.findByRole('dialog', { name: "Reset User's Password" }))
    expect(screen.queryByRole('combobox', { name: 'Search the portal' })).toBeNull()
    expect(requestsTo(resetUserPassword)).toEqual([])
    await person.click(dialog.getByRole('button', { name: "Reset User's Password" }))
    expect(await dialog.findByText('It is done.')).toBeDefined()
    expect(requestsTo(resetUserPassword)[0]?.body).toEqual({ userId: bea.userId })
    expect(address()).toBe('/content-authenticated/my-links')
  })

  test.each<[string, ListedUser, string[]]>([
    ['lock ivers', bea, ['Lock User']],
    ['unlock ivers', { ...bea, acctLockedFlg: true }, ['Unlock User']],
    ['deactivate ivers', bea, ['Inactivate User']],
    ['reset ivers', bea, ["Reset User's Password", 'Reset second-factor Enrollment']],
    ['reset ivers', { ...bea, federatedUser: true }, ['Reset second-factor Enrollment']],
    ['grant ivers', bea, ['Give access']],
    ['end access ivers', bea, ['End access']],
    ['end access ivers', { ...bea, userStatus: 2 }, ['End access']],
  ])('“%s” offers what can be done', async (text, user, expected) => {
    answer(listUsers, { result: [user], totalResults: 1 })
    await search(text)
    const acts = (await group('Actions')).getAllByRole('option').map(({ textContent }) => textContent)
    expect(acts).toEqual(expected.map((label) => `${label}: Bea Iversbea.ivers, Harborview`))
  })

  test('stays while the next text is searched, marked as busy, until its answer is there', async () => {
    const { field } = await search('unlock iver')
    answer(listUsers, { result: [{ ...bea, acctLockedFlg: true }], totalResults: 1 })
    fireEvent.change(field, { target: { value: 'unlock ivers' } })
    await group('Actions')
    const next = Promise.withResolvers<{ result: ListedUser[]; totalResults: number }>()
    answerAfter(listUsers, next.promise)
    const list = screen.getByRole('listbox')
    expect(list.getAttribute('aria-busy')).toBeNull()
    fireEvent.change(field, { target: { value: 'unlock ivers b' } })
    await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('true'))
    await group('Actions')
    await group('Users')
    next.resolve({ result: [], totalResults: 0 })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Users' })).toBeNull())
    expect(list.getAttribute('aria-busy')).toBeNull()
  })

  test.each<[string, ListedUser]>([
    ['unlock ivers', bea],
    ['delete ivers', { ...bea, userId: 7 }],
    ['give access ivers', { ...bea, userStatus: 2 }],
    ['give access ivers', { ...bea, userStatus: 3 }],
    ['end access ivers', { ...bea, userStatus: 3 }],
    ['ivers', bea],
  ])('“%s” offers nothing that can’t be done, or that is not asked for', async (text, user) => {
    answer(listUsers, { result: [user], totalResults: 1 })
    await search(text)
    await group('Users')
    expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  })

  test('that gives access opens its dialog', async () => {
    answer(listAssignableSystems, [])
    const { person } = await search('give access ivers')
    await person.click(await screen.findByRole('option', { name: /^Give access: Bea Ivers/ }))
    expect(await screen.findByRole('dialog', { name: /^Give access/ })).toBeDefined()
  })

  test.each(['ivers passwort', 'reset password ivers'])(
    'is found in my language and in English: “%s”',
    async (text) => {
      replaceLanguage('de', {})
      onTestFinished(() => replaceLanguage('en', {}))
      answer(getOwnTexts, { languageCd: 'de', texts: { user_reset_password: 'Passwort zurücksetzen' } })
      await search(text)
      expect(await screen.findByRole('option', { name: /^Passwort zurücksetzen: Bea Ivers/ })).toBeDefined()
    },
  )
})

describe('clients and applications', () => {
  const total = { headers: { 'x-total-count': '1' } }

  test('are found by their names, and lead to their settings', async () => {
    answer(getAdminMenu, [
      { pageId: 14, pageNm: 'Client Settings' },
      { pageId: 15, pageNm: 'Application Settings' },
    ])
    answer(listBrandedClients, [meridian], total)
    answer(listApplications, [refunds], total)
    await search('of both')
    expect((await group('Client settings')).getByRole('option').textContent).toBe(meridian.clientNm)
    expect((await group('Application settings')).getByRole('option').textContent).toContain(refunds.pageNm)
    expect(requestsTo(listUsers)).toEqual([])
    expect(requestsTo(listBrandedClients)[0]?.search).toContain('nm=of+both')
  })

  test('and categories of the static settings are found, too, and open there', async () => {
    answer(getAdminMenu, [{ pageId: 16, pageNm: 'Database Maintenance' }])
    answer(listSessionTimeoutRows, [], { headers: { 'x-total-count': '0' } })
    const { person, address } = await search('timeout session')
    const found = (await group('Administration')).getByRole('option', { name: /^Employer Session Timeout/ })
    await person.click(found)
    await waitFor(() => expect(address()).toBe(`${staticSettings.link()}?category=${sessionTimeouts.path}`))
  })

  test('are not asked for without the pages that open them', async () => {
    await search('anything')
    await group('Users')
    expect(requestsTo(listBrandedClients)).toEqual([])
    expect(requestsTo(listApplications)).toEqual([])
  })
})

describe('before I type', () => {
  const opened = (lastAccessDt: Date | null, pageId: number, pageNm: string) => ({
    pageId,
    pageNm,
    systemId: 3,
    ccPageLocationTxt: '/demo-application/1',
    ccHelpPageLocationTxt: null,
    openInNewWindowFlg: true,
    linkEnabledFlg: true,
    ssoFlg: false,
    accountChoiceFlg: false,
    lastAccessDt,
    applicationSubLinks: [],
  })
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  test('the pages that I opened last are offered, the newest first, and Enter opens one', async () => {
    answer(listSections, [
      {
        sectionId: 1,
        sectionNm: 'Harbor',
        tileColor: null,
        tileImage: '/ccservices/images/tiles/1.png',
        userSectionDetails: { favoriteFlg: false, lastAccessDt: null },
        userSectionPages: [
          opened(new Date('2026-11-20T08:00:00Z'), 10, 'Rates'),
          opened(null, 11, 'Never opened'),
          opened(new Date('2026-11-21T08:00:00Z'), 12, 'Arrivals'),
        ],
      },
    ])
    await search('')
    await group('Pages')
    expect(options()).toEqual(['ArrivalsHarbor', 'RatesHarbor'])
    expect(screen.getByText('What you opened last. Type to search everything.')).toBeDefined()
  })

  test('the people and screens that I visited are offered, with names from the server', async () => {
    answerUserProfile()
    noteVisited('/content-authenticated/administration/deleted-users')
    noteVisited('/content-authenticated/administration/user-profile/21/userDetails')
    await search('')
    expect((await group('Users')).getByRole('option').textContent).toBe('Bea Iversbea.ivers, Harborview')
    expect((await group('Administration')).getByRole('option').textContent).toMatch(/^Deleted users/)
  })

  test('what I visited before this visit comes from the server, after what I visited now', async () => {
    answerUserProfile()
    answer(getRecentVisits, [
      '/content-authenticated/administration/user-profile/21/overview',
      '/content-authenticated/administration/deleted-users',
      '/content-authenticated/administration/access-changes',
      '/content-authenticated/administration/no-screen',
    ])
    noteVisited('/content-authenticated/administration/access-changes')
    await search('')
    expect((await group('Users')).getByRole('option').textContent).toBe('Bea Iversbea.ivers, Harborview')
    const screens = (await group('Administration')).getAllByRole('option').map(({ textContent }) => textContent)
    expect(screens).toEqual([expect.stringMatching(/^Access changes/), expect.stringMatching(/^Deleted users/)])
  })

  test('the screen that I open is noted for my next visit', async () => {
    renderPage('/content-authenticated/administration/deleted-users')
    const addressTxt = '/content-authenticated/administration/deleted-users'
    await waitFor(() => expect(requestsTo(noteRecentVisit).map(({ body }) => body)).toEqual([{ addressTxt }]))
  })

  test('nobody is named whom I may no longer see', async () => {
    refuse(getUserDetail, 404, 'The user is missing.')
    noteVisited('/content-authenticated/administration/deleted-users')
    noteVisited('/content-authenticated/administration/user-profile/21/userDetails')
    await search('')
    await group('Administration')
    await waitFor(() => expect(requestsTo(getUserDetail)).toHaveLength(1))
    expect(screen.queryByRole('group', { name: 'Users' })).toBeNull()
  })

  test('what I visited is forgotten when I sign out', async () => {
    const { address } = renderPage('/content-authenticated/my-links')
    await screen.findByRole('button', { name: /^Search/ })
    noteVisited('/content-authenticated/administration/user-profile/21/userDetails')
    act(() => endSession('signed-out'))
    await waitFor(() => expect(address()).toBe('/login'))
    await waitFor(() => expect(visitedAddresses()).toEqual([]))
  })

  test('nothing is offered that I may no longer open', async () => {
    answer(getAdminMenu, [{ pageId: 1, pageNm: 'Mail Delivery' }])
    noteVisited('/content-authenticated/administration/user-profile/21/userDetails')
    await search('')
    expect(await screen.findByText(/^Search applications, pages/)).toBeDefined()
    expect(screen.queryAllByRole('option')).toEqual([])
  })
})
