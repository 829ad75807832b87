import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import { listManagedObjects } from '@portico/contract/managed-objects/managed-objects.ts'
import { getListPreferences } from '@portico/contract/preferences/preferences.ts'
import { getSessionTimeout } from '@portico/contract/session/session.ts'
import { getPreloginCsrfToken } from '@portico/contract/sign-in/sign-in.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import type { AdminScreen } from '../../src/shell/admin-entry.ts'
import { answer } from '../answer.ts'
import { placeCaret } from '../caret.ts'
import { uploadsGoToServer } from '../uploads.ts'
import { type AnyCall, answerAnyCall } from './any-call.ts'
import { watchOutside } from './outside.ts'
import { givenAt } from './pages.ts'
import { nameOf, topDialog } from './parts.ts'
import { NOW } from './sample-data.ts'
import { changedLines } from './shown-lines.ts'
import { Tour, type Visit } from './tour.ts'
import { walkButtons, walkMenus, walkSelection } from './walk-buttons.ts'
import { walkDialog } from './walk-dialog.ts'
import { oneHitOfEachKind, searchButton, walkMessages, walkSearch } from './walk-frame.ts'
import { otherTabs, sendForms, walkFields, walkLists } from './walk-lists.ts'

/** Every screen of the administration. */
export const adminScreens: AdminScreen[] = Object.values(
  import.meta.glob<Readonly<Record<string, AdminScreen>>>('../../src/admin/*/screen.ts', { eager: true }),
).flatMap((area) => Object.values(area))

const opens =
  (...pages: readonly AdminPage[]) =>
  ({ page }: AdminScreen) =>
    pages.includes(page)

const isAboutUsers = ({ address }: AdminScreen) => /user|administration$/.test(address)

/** The screens in the files of their tests, each in one. */
export const screenGroups: Readonly<Record<string, (screen: AdminScreen) => boolean>> = {
  users: (screen) => opens('User Administration')(screen) && isAboutUsers(screen),
  access: (screen) => opens('User Administration')(screen) && !isAboutUsers(screen),
  catalog: opens('Application Settings', 'System Announcements'),
  clients: opens('Client Settings'),
  maintenance: opens('Database Maintenance'),
  operation: opens(
    'User List Report',
    'User Access Report',
    'PCI User Report',
    'Report Queue',
    'Audit Trail',
    'Mail Delivery',
  ),
}

/** What is around every page has a record of its own. */
export const frame = 'frame'

/** An address with an id for each parameter that is one; an unknown tab is the first one. */
const withIds = (address: string) => address.replaceAll(/\$\w+Id\b/g, '41').replace('$tabName', 'first')

/** The name of the record of a screen or page. */
export const fileOf = (address: string): string =>
  address
    .replace('/content-authenticated/', '')
    .replace(/#.*/, '')
    .replaceAll(/\$/g, '')
    .replaceAll(/[^\w-]+/g, '.')
    .replace(/^\./, '')

/** The page that reports where somebody was led from. */
const REPORTS = '/redirect-blocked'

function holding(
  pages: readonly AdminPage[],
  { mayAll = true, ...others }: Partial<Parameters<typeof answerAnyCall>[0]> = {},
): AnyCall {
  answer(
    getAdminMenu,
    pages.map((pageNm, at) => ({ pageId: at + 1, pageNm })),
  )
  answer(getSessionTimeout, 30)
  // Prepared for every test but the first one of a file.
  answer(listManagedObjects, [])
  answer(getListPreferences, { savedFilters: [], hiddenColumns: [] })
  answer(getOwnTexts, { languageCd: 'en', texts: {} })
  answer(getPreloginCsrfToken, { humanCheck: false }, { headers: { 'x-csrf-token': 'pre-login-token' } })
  return answerAnyCall({ mayAll, ...others })
}

/** The modules of the portal, which are there before a tour begins: what loads late would be seen sooner or later. */
const modules = import.meta.glob([
  '../../src/**/*.tsx',
  '!../../src/**/*.test.tsx',
  '!../../src/main.tsx',
  '!../../src/kit-page/*',
])

/** Days are those of a reader who is behind UTC, wherever the machine is. */
const ZONE = 'America/Chicago'

beforeAll(async () => {
  vi.stubEnv('TZ', ZONE)
  await Promise.all(Object.values(modules).map((load) => load()))
})
afterAll(() => void vi.unstubAllEnvs())

function beginTour(): void {
  watchOutside()
  uploadsGoToServer()
  placeCaret()
  // Samples of one field have the same ids in each of the lists that a page shows, of which React complains.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
    now: NOW,
  })
}

/** A screen with many tabs and dialogs takes seconds, and minutes beside much other work. */
const TEST_MS = 900_000

interface Visited {
  /** All that was written down. */
  lines: string[]
  /** What was shown and asked for first. */
  arrival: string[]
  /** Addresses of the other tabs. */
  tabs: string[]
}

/**
 * Visits an address and does all that can be done there. Buttons above the tabs are pressed in one of them, and the first
 * one says which others there are.
 */
