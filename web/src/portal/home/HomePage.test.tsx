import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getProfile, type Profile, updateProfile } from '@portico/contract/account/account.ts'
import {
  dismissAnnouncement,
  listAnnouncements,
  undoDismissal,
  type UserAnnouncement,
} from '@portico/contract/announcements/announcements.ts'
import {
  getAdminMenu,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getPrimaryButtonColor,
} from '@portico/contract/branding/branding.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import {
  listSections,
  recordPageAccess,
  recordSectionAccess,
  setFavorite,
  type UserSection,
  type UserSectionPage,
} from '@portico/contract/home/home.ts'
import { getSessionTimeout, logout } from '@portico/contract/session/session.ts'
import { getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { launchPage, type Launch } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { invalidate, queryClient } from '../../api/query.ts'
import { announcementsQuery } from './announcement-queries.ts'
import { ownProfileQuery } from '../account-settings/own-profile.ts'
import { answer, answerAfter, answerWith, requestsTo, failToConnect, refuse } from '../../../test/answer.ts'
import { annsProfile, signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { toast } from '../../ui/toast.ts'

const address = '/content-authenticated/home'

const profile = annsProfile

const page = (pageId: number, pageNm: string, more: Partial<UserSectionPage> = {}): UserSectionPage => ({
  pageId,
  pageNm,
  systemId: 3,
  ccPageLocationTxt: `/demo-application/${pageId}`,
  ccHelpPageLocationTxt: null,
  openInNewWindowFlg: true,
  linkEnabledFlg: true,
  ssoFlg: false,
  accountChoiceFlg: false,
  lastAccessDt: null,
  applicationSubLinks: [],
  ...more,
})

interface Wanted {
  favorite?: boolean
  used?: string
  pages?: UserSectionPage[]
}

const tile = (sectionId: number, sectionNm: string, { favorite = false, used, pages }: Wanted = {}): UserSection => ({
  sectionId,
  sectionNm,
  tileColor: null,
  tileImage: `/ccservices/images/tiles/${sectionId}.png`,
  userSectionDetails: { favoriteFlg: favorite, lastAccessDt: used ? new Date(used) : null },
  userSectionPages: pages ?? [page(sectionId * 10, `${sectionNm} start`)],
})

const analytics = tile(1, 'Analytics', { used: '2026-11-01T10:00:00Z' })
const billing = tile(2, 'Billing', { favorite: true, used: '2026-11-19T10:00:00Z' })
const warehouse = tile(3, 'Warehouse', {
  pages: [
    page(31, 'Stock', { applicationSubLinks: [{ sublinkNm: 'Pallets', descriptionTxt: 'Where they stand' }] }),
    page(32, 'Orders'),
    page(33, 'Returns', { linkEnabledFlg: false }),
  ],
})

const announcement = (
  announcementId: number,
  titleText: string,
  more: Partial<UserAnnouncement> = {},
): UserAnnouncement => ({
  userAnnouncementId: announcementId + 5000,
  announcementId,
  displayFlg: true,
  languageCd: null,
  titleText,
  messageText: `<p>About <strong>${titleText}</strong></p>`,
  type: 'Promotional',
  effectiveFromDt: '2026-11-20',
  effectiveToDt: null,
  recordAddDt: new Date('2026-11-20T08:00:00Z'),
  ...more,
})

const launched = (url: string): Launch => ({
  url,
  method: 'GET',
  fields: {},
  openInNewWindowFlg: true,
  handOffUrl: null,
})

beforeEach(() => {
  signInAs()
  answer(getSessionTimeout, 30)
  answer(getAdminMenu, [])
  answer(hasDocuments, false)
  answer(getBrandingColor, '1f3a5f')
  answer(getPrimaryButtonColor, '8b1e3f')
  answer(getBrandingLogo, { image: null, url: null, darkUrl: null })
  answer(getBrandingHomeBackground, { image: null, url: null })
  answer(getManifest, { buildVersion: '1.2.3', buildDate: null, commit: null })
  answer(logout, null)
  answer(getProfile, profile)
  answer(updateProfile, profile)
  answer(listSections, [analytics, billing, warehouse])
  answer(listAnnouncements, [])
  answer(setFavorite, null)
  answer(recordSectionAccess, null)
  answer(recordPageAccess, null)
  answer(dismissAnnouncement, null)
  answer(undoDismissal, null)
})

afterEach(() => {
  toast.clear()
  vi.restoreAllMocks()
})

async function openHome(search = '') {
  const opened = renderPage(address + search)
  await screen.findByRole('heading', { level: 1, name: /Ann/ })
  return opened
}

const grid = () => screen.getByRole('list', { name: 'Applications' })
const tileButton = (name: string) => within(grid()).getByRole('button', { name })
const star = (name: string) => within(grid()).getByRole('button', { name: `Favorite ${name}` })
const names = () =>
  within(grid())
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button')[0]?.textContent)
const isMarked = (name: string) => star(name).getAttribute('aria-pressed') === 'true'

/** A fake of the new window that the browser opens. */
function windowBeside() {
  const beside = {
    opener: window as unknown,
    closed: false,
    document: document.implementation.createHTMLDocument(),
    sessionStorage: { setItem: vi.fn<(key: string, value: string) => void>() },
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
  vi.spyOn(window, 'open').mockReturnValue(beside as unknown as Window)
  return beside
}

describe('my applications', () => {
  test('are tiles with their names and images (HOME-001, HOME-005, HOME-012, HOME-014, HOME-021)', async () => {
    await openHome()
    expect(names()).toEqual(['Analytics', 'Billing', 'Warehouse'])
    expect(requestsTo(listSections)[0]?.path).toContain('/cpusers/7/sections')
    const picture = within(grid()).getAllByRole('presentation', { hidden: true })[1]
    expect(picture?.getAttribute('src')).toBe('/ccservices/images/tiles/2.png')
  })

  test('show how many pages they have', async () => {
    await openHome()
    const state = tileButton('Warehouse').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(state)?.textContent).toBe('3 pages')
  })

  test('show an empty state with advice when there are none', async () => {
    answer(listSections, [])
    await openHome()
    expect(screen.getByText('You don’t have any applications yet.')).toBeDefined()
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  test('show different advice to a user with the administration menu', async () => {
    answer(listSections, [])
    answer(getAdminMenu, [{ pageId: 12, pageNm: 'Mail Delivery' }])
    await openHome()
    expect(screen.getByText('You can find your administration pages in the Administration menu above.')).toBeDefined()
    expect(screen.queryByText(/Ask your administrator/)).toBeNull()
  })

  test('show an error with a retry button when they cannot be loaded', async () => {
    // React logs every error that an error boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    refuse(listSections, 500, '')
    renderPage(address)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

describe('sorting', () => {
  test('by name, by favorites, by last use; each has an address (HOME-002, HOME-008, HOME-009, HOME-010)', async () => {
    const home = await openHome()
    await home.person.click(screen.getByRole('radio', { name: 'Favorites' }))
    await waitFor(() => expect(names()).toEqual(['Billing', 'Analytics', 'Warehouse']))
    expect(home.address()).toBe(`${address}?sort=favorites`)
    await home.person.click(screen.getByRole('radio', { name: 'Recently Used' }))
    await waitFor(() => expect(names()).toEqual(['Billing', 'Analytics', 'Warehouse']))
    expect(home.address()).toBe(`${address}?sort=recent`)
    await home.person.click(screen.getByRole('radio', { name: 'Alphabetical' }))
    await waitFor(() => expect(names()).toEqual(['Analytics', 'Billing', 'Warehouse']))
  })

  test('begins as I last left it and saves a change', async () => {
    answer(getProfile, { ...profile, sectionSortPrfTxt: 'FAVORITES' })
    answer(updateProfile, { ...profile, sectionSortPrfTxt: 'RECENTLY_USED' })
    const { person } = await openHome()
    expect(names()).toEqual(['Billing', 'Analytics', 'Warehouse'])
    await person.click(screen.getByRole('radio', { name: 'Recently Used' }))
    await waitFor(() => expect(requestsTo(updateProfile)[0]?.body).toEqual({ sectionSortPrfTxt: 'RECENTLY_USED' }))
  })

  const bodies = () => requestsTo(updateProfile).map(({ body }) => body)
  const sort = (name: string) => screen.getByRole('radio', { name })

  test('an order that I choose and take back before the server has answered is the one that is kept', async () => {
    const first = Promise.withResolvers<Profile>()
    answerAfter(updateProfile, first.promise)
    const { person } = await openHome()
    await person.click(sort('Recently Used'))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    answer(updateProfile, { ...profile, sectionSortPrfTxt: 'ALPHABETICAL' })
    await person.click(sort('Favorites'))
    await person.click(sort('Alphabetical'))
    expect(bodies()).toHaveLength(1)
    first.resolve({ ...profile, sectionSortPrfTxt: 'RECENTLY_USED' })
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()).toEqual([{ sectionSortPrfTxt: 'RECENTLY_USED' }, { sectionSortPrfTxt: 'ALPHABETICAL' }])
    await waitFor(() =>
      expect(queryClient.getQueryData(ownProfileQuery().queryKey)?.sectionSortPrfTxt).toBe('ALPHABETICAL'),
    )
  })

  test('an order that cannot be saved says so, and the stored one stays the preference', async () => {
    refuse(updateProfile, 500, '')
    const { person } = await openHome()
    await person.click(sort('Recently Used'))
    await screen.findByText('We couldn’t save your sort order. Try again.')
    expect(queryClient.getQueryData(ownProfileQuery().queryKey)?.sectionSortPrfTxt).toBe('ALPHABETICAL')
    answer(updateProfile, { ...profile, sectionSortPrfTxt: 'RECENTLY_USED' })
    await person.click(sort('Favorites'))
    await waitFor(() => expect(bodies().at(-1)).toEqual({ sectionSortPrfTxt: 'FAVORITES' }))
  })

  test('an address with a sort order overrides my preference and does not change it', async () => {
    await openHome('?sort=recent')
    expect(names()[0]).toBe('Billing')
    expect(requestsTo(updateProfile)).toEqual([])
  })

  test('favorites only hides the rest and is saved with the sort order (HOME-009)', async () => {
    const { person, address: now } = await openHome('?sort=favorites')
    await person.click(screen.getByRole('switch', { name: 'Favorites only' }))
    await waitFor(() => expect(names()).toEqual(['Billing']))
    expect(now()).toBe(`${address}?sort=favorites&favorites=1`)
    await waitFor(() => expect(requestsTo(updateProfile)[0]?.body).toEqual({ sectionSortPrfTxt: 'FAVORITES_ONLY' }))
  })

  test('with no favorites, favorites only says how to add one and has a button to show all', async () => {
    answer(listSections, [analytics])
    const { person } = await openHome('?sort=favorites&favorites=1')
    expect(screen.getByText('You don’t have any favorites yet.')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Show all applications' }))
    await waitFor(() => expect(names()).toEqual(['Analytics']))
  })
})

describe('the star of a tile', () => {
  test('a favorite is marked at once, before the server has answered (HOME-003, HOME-011, HOME-022)', async () => {
    answerAfter(setFavorite, new Promise(() => undefined))
    const { person } = await openHome()
    expect([isMarked('Analytics'), isMarked('Billing')]).toEqual([false, true])
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(true))
    expect(requestsTo(setFavorite)[0]).toMatchObject({ body: { userSectionDetails: { favoriteFlg: 'Y' } } })
    expect(requestsTo(setFavorite)[0]?.path).toContain('/cpusers/7/sections/1')
  })

  test('a favorite is marked at once and unmarked with a message when saving fails (HOME-020)', async () => {
    let giveUp: (error: Error) => void = () => undefined
    answerAfter(setFavorite, new Promise((_resolve, reject) => (giveUp = reject)))
    const { person } = await openHome()
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(true))
    giveUp(new TypeError('Failed to fetch'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(false))
    expect(await screen.findByText('We couldn’t save your favorite. Try again.')).toBeDefined()
  })

  test('two clicks on a star that both fail restore the server’s value (HOME-020)', async () => {
    const fails: ((error: Error) => void)[] = []
    const failLater = () => answerAfter(setFavorite, new Promise((_resolve, reject) => fails.push(reject)))
    failLater()
    const { person } = await openHome()
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(true))
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(false))
    for (const fail of fails) fail(new TypeError('Failed to fetch'))
    await waitFor(() => expect(requestsTo(setFavorite)).toHaveLength(2))
    await screen.findByText('We couldn’t save your favorite. Try again.')
    await waitFor(() => expect(isMarked('Analytics')).toBe(false))
  })

  test('a star that I set, take back and set again before the server has answered stays set', async () => {
    const first = Promise.withResolvers<null>()
    answerAfter(setFavorite, first.promise)
    const { person } = await openHome()
    await person.click(star('Analytics'))
    await waitFor(() => expect(requestsTo(setFavorite)).toHaveLength(1))
    answer(setFavorite, null)
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(false))
    await person.click(star('Analytics'))
    await waitFor(() => expect(isMarked('Analytics')).toBe(true))
    first.resolve(null)
    await waitFor(() =>
      expect(requestsTo(setFavorite).at(-1)?.body).toEqual({ userSectionDetails: { favoriteFlg: 'Y' } }),
    )
    await waitFor(() => expect(requestsTo(setFavorite)).toHaveLength(2))
    expect(isMarked('Analytics')).toBe(true)
  })

  test('a favorite that is marked without a network is unmarked with a message at once (HOME-020)', async () => {
    onTestFinished(() => onlineManager.setOnline(true))
    const { person } = await openHome()
    failToConnect(setFavorite)
    onlineManager.setOnline(false)
    await person.click(star('Analytics'))
    expect(await screen.findByText('We couldn’t save your favorite. Try again.')).toBeDefined()
    expect(isMarked('Analytics')).toBe(false)
  })

  test('a favorite that is unmarked is marked again when the server refuses (HOME-020)', async () => {
    refuse(setFavorite, 500, '')
    const { person } = await openHome()
    await person.click(star('Billing'))
    await screen.findByText('We couldn’t save your favorite. Try again.')
    expect(isMarked('Billing')).toBe(true)
  })

  test('a favorite that I may not save says why instead of asking me to try again (EMUL-017)', async () => {
    refuse(setFavorite, 403, 'You’re signed on to look only, so nothing can be changed.')
    const { person } = await openHome()
    await person.click(star('Billing'))
    await screen.findByText('You’re signed on to look only, so nothing can be changed.')
    expect(isMarked('Billing')).toBe(true)
  })

  test('unmarked under favorites only, the tile disappears and the focus moves to its neighbor', async () => {
    answer(listSections, [billing, { ...analytics, userSectionDetails: { favoriteFlg: true, lastAccessDt: null } }])
    const { person } = await openHome('?sort=favorites&favorites=1')
    star('Analytics').focus()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual(['Billing']))
    expect(document.activeElement).toBe(star('Billing'))
  })

  test('say when they were last used only where they are sorted by it', async () => {
    const { person } = await openHome()
    expect(within(grid()).queryByText(/Used /)).toBeNull()
    await person.click(screen.getByRole('radio', { name: 'Recently Used' }))
    await waitFor(() => expect(within(grid()).getAllByText(/Used /)).toHaveLength(2))
  })

  test('when the last favorite is unmarked, the focus moves to the empty state’s button, and from there to the tiles', async () => {
    answer(listSections, [analytics, billing])
    const { person } = await openHome('?sort=favorites&favorites=1')
    star('Billing').focus()
    await person.keyboard('{Enter}')
    const all = await screen.findByRole('button', { name: 'Show all applications' })
    expect(document.activeElement).toBe(all)
    await person.keyboard('{Enter}')
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Applications' }))
  })
})

describe('opening an application', () => {
  test('a tile with one page opens it directly, in a new window, and records the use (HOME-006, HOME-023, HOME-024)', async () => {
    const beside = windowBeside()
    answer(launchPage, launched('https://billing.example/start'))
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith('https://billing.example/start'))
    expect(window.open).toHaveBeenCalledWith('about:blank', '_blank')
    expect(beside.opener).toBeNull()
    expect(requestsTo(launchPage)[0]?.path).toContain('/cpusers/7/pages/20/sso-login')
    await waitFor(() => expect(requestsTo(recordPageAccess)[0]?.path).toContain('/pages/20/last-access-dt'))
    expect(requestsTo(recordSectionAccess)[0]?.path).toContain('/sections/2/last-access-dt')
  })

  test('an opened application becomes the first of the recently used (HOME-010, HOME-017)', async () => {
    windowBeside()
    answer(launchPage, launched('/demo-application/10'))
    const { person } = await openHome('?sort=recent')
    expect(names()[0]).toBe('Billing')
    await person.click(tileButton('Analytics'))
    await waitFor(() => expect(names()[0]).toBe('Analytics'))
  })

  test('a page without a window of its own replaces the portal', async () => {
    const open = vi.spyOn(window, 'open')
    const go = vi.spyOn(window.location, 'assign').mockReturnValue()
    answer(listSections, [tile(4, 'Payroll', { pages: [page(41, 'Payroll', { openInNewWindowFlg: false })] })])
    answer(launchPage, launched('/demo-application/41'))
    const { person } = await openHome()
    await person.click(tileButton('Payroll'))
    await waitFor(() => expect(go).toHaveBeenCalledWith('/demo-application/41'))
    expect(open).not.toHaveBeenCalled()
    expect(requestsTo(recordPageAccess)).toHaveLength(1)
  })

  test('a tile with several pages lists them with the search items of each (HOME-007, HOME-018)', async () => {
    const beside = windowBeside()
    answer(launchPage, launched('https://stock.example/'))
    const { person } = await openHome()
    await person.click(tileButton('Warehouse'))
    const window_ = await screen.findByRole('dialog', { name: 'Warehouse' })
    expect(within(window_).getByText('Pallets')).toBeDefined()
    expect(
      within(window_)
        .getByRole('button', { name: /Returns/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await person.click(within(window_).getByRole('button', { name: /Stock/ }))
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith('https://stock.example/'))
    expect(requestsTo(launchPage)[0]?.path).toContain('/pages/31/')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the list of pages focuses the first available page', async () => {
    answer(listSections, [tile(6, 'Depot', { pages: [page(61, 'Gate', { linkEnabledFlg: false }), page(62, 'Yard')] })])
    const { person } = await openHome()
    await person.click(tileButton('Depot'))
    const yard = await screen.findByRole('button', { name: 'Yard' })
    await waitFor(() => expect(document.activeElement).toBe(yard))
  })

  test('the help of a page is offered, also while the page is unavailable', async () => {
    const ccHelpPageLocationTxt = 'https://help.example/gate'
    answer(listSections, [
      tile(6, 'Depot', {
        pages: [page(61, 'Gate', { linkEnabledFlg: false, ccHelpPageLocationTxt }), page(62, 'Yard')],
      }),
    ])
    const { person } = await openHome()
    await person.click(tileButton('Depot'))
    const help = await screen.findByRole('link', { name: /Gate/ })
    expect(help.getAttribute('href')).toBe(ccHelpPageLocationTxt)
  })

  test('while one is being opened, another click opens nothing more', async () => {
    const beside = windowBeside()
    const later = Promise.withResolvers<Launch>()
    answerAfter(launchPage, later.promise)
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    await waitFor(() => expect(tileButton('Billing').getAttribute('aria-busy')).toBe('true'))
    await person.click(tileButton('Analytics'))
    later.resolve(launched('https://billing.example/start'))
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalled())
    expect(requestsTo(launchPage)).toHaveLength(1)
    expect(window.open).toHaveBeenCalledTimes(1)
  })

  test('a window that I closed in the meantime is offered again', async () => {
    const beside = windowBeside()
    const later = Promise.withResolvers<Launch>()
    answerAfter(launchPage, later.promise)
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    beside.closed = true
    later.resolve(launched('https://billing.example/start'))
    await screen.findByRole('link', { name: 'Open Billing start' })
    expect(beside.location.replace).not.toHaveBeenCalled()
  })

  test('where an account turns out to be needed, the empty window closes and I choose one', async () => {
    const beside = windowBeside()
    const account = { accountTypeDesc: 'Office', lastUsedFlg: false }
    answer(launchPage, {
      accounts: [
        { ...account, systemAccountUserId: 4, accountUserNm: 'north' },
        { ...account, systemAccountUserId: 5, accountUserNm: 'south' },
      ],
      openInNewWindowFlg: true,
    })
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    await screen.findByRole('dialog', { name: 'Choose an account' })
    expect(beside.close).toHaveBeenCalled()
  })

  test('Escape closes the list of pages and returns the focus to the tile', async () => {
    const { person } = await openHome()
    tileButton('Warehouse').focus()
    await person.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Warehouse' })
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(tileButton('Warehouse')))
  })

  test('an unavailable application says so and does not open', async () => {
    const open = vi.spyOn(window, 'open')
    answer(listSections, [tile(5, 'Archive', { pages: [page(51, 'Archive', { linkEnabledFlg: false })] })])
    const { person } = await openHome()
    const state = tileButton('Archive').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(state)?.textContent).toBe('Temporarily unavailable')
    await person.click(tileButton('Archive'))
    expect(open).not.toHaveBeenCalled()
    expect(requestsTo(launchPage)).toEqual([])
  })

  test('a revoked permission shows a message, and the empty window closes again', async () => {
    const beside = windowBeside()
    refuse(launchPage, 403, 'Forbidden')
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    await screen.findByText('You no longer have access to this application. Ask your administrator for access.')
    expect(beside.close).toHaveBeenCalled()
    expect(requestsTo(recordPageAccess)).toEqual([])
  })

  test('the message names a page that was removed after the tiles were loaded', async () => {
    const beside = windowBeside()
    answerWith(launchPage, { code: '404', data: null, message: 'Billing start is temporarily unavailable.' })
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    await screen.findByText('Billing start is temporarily unavailable.')
    expect(beside.close).toHaveBeenCalled()
  })

  test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'https://portal@evil.example'])(
    'an address like %s is not opened, and the failure is reported',
    async (url) => {
      answer(logForUser, null)
      const beside = windowBeside()
      answer(launchPage, launched(url))
      const { person } = await openHome()
      await person.click(tileButton('Billing'))
      await screen.findByText('We couldn’t open the application. Try again.')
      expect(beside.location.replace).not.toHaveBeenCalled()
      expect(requestsTo(logForUser)[0]?.body).toMatchObject({ message: 'page 20 leads nowhere that may be opened' })
    },
  )

  test('when the browser blocks the window, a link that I click opens it', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    answer(launchPage, launched('https://billing.example/start'))
    const { person } = await openHome()
    await person.click(tileButton('Billing'))
    const link = await screen.findByRole('link', { name: 'Open Billing start' })
    expect(link.getAttribute('href')).toBe('https://billing.example/start')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('searching', () => {
  test('finds tiles by page and by search item and shows the match', async () => {
    const { person, address: now } = await openHome()
    await person.type(screen.getByRole('searchbox', { name: 'Search applications' }), 'pallets')
    await waitFor(() => expect(names()).toEqual(['Warehouse']))
    expect(within(grid()).getByText('Pallets')).toBeDefined()
    await waitFor(() => expect(now()).toBe(`${address}?sort=alphabetical&q=pallets`))
    expect(requestsTo(updateProfile)).toEqual([])
  })

  test('a search without results says so and is cleared with one click', async () => {
    const { person } = await openHome('?q=nothing')
    expect(screen.getByText('No applications match your search.')).toBeDefined()
    await person.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
    await waitFor(() => expect(names()).toHaveLength(3))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  })
})

test.each([
  [15, null],
  [14, 'Your password expires in 14 days.'],
  [0, 'Your password expires tomorrow.'],
  [null, null],
])('of a password that expires in %s days I read: %s', async (daysBeforePasswordExpire, words) => {
  signInAs({ daysBeforePasswordExpire })
  await openHome()
  expect(screen.queryByText(/^Your password expires/)?.textContent ?? null).toBe(words)
})

test('a search among favorites that finds nothing is cleared without showing the others', async () => {
  const { person } = await openHome('?sort=favorites&favorites=1&q=nothing')
  await person.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
  await waitFor(() => expect(names()).toEqual(['Billing']))
})

describe('announcements', () => {
  const offer = announcement(1, 'New reports')
  const outage = announcement(2, 'Maintenance', { type: 'Operational' })
  const old = announcement(3, 'Summer party', { displayFlg: false })
  const panel = () => screen.getByRole('region', { name: 'Announcements' })

  test('are on the home page; the operational one above all else (ANNC-001, ANNC-003, ANNC-006, ANNC-007)', async () => {
    answer(listAnnouncements, [offer, outage, old])
    await openHome()
    await within(panel()).findByRole('heading', { name: 'New reports' })
    expect(within(panel()).queryByText('Summer party')).toBeNull()
    expect(within(panel()).queryByText('Maintenance')).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Operational' })).getByText('Maintenance')).toBeDefined()
  })

  test('a dismissed one disappears at once and is saved as dismissed (ANNC-002, ANNC-005, ANNC-008)', async () => {
    answer(listAnnouncements, [offer, outage])
    answerAfter(dismissAnnouncement, new Promise(() => undefined))
    const { person } = await openHome()
    expect(screen.getByRole('button', { name: 'Announcements, 2 unread' })).toBeDefined()
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await waitFor(() => expect(within(panel()).queryByText('New reports')).toBeNull())
    expect(requestsTo(dismissAnnouncement)[0]?.path).toContain('/cpusers/7/announcements/5001/dismiss')
    expect(screen.getByRole('button', { name: 'Announcements, 1 unread' })).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Announcements')
  })

  test('of two that I dismiss one after the other, both stay dismissed, and the one that fails alone comes back', async () => {
    const later = announcement(4, 'New offices')
    answer(listAnnouncements, [offer, later])
    let refuseFirst: (error: Error) => void = () => undefined
    answerAfter(dismissAnnouncement, new Promise<never>((_, reject) => (refuseFirst = reject)))
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await waitFor(() => expect(requestsTo(dismissAnnouncement)).toHaveLength(1))
    answer(dismissAnnouncement, null)
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New offices' }))
    await screen.findByText('You dismissed “New offices”.')
    await act(async () => refuseFirst(new TypeError('no network')))
    await within(panel()).findByText('New reports')
    expect(within(panel()).queryByText('New offices')).toBeNull()
    expect(requestsTo(dismissAnnouncement).map(({ path }) => path)).toEqual([
      expect.stringContaining('/announcements/5001/dismiss'),
      expect.stringContaining('/announcements/5004/dismiss'),
    ])
  })

  test('a dismissed one does not come back with an answer from before it', async () => {
    answer(listAnnouncements, [offer, outage])
    const { person } = await openHome()
    let finish: (shown: (typeof offer)[]) => void = () => undefined
    answerAfter(listAnnouncements, new Promise((resolve) => (finish = resolve)))
    void invalidate(listAnnouncements)
    await waitFor(() => expect(requestsTo(listAnnouncements)).toHaveLength(2))
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await waitFor(() => expect(within(panel()).queryByText('New reports')).toBeNull())
    await act(async () => finish([offer, outage]))
    await screen.findByText('You dismissed “New reports”.')
    expect(within(panel()).queryByText('New reports')).toBeNull()
  })

  test('the message about a dismissed one has Undo, which shows it again and saves that', async () => {
    answer(listAnnouncements, [offer])
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await screen.findByText('You dismissed “New reports”.')
    expect(within(panel()).queryByText('New reports')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    await within(panel()).findByText('New reports')
    expect(requestsTo(undoDismissal).map(({ path }) => path)).toEqual([
      expect.stringContaining('/cpusers/7/announcements/5001/dismiss'),
    ])
  })

  test('where taking back a dismissal fails, a message says so and it stays dismissed', async () => {
    answer(listAnnouncements, [offer])
    failToConnect(undoDismissal)
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('We couldn’t show the announcement again. Try again.')
    expect(within(panel()).queryByText('New reports')).toBeNull()
  })

  test('stand below the tiles on a narrow page; every operational one stands above them', async () => {
    answer(listAnnouncements, [offer, outage, announcement(4, 'Outage', { type: 'Operational' })])
    await openHome()
    const parts = ['Operational', 'Applications', 'Announcements'].map((name) => screen.getByRole('region', { name }))
    expect(screen.getAllByRole('region').filter((one) => parts.includes(one))).toEqual(parts)
    expect(within(screen.getByRole('region', { name: 'Operational' })).getByText('Outage')).toBeDefined()
    expect(within(panel()).queryByText('Outage')).toBeNull()
  })

  test('one that cannot be dismissed comes back with a message', async () => {
    answer(listAnnouncements, [offer])
    failToConnect(dismissAnnouncement)
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'Dismiss New reports' }))
    await screen.findByText('We couldn’t dismiss the announcement. Try again.')
    expect(within(panel()).getByText('New reports')).toBeDefined()
  })

  test('all of them, including dismissed ones, are in one dialog (ANNC-004)', async () => {
    answer(listAnnouncements, [offer, outage, old])
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'All announcements' }))
    const all = await screen.findByRole('dialog', { name: 'All announcements' })
    expect(
      within(all)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['New reports', 'Maintenance', 'Summer party'])
    expect(within(all).getByText('Dismissed')).toBeDefined()
    await person.click(within(all).getByRole('button', { name: 'Dismiss Maintenance' }))
    await waitFor(() => expect(within(all).getAllByText('Dismissed')).toHaveLength(2))
    await person.click(within(all).getByRole('button', { name: 'Show again: Summer party' }))
    await waitFor(() => expect(within(all).getAllByText('Dismissed')).toHaveLength(1))
    expect(requestsTo(undoDismissal)[0]?.path).toContain('/cpusers/7/announcements/5003/dismiss')
    expect(document.activeElement?.textContent).toBe('Dismiss')
  })

  test('opened by its title, the dialog begins at that one', async () => {
    answer(listAnnouncements, [offer, announcement(4, 'New offices')])
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'New offices' }))
    const all = await screen.findByRole('dialog', { name: 'All announcements' })
    await waitFor(() =>
      expect(document.activeElement).toBe(within(all).getByRole('heading', { name: 'New offices', level: 3 })),
    )
  })

  test('in another language say which one wherever their words stand', async () => {
    const german = { languageCd: 'de' as const }
    answer(listAnnouncements, [
      announcement(5, 'Wartung', { ...german, type: 'Operational' }),
      announcement(6, 'Neuigkeiten', german),
    ])
    const { person } = await openHome()
    const language = (place: HTMLElement, words: string) =>
      within(place)
        .getAllByText(words, { exact: false })
        .map((element) => element.closest('[lang]:not(html)')?.getAttribute('lang'))
    expect(language(screen.getByRole('region', { name: 'Operational' }), 'Wartung')).toEqual(['de', 'de'])
    expect(language(panel(), 'Neuigkeiten')).toEqual(['de', 'de'])
    await person.click(within(panel()).getByRole('button', { name: 'All announcements' }))
    const all = await screen.findByRole('dialog', { name: 'All announcements' })
    for (const words of ['Wartung', 'Neuigkeiten']) expect(new Set(language(all, words))).toEqual(new Set(['de']))
  })

  test('contain only allowed markup (ANNC-001)', async () => {
    const hostile = announcement(4, 'Hello', {
      messageText: '<p onclick="x()">Hi <img src=x onerror=x()><b>you</b></p>',
    })
    answer(listAnnouncements, [hostile])
    const { person } = await openHome()
    await person.click(within(panel()).getByRole('button', { name: 'Hello' }))
    const all = await screen.findByRole('dialog')
    expect(all.querySelector('img, [onclick]')).toBeNull()
    expect(all.querySelector('b')?.textContent).toBe('you')
  })

  test('show an empty state when there are none', async () => {
    await openHome()
    expect(within(panel()).getByText('There are no announcements.')).toBeDefined()
  })

  test('leave the tiles in place when they cannot be loaded, and can be retried', async () => {
    refuse(listAnnouncements, 500, '')
    const { person } = await openHome()
    expect(names()).toHaveLength(3)
    const again = await within(panel()).findByRole('button', { name: 'Try again' })
    answer(listAnnouncements, [offer])
    await person.click(again)
    await within(panel()).findByText('New reports')
  })
})

