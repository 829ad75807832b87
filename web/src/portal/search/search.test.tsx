import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSections, recordPageAccess, recordSectionAccess, type UserSection } from '@portico/contract/home/home.ts'
import { listLinks } from '@portico/contract/links/links.ts'
import { listReportQueue } from '@portico/contract/reports/reports.ts'
import { type SearchHit, searchPortal } from '@portico/contract/search/search.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answer, answerAfter, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { answerUserProfile } from '../../../test/user-profile.ts'
import { answerUserList, bea, gus } from '../../../test/users.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { replaceLanguage } from '../../api/texts.ts'
// Loaded with the tests, so that the first test does not wait for it.
import '../links/LinksPage.tsx'
import './SearchAndOpen.tsx'

const page = (pageId: number, pageNm: string): UserSection['userSectionPages'][number] => ({
  pageId,
  pageNm,
  systemId: 3,
  ccPageLocationTxt: '/demo-application/1',
  ccHelpPageLocationTxt: null,
  openInNewWindowFlg: true,
  linkEnabledFlg: true,
  ssoFlg: false,
  accountChoiceFlg: false,
  lastAccessDt: null,
  applicationSubLinks: [],
})
const tile = (sectionId: number, sectionNm: string, pages: UserSection['userSectionPages']): UserSection => ({
  sectionId,
  sectionNm,
  tileColor: null,
  tileImage: '/ccservices/images/tiles/1.png',
  userSectionDetails: { favoriteFlg: false, lastAccessDt: null },
  userSectionPages: pages,
})
const hit = (kindCd: SearchHit['kindCd'], id: number, titleTxt: string, more: Partial<SearchHit> = {}): SearchHit => ({
  kindCd,
  id,
  titleTxt,
  placeTxt: null,
  sectionId: null,
  ...more,
})
const hits = [
  hit('tile', 1, 'Harbor', { sectionId: 1 }),
  hit('page', 20, 'Harbor list', { sectionId: 2, placeTxt: 'Freight' }),
  hit('link', 5, 'Tides', { placeTxt: 'https://tides.example/harbor' }),
  hit('announcement', 7, 'The harbor is closed'),
]

beforeEach(() => {
  answerFrame()
  answer(listLinks, [])
  answer(listSections, [
    tile(1, 'Harbor', [page(10, 'Harbor start')]),
    tile(2, 'Freight', [page(20, 'Harbor list'), page(21, 'Rates')]),
  ])
  answer(listAnnouncements, [
    {
      userAnnouncementId: 7,
      announcementId: 7,
      displayFlg: true,
      languageCd: null,
      titleText: 'The harbor is closed',
      messageText: '<p>Until Monday.</p>',
      type: 'Operational',
      effectiveFromDt: '2026-11-20',
      effectiveToDt: null,
      recordAddDt: new Date('2026-11-20T08:00:00Z'),
    },
  ])
  answer(searchPortal, hits)
  answer(launchPage, {
    url: 'https://freight.example/',
    method: 'GET',
    openInNewWindowFlg: true,
    fields: {},
    handOffUrl: null,
  } as never)
  answer(recordSectionAccess, null)
  answer(recordPageAccess, null)
  signInAs()
})

