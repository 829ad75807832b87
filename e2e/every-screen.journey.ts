import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminAddresses, paths } from './screen-paths.ts'
import { type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'
import { expectWholeWords } from './whole-words.ts'

let portal: RunningPortal
beforeAll(async () => {
  // Accounts that are about to enroll or to choose a password must not have done so in an earlier journey.
  portal = await startServer()
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
})

/** How a screen is reached: its address, and the demo account that sees it; null = without a session. */
interface Screen {
  as: string | null
  /** False where the sign-in itself leads there and not to home. */
  isBehindHome?: boolean
  /** Where the address needs ids of the demo world. */
  address?: string
  /** The button to press on the way. */
  press?: string
  /** Checked by another journey, which has what it needs. */
  checkedIn?: string
}

/** Screens that the demo's administrator does not simply open by their address. */
const listed: Record<string, Screen> = {
  start: { as: null },
  login: { as: null },
  forgotPassword: { as: null },
  choosePassword: { as: null },
  federatedSignOut: { as: null },
  logout: { as: null, checkedIn: 'logout-chain.journey.ts' },
  redirectBlocked: { as: null },
  signOnRefused: { as: null },
  openIdSignOn: { as: null, checkedIn: 'openid-application.journey.ts' },
  federatedSignIn: { as: null, checkedIn: 'federated-sign-on.journey.ts' },
  license: { as: 'unlicensed.user', isBehindHome: false },
  gate: { as: 'temporary.user', isBehindHome: false },
  secondFactor: { as: 'factor.user', isBehindHome: false },
  enrollSecondFactor: { as: 'unenrolled.user', isBehindHome: false, press: 'Set up now' },
  accountSetup: { as: 'first.time', isBehindHome: false },
  openApplication: {
    as: 'external.user',
    address: '/content-authenticated/open/999',
    // What a user finds there who may not open it.
  },
  signOn: { as: null, address: '/content-authenticated/sign-on#refused' },
  home: { as: 'internal.user' },
  myLinks: { as: 'external.user' },
  manageMyLinks: { as: 'external.user' },
  askForApplication: { as: 'external.user' },
  contactUs: { as: 'external.user' },
  accountSettings: { as: 'external.user' },
  documentLibrary: { as: 'external.user' },
  systemAccounts: { as: 'portal.admin', checkedIn: 'system-accounts.journey.ts' },
  userProfile: { as: 'portal.admin', address: '/content-authenticated/administration/user-profile/1003/permissions' },
  applicationPage: { as: 'portal.admin', address: '/content-authenticated/administration/applications/100/people' },
  editApplication: { as: 'portal.admin', address: '/content-authenticated/administration/application-settings/100' },
  editSection: { as: 'portal.admin', address: '/content-authenticated/administration/application-settings/section/1' },
  editSystem: { as: 'portal.admin', address: '/content-authenticated/administration/application-settings/system/100' },
  tileUsers: { as: 'portal.admin', address: '/content-authenticated/administration/tile-users?tile=1' },
  permissionSetPage: {
    as: 'portal.admin',
    address: '/content-authenticated/administration/permission-sets/1/contents',
  },
  licenseVersion: { as: 'portal.admin', address: '/content-authenticated/database-maintenance/licenses/1' },
  webhook: { as: 'portal.admin', checkedIn: 'webhooks.journey.ts' },
  accessReview: { as: 'portal.admin', address: '/content-authenticated/administration/access-reviews/3' },
  settingsOfClient: { as: 'portal.admin', address: '/content-authenticated/administration/client-settings/2' },
  openFile: { as: 'external.user', address: '/content-authenticated/files/Getting started.pdf' },
  reportViewer: {
    as: 'portal.admin',
    address: '/content-authenticated/administration/report-viewer/999999',
    // A report that is there would take the place of the page while it is checked.
  },
  openedReport: { as: 'portal.admin', address: '/content-authenticated/administration/report/2' },
  kit: { as: null, checkedIn: 'development only' },
}

const screens: Record<string, Screen> = {
  ...Object.fromEntries(adminAddresses.map(([name]) => [name, { as: 'portal.admin' }])),
  ...listed,
}

/** The sign-in led on, also where the account has a session elsewhere. */
async function leaveSignIn({ page }: Visitor): Promise<void> {
  const continueHere = page.getByRole('button', { name: 'Continue here' })
  await page.waitForFunction(() => location.pathname !== '/login' || document.querySelector('[role="dialog"]') !== null)
  if (await continueHere.isVisible()) await continueHere.click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** One visitor for each account: a session is opened once. */
async function visitorOf(visitors: Map<string, Visitor>, { as, isBehindHome = true }: Screen) {
  const signedIn = as === null || !isBehindHome ? undefined : visitors.get(as)
  if (signedIn) return signedIn
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  if (as !== null && isBehindHome) {
    await visitor.signIn(as)
    visitors.set(as, visitor)
  }
  return visitor
}

async function open(
  visitor: Visitor,
  name: string,
  { as, isBehindHome = true, press, address = paths[name]?.() ?? '' }: Screen,
): Promise<void> {
  if (as === null || isBehindHome) await visitor.visit(address)
  else {
    await visitor.visit('/login')
    await visitor.fillSignIn(as)
    if (press) await visitor.page.getByRole('button', { name: press }).click()
    await leaveSignIn(visitor)
    // The page before has a heading, too, and goes when the next one has loaded.
    await visitor.page.waitForURL((url) => url.pathname === address)
  }
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  await visitor.waitForContent()
}

test('every address of the front end is opened here, or listed with where it is', () => {
  expect(Object.keys(screens).toSorted()).toEqual(Object.keys(paths).toSorted())
})

const visitors = new Map<string, Visitor>()
const looks = [
  { width: 1280, height: 860, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const
const tablet = { width: 1024, height: 768 }
const checked = Object.entries(screens).filter(([, { checkedIn }]) => checkedIn === undefined)

test.each(checked)(
  '%s is accessible and fits, on a desk in light, on a tablet and on a telephone in dark',
  async (name, screen) => {
    const visitor = await visitorOf(visitors, screen)
    await open(visitor, name, screen)
    for (const { colorScheme, ...size } of looks) {
      await visitor.page.emulateMedia({ colorScheme })
      await visitor.page.setViewportSize(size)
      await visitor.waitForContent()
      await visitor.expectAccessible()
      await visitor.expectNoHorizontalScroll()
    }
    await visitor.page.setViewportSize(tablet)
    await visitor.expectNoHorizontalScroll()
    await expectWholeWords(visitor.page)
    if ([...visitors.values()].includes(visitor)) await visitor.page.setViewportSize(looks[0])
    else await visitor.context.close()
  },
)