describe('tiles that cannot be loaded', () => {
  test('leave maintenance notices and announcements in place, and can be retried', async () => {
    refuse(listSections, 500, '')
    answer(listAnnouncements, [announcement(1, 'New reports'), announcement(2, 'Maintenance', { type: 'Operational' })])
    const { person } = await openHome()
    const applications = within(screen.getByRole('region', { name: 'Applications' }))
    await applications.findByText('We couldn’t load your applications.')
    expect(within(screen.getByRole('region', { name: 'Operational' })).getByText('Maintenance')).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Announcements' })).getByText('New reports')).toBeDefined()
    expect(applications.queryByRole('radiogroup')).toBeNull()
    answer(listSections, [analytics, billing, warehouse])
    await person.click(applications.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(document.activeElement).toBe(applications.getByRole('heading', { name: 'Applications' }))
  })
})

describe('the dialog of all announcements', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'All announcements' }))

  test('does not say that there are none before they have loaded', async () => {
    const later = Promise.withResolvers<UserAnnouncement[]>()
    const { person } = await openHome()
    answerAfter(listAnnouncements, later.promise)
    // As on other pages, which do not wait for them.
    void queryClient.resetQueries({ queryKey: announcementsQuery().queryKey })
    await person.click(await screen.findByRole('button', { name: 'Announcements' }))
    const all = await dialog()
    expect(all.queryByText('There are no announcements.')).toBeNull()
    later.resolve([])
    expect(await all.findByText('There are no announcements.')).toBeDefined()
  })

  test('says that they could not be loaded, and loads them with another try', async () => {
    refuse(listAnnouncements, 500, '')
    const { person } = await openHome()
    await person.click(await screen.findByRole('button', { name: 'Announcements' }))
    const all = await dialog()
    const again = await all.findByRole('button', { name: 'Try again' })
    expect(all.queryByText('There are no announcements.')).toBeNull()
    answer(listAnnouncements, [])
    await person.click(again)
    expect(await all.findByText('There are no announcements.')).toBeDefined()
  })
})

test('the client’s home background is behind the heading (BRND-004)', async () => {
  answer(getBrandingHomeBackground, { image: null, url: '/ccservices/images/branding/home' })
  await openHome()
  const banner = screen.getByRole('heading', { level: 1 }).closest('header')
  expect(banner?.querySelector('img')?.getAttribute('src')).toBe('/ccservices/images/branding/home')
})