async function visit(one: Visit, pressed: Set<string>, isFirst = false): Promise<Visited> {
  const tour = new Tour(one)
  tour.note(`### ${one.address}`)
  await tour.open()
  tour.noteArrival()
  const arrival = [...tour.lines]
  const tabs = isFirst ? await otherTabs(tour) : []
  // A page that is nothing but a dialog.
  if (topDialog()) await walkDialog(tour, () => tour.open())
  await walkButtons(tour, pressed)
  await walkSelection(tour)
  await tour.open()
  await walkLists(tour)
  await tour.open()
  await walkFields(tour)
  await sendForms(tour)
  expect(await tour.end(), `faults of ${one.address}`).toEqual([])
  return { lines: tour.lines, tabs, arrival }
}

/**
 * What differs for a user who holds nothing but a page that opens the screen and may do nothing else that only some may;
 * they ask for nothing that is refused.
 */
async function visitWith(page: AdminPage, address: string, arrival: readonly string[]): Promise<string[]> {
  const server = holding([page], { mayAll: false })
  const tour = new Tour({ address, server })
  tour.note(`### ${address}`)
  await tour.open()
  const refused = tour.asked.filter(({ endpoint: { guard } }) => guard.kind === 'admin' && !guard.pages.includes(page))
  expect(refused.map(({ line }) => line)).toEqual([])
  tour.noteArrival()
  const shown = changedLines(arrival, tour.lines)
  const count = tour.lines.length
  await walkMenus(tour)
  expect(await tour.end(), `faults of ${address}`).toEqual([])
  return [`### ${address} with ${page} alone`, ...shown, ...tour.lines.slice(count)]
}

/** What differs on arrival where records have other flags and states. */
async function visitOthers(address: string, arrival: readonly string[]): Promise<string[]> {
  const tour = new Tour({ address, server: holding(adminPages, { isOther: true }) })
  tour.note(`### ${address}`)
  await tour.open()
  tour.noteArrival()
  const shown = changedLines(arrival, tour.lines)
  expect(await tour.end(), `faults of ${address}`).toEqual([])
  return shown.length === 0 ? [] : [`### ${address} with other records`, ...shown]
}

/** The addresses of a page and of its tabs, each with what was written down there. */
async function visitAll(begun: Visit): Promise<[address: string, visited: Visited][]> {
  const pressed = new Set<string>()
  const one = { ...begun, walked: new Set<string>() }
  const first = await visit(one, pressed, true)
  const all: [string, Visited][] = [[one.address, first]]
  for (const address of first.tabs) all.push([address, await visit({ ...one, address }, pressed)])
  return all
}

const expectRecorded = (address: string, lines: readonly string[]) =>
  expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../recorded/${fileOf(address)}.txt`)

/**
 * A test for each screen of a group: what it shows, asks for and does is as it was last read. No server and no data of
 * the demo take part: each call is answered by a sample that is made from its schema in the contract, see `sampleData`.
 * A change that is made on purpose is recorded with `-u`, and the difference of the record is read.
 */
export function testScreens(group: keyof typeof screenGroups): void {
  const screens = adminScreens.filter((screen) => screenGroups[group]?.(screen))
  test.each(screens.map((screen) => [screen.address, screen] as const))(
    'the screen %s shows, asks for and does what is recorded',
    async (_name, { address, page, otherPages = [] }) => {
      beginTour()
      const all = await visitAll({ address: withIds(address), server: holding(adminPages) })
      const lines = all.flatMap(([, visited]) => visited.lines)
      // The tabs of these users may be others.
      for (const [at, { arrival }] of all.slice(0, 1))
        for (const one of [page, ...otherPages.slice(0, 1)]) lines.push(...(await visitWith(one, at, arrival)))
      for (const [at, { arrival }] of all) lines.push(...(await visitOthers(at, arrival)))
      await expectRecorded(address, lines)
    },
    TEST_MS,
  )
}

interface PagesOptions {
  isSignedOut?: boolean
  /** The screens of the administration that the reader may open. */
  opens?: readonly AdminPage[]
}

/** The same for pages beside the administration, and for others by their whole addresses. */
export function testPages(addresses: readonly string[], { isSignedOut = false, opens: held = [] }: PagesOptions = {}) {
  test.each(addresses)(
    'the page %s shows, asks for and does what is recorded',
    async (address) => {
      beginTour()
      const server = holding(held, { mayReport: address === REPORTS, given: givenAt[address] ?? {} })
      const all = await visitAll({ address, server, isSignedOut })
      const lines = all.flatMap(([, visited]) => visited.lines)
      await expectRecorded(address, lines)
    },
    TEST_MS,
  )
}

/** A test of what is around every page: its menus, the search, and messages. */
export function testFrame(): void {
  test(
    'the frame around a page shows, asks for and does what is recorded',
    async () => {
      beginTour()
      const tour = new Tour({
        address: '/content-authenticated/my-links',
        server: holding(adminPages, { given: oneHitOfEachKind() }),
        part: 'header',
      })
      await tour.open()
      const search = searchButton()
      await walkButtons(tour, new Set(search ? [nameOf(search)] : []))
      await walkSearch(tour)
      await walkMessages(tour)
      expect(await tour.end(), 'faults of the frame').toEqual([])
      await expectRecorded(frame, tour.lines)
    },
    TEST_MS,
  )
}