const open = async () => {
  const { person, ...rest } = renderPage('/content-authenticated/my-links')
  await person.click(await screen.findByRole('button', { name: /^Search/ }))
  return { person, ...rest, field: await screen.findByRole('combobox', { name: 'Search the portal' }) }
}
/** Pastes the term, so that there is one request. */
const write = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the search of the portal', () => {
  test.each([
    ['Linux x86_64', 'Ctrl K', '{Control>}k{/Control}'],
    ['MacIntel', '⌘ K', '{Meta>}k{/Meta}'],
  ])('opens with K and the command key of %s, which its button shows', async (platform, shown, keys) => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
    const { person } = renderPage('/content-authenticated/my-links')
    const button = await screen.findByRole('button', { name: /^Search/ })
    expect(button.querySelector('kbd')?.textContent).toBe(shown)
    await person.keyboard(keys)
    const field = await screen.findByRole('combobox', { name: 'Search the portal' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('shows results while I type, by kind, and announces their number', async () => {
    const { person, field } = await open()
    await person.type(field, 'harbor')
    await waitFor(() => expect(requestsTo(searchPortal).at(-1)?.search).toContain('text=harbor'))
    expect(within(await screen.findByRole('group', { name: 'Applications' })).getByRole('option').textContent).toBe(
      'Harbor',
    )
    expect(screen.getByRole('group', { name: 'My links' })).toBeDefined()
    expect(screen.getByText('4 results')).toBeDefined()
    const icons = screen
      .getAllByRole('option')
      .map((one) => one.querySelector('[data-icon]')?.getAttribute('data-icon'))
    // Pages lead out of the portal, unlike links of the user.
    expect(icons).toEqual(['grid', 'external', 'link', 'megaphone'])
  })

  test('has results that arrow keys select; the field keeps the focus and refers to the active one', async () => {
    const { person, field } = await open()
    write(field, 'harbor')
    await screen.findByText('4 results')
    expect(chosen()).toContain('Harbor')
    await person.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toContain('Tides')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await person.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toContain('Harbor')
    await person.keyboard('{ArrowUp}')
    expect(chosen()).toContain('The harbor is closed')
    expect(document.activeElement).toBe(field)
  })

  test('opens a page with Enter in a new window', async () => {
    const beside = {
      closed: false,
      document: document.implementation.createHTMLDocument(),
      location: { replace: vi.fn() },
      opener: {},
      close: vi.fn(),
    }
    vi.spyOn(window, 'open').mockReturnValue(beside as never)
    const { person, field } = await open()
    write(field, 'harbor')
    await screen.findByText('4 results')
    await person.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith('https://freight.example/'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('opens the first result of what I typed, also when Enter is pressed before the results are there', async () => {
    answer(searchPortal, [hit('tile', 2, 'Freight', { sectionId: 2 })])
    const { person, field } = await open()
    await person.type(field, 'freight{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Freight' })).toBeDefined()
  })

  test('asks which page of an application with several', async () => {
    answer(searchPortal, [hit('tile', 2, 'Freight', { sectionId: 2 })])
    const { person, field } = await open()
    write(field, 'freight')
    await person.click(await screen.findByRole('option', { name: /Freight/ }))
    expect(await screen.findByRole('dialog', { name: 'Freight' })).toBeDefined()
  })

  test('opens a link in a new tab without a referrer', async () => {
    const beside = vi.spyOn(window, 'open').mockReturnValue(null)
    const { person, field } = await open()
    write(field, 'tides')
    await person.click(await screen.findByRole('option', { name: /Tides/ }))
    expect(beside).toHaveBeenCalledWith('https://tides.example/harbor', '_blank', 'noopener,noreferrer')
  })

  test('shows an announcement in full', async () => {
    const { person, field } = await open()
    write(field, 'closed')
    await person.click(await screen.findByRole('option', { name: /The harbor is closed/ }))
    expect(await screen.findByText('Until Monday.')).toBeDefined()
  })

  test.each([
    ['its own name', 'queue'],
    ['the name of its page in the menu, which many screens share', 'administration users'],
  ])('opens a screen of the administration by %s', async (_by, text) => {
    answer(getAdminMenu, [
      { pageId: 12, pageNm: 'Report Queue' },
      { pageId: 13, pageNm: 'User Administration' },
    ])
    answer(listReportQueue, [])
    answer(listDeletedUsers, [])
    answer(searchPortal, [])
    const { person, field, address } = await open()
    write(field, text)
    const [name, path] = text === 'queue' ? [/^Report Queue/, 'report-queue'] : [/^Deleted users/, 'deleted-users']
    await person.click(await screen.findByRole('option', { name }))
    await waitFor(() => expect(address()).toBe(`/content-authenticated/administration/${path}`))
    expect(screen.queryByRole('combobox', { name: 'Search the portal' })).toBeNull()
  })

  test('offers what I may do as well, and no screen that wants a record', async () => {
    answer(getAdminMenu, [{ pageId: 13, pageNm: 'User Administration' }])
    answer(searchPortal, [])
    answer(listUsers, { result: [], totalResults: 0 })
    const { field } = await open()
    write(field, 'user administration')
    const options = await screen.findAllByRole('option')
    const found = options.map(({ textContent }) => textContent)
    expect(found).not.toContainEqual(expect.stringContaining('User profile'))
    write(field, 'add user')
    expect(await screen.findByRole('option', { name: /^Add user/ })).toBeDefined()
  })

  test('opens the profile of a user, where I administer users', async () => {
    answer(getAdminMenu, [{ pageId: 13, pageNm: 'User Administration' }])
    answer(searchPortal, [])
    answerUserList([bea])
    answerUserProfile()
    const { person, field, address } = await open()
    await person.type(field, 'ivers bea{Enter}')
    await waitFor(() =>
      expect(address()).toBe(`/content-authenticated/administration/user-profile/${bea.userId}/overview`),
    )
    expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ nm: 'ivers bea' })
  })

  test('opens whom I typed last with Enter, also while those of the text before are still shown', async () => {
    answer(getAdminMenu, [{ pageId: 13, pageNm: 'User Administration' }])
    answer(searchPortal, [])
    answerUserList([bea])
    answerUserProfile()
    const { person, field, address } = await open()
    write(field, 'bea')
    await screen.findByRole('option', { name: /^Bea Ivers/ })
    const users = Promise.withResolvers<{ result: (typeof gus)[]; totalResults: number }>()
    answerAfter(listUsers, users.promise)
    write(field, 'gus')
    await waitFor(() => expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ nm: 'gus' }))
    await person.keyboard('{Enter}')
    expect(address()).toBe('/content-authenticated/my-links')
    users.resolve({ result: [gus], totalResults: 1 })
    await waitFor(() =>
      expect(address()).toBe(`/content-authenticated/administration/user-profile/${gus.userId}/overview`),
    )
  })

  test('opens what I moved to, also while users are still being searched', async () => {
    answer(getAdminMenu, [{ pageId: 13, pageNm: 'User Administration' }])
    answerUserList([bea])
    answer(getAdminMenu, [
      { pageId: 12, pageNm: 'Report Queue' },
      { pageId: 13, pageNm: 'User Administration' },
    ])
    answer(listReportQueue, [])
    answer(searchPortal, [hit('link', 5, 'Report of tides', { placeTxt: 'https://tides.example' })])
    const users = Promise.withResolvers<{ result: []; totalResults: number }>()
    answerAfter(listUsers, users.promise)
    const { person, field, address } = await open()
    write(field, 'report')
    await screen.findByRole('option', { name: /^Report Queue/ })
    await screen.findByRole('option', { name: /^Report of tides/ })
    await person.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/content-authenticated/administration/report-queue'))
    users.resolve({ result: [], totalResults: 0 })
  })

  test('opens a screen with Enter where the search of everything else fails', async () => {
    answer(getAdminMenu, [{ pageId: 12, pageNm: 'Report Queue' }])
    answer(listReportQueue, [])
    failToConnect(searchPortal)
    const { person, field, address } = await open()
    write(field, 'queue')
    await screen.findByText('Search isn’t available right now. Try again.', {}, { timeout: 8_000 })
    await person.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/content-authenticated/administration/report-queue'))
  })

  test('says so where users can’t be searched', async () => {
    answer(getAdminMenu, [{ pageId: 13, pageNm: 'User Administration' }])
    answer(searchPortal, [])
    refuse(listUsers, 500, 'Something went wrong.')
    const { field } = await open()
    write(field, 'ivers')
    expect(await screen.findByText('Search isn’t available right now. Try again.')).toBeDefined()
  })

  test('searches no users without the page that administers them', async () => {
    answer(getAdminMenu, [{ pageId: 12, pageNm: 'Report Queue' }])
    answer(searchPortal, [])
    const { field } = await open()
    write(field, 'ivers')
    await screen.findByText('No results found.')
    expect(requestsTo(listUsers)).toEqual([])
  })

  test('shows no screen that I may not open', async () => {
    answer(getAdminMenu, [{ pageId: 12, pageNm: 'Report Queue' }])
    answer(searchPortal, [])
    const { field } = await open()
    write(field, 'users')
    expect(await screen.findByText('No results found.')).toBeDefined()
  })

  test('shows a screen in my language, and finds it by its English name as well', async () => {
    replaceLanguage('de', {})
    onTestFinished(() => replaceLanguage('en', {}))
    answer(getOwnTexts, { languageCd: 'de', texts: { admin_audit: 'Prüfprotokoll' } })
    answer(getAdminMenu, [{ pageId: 12, pageNm: 'Audit Trail' }])
    answer(searchPortal, [])
    const { field } = await open()
    write(field, 'audit')
    expect(await screen.findByRole('option', { name: /^Prüfprotokoll/ })).toBeDefined()
  })

  test('says that nothing was found, or that the server does not answer', async () => {
    answer(searchPortal, [])
    const { person, field } = await open()
    write(field, 'zzz')
    expect(await screen.findByText('No results found.')).toBeDefined()
    failToConnect(searchPortal)
    await person.type(field, 'y')
    expect(await screen.findByText(/isn’t available right now/)).toBeDefined()
  })
})
