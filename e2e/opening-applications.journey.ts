import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('other.user')
})
afterAll(closeBrowser)

const LEARNING = 'Learning Center'

/** The application has verified who the user is, and says so. */
async function isSignedOn(application: Page, userName: string): Promise<void> {
  await application.getByRole('heading', { name: 'Welcome to Learning Center' }).waitFor()
  await application.getByText('verified its signature').waitFor()
  expect(await application.getByRole('definition').first().textContent()).toBe(userName)
}

const openTile = (page: Page) => page.getByRole('button', { name: 'Learning', exact: true }).first().click()

test('a tile of a SAML application opens it signed on, with two requests of the portal (SSOA-001, HOME-006)', async () => {
  const { page } = visitor
  const requests: string[] = []
  const [application, answer] = await Promise.all([
    page.waitForEvent('popup'),
    visitor.responseTo(launchPage),
    openTile(page),
  ])
  application.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  expect(answer?.status()).toBe(200)
  await isSignedOn(application, 'other.user')
  // Files of the browser itself, such as icons, aside.
  expect(requests.filter((one) => /hand-off|demo-application|ccservices/.test(one)).length).toBeLessThanOrEqual(2)
  expect(await application.evaluate(() => [window.opener, sessionStorage.getItem('handOff')])).toEqual([null, null])
  await application.close()
  expect(visitor.consoleMessages).toEqual([])
})

test('going back from the application leads to the portal and posts nothing again', async () => {
  const [application] = await Promise.all([visitor.page.waitForEvent('popup'), openTile(visitor.page)])
  await isSignedOn(application, 'other.user')
  await application.goBack().catch(() => null)
  await application.getByRole('heading', { name: 'Applications' }).waitFor()
  await application.close()
})

/** One of each kind, with the tile that it is in. */
const applications = [
  { kind: 'without single sign-on', tile: 'Reports', name: 'Report Library', heading: 'Welcome to Report Library' },
  { kind: 'with SAML', tile: 'Learning', name: LEARNING, heading: 'Welcome to Learning Center' },
  { kind: 'with OpenID Connect', tile: 'Support', name: 'Report a Problem', heading: 'Welcome to Service Desk' },
]

/** Waits for the application, in a window of its own or in this one; returns the id of its page in the portal. */
async function opened(person: Visitor, open: () => Promise<void>, heading: string): Promise<string> {
  const { page, context } = person
  const arrived = Promise.race([context.waitForEvent('page'), page.waitForURL(/demo-application/).then(() => page)])
  const [answer] = await Promise.all([person.responseTo(launchPage), open()])
  const application = await arrived
  await application.getByRole('heading', { name: heading }).waitFor()
  if (application === page) await person.visit('/content-authenticated/home')
  else await application.close()
  return /pages\/(\d+)\/sso-login/.exec(answer?.url() ?? '')?.[1] ?? ''
}

/** Tiles with several pages let the user choose. */
async function openFromTile({ page }: Visitor, tile: string, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${tile}`) })
    .first()
    .click()
  if (tile !== 'Learning')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .click()
}

async function openFromSearch({ page }: Visitor, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

test.each(applications)(
  'an application $kind opens from its tile, from the search, and by a link of a visitor who is signed out (HOME-006, HOME-018)',
  async ({ tile, name, heading }) => {
    const person = await newVisitor()
    await person.signIn('internal.user')
    await person.page.getByRole('list', { name: 'Applications' }).waitFor()
    const pageId = await opened(person, () => openFromTile(person, tile, name), heading)
    await person.page.getByRole('list', { name: 'Applications' }).waitFor()
    await opened(person, () => openFromSearch(person, name), heading)

    const stranger = await newVisitor()
    await stranger.visit(`/content-authenticated/open/${pageId}`)
    await stranger.page.waitForURL(/\/login/)
    await stranger.fillSignIn('internal.user')
    const continueHere = stranger.page.getByRole('button', { name: 'Continue here' })
    await continueHere.waitFor()
    await continueHere.click()
    await stranger.page.getByRole('heading', { name: heading }).waitFor()
    expect(stranger.consoleMessages).toEqual([])
  },
)

test('the application itself asks for a sign-on, of a visitor who is signed out and of one who is signed in', async () => {
  const start = '/demo-application/learning-center/sign-on'
  const stranger = await newVisitor()
  await stranger.visit(start)
  await stranger.page.waitForURL(/\/login/)
  await stranger.fillSignIn('internal.user')
  const continueHere = stranger.page.getByRole('button', { name: 'Continue here' })
  const welcome = stranger.page.getByRole('heading', { name: 'Welcome to Learning Center' })
  await welcome.or(continueHere).first().waitFor()
  if (await continueHere.isVisible()) await continueHere.click()
  await isSignedOn(stranger.page, 'internal.user')
  await stranger.visit(start)
  await isSignedOn(stranger.page, 'internal.user')
  expect(stranger.consoleMessages).toEqual([])
})

test('an application that may not be opened says so, with a way to the portal', async () => {
  const stranger = await newVisitor()
  await stranger.signIn('internal.user')
  await stranger.visit('/content-authenticated/open/999999')
  await stranger.page.getByText('You no longer have access to this application.').waitFor()
  await stranger.page.getByRole('link', { name: 'Go to the portal' }).click()
  await stranger.page.getByRole('heading', { name: 'Applications' }).waitFor()
})
