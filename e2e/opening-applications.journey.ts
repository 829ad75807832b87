import { launchPage } from '@portico/contract/single-sign-on.ts'
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

/** The address of the application's page in the portal, as a link from outside has it. */
async function deepLink(): Promise<string> {
  const page = visitor.page
  const opened = page.waitForResponse((answer) => answer.url().includes('/sso-login'))
  const [application] = await Promise.all([page.waitForEvent('popup'), openTile(page)])
  const pageId = /pages\/(\d+)\/sso-login/.exec((await opened).url())?.[1] ?? ''
  await application.close()
  return `/content-authenticated/open/${pageId}`
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

test('the search opens it too (HOME-018)', async () => {
  const { page } = visitor
  await page.keyboard.press('Control+k')
  await page.keyboard.type(LEARNING)
  await page
    .getByRole('option', { name: new RegExp(LEARNING) })
    .first()
    .waitFor()
  const [application] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await isSignedOn(application, 'other.user')
  await application.close()
})

test('a deep link of a visitor who is signed out opens it after signing in', async () => {
  const address = await deepLink()
  const stranger = await newVisitor()
  await stranger.visit(address)
  await stranger.page.waitForURL(/\/login/)
  await stranger.fillSignIn('internal.user')
  const continueHere = stranger.page.getByRole('button', { name: 'Continue here' })
  const welcome = stranger.page.getByRole('heading', { name: 'Welcome to Learning Center' })
  await welcome.or(continueHere).first().waitFor()
  if (await continueHere.isVisible()) await continueHere.click()
  await isSignedOn(stranger.page, 'internal.user')
})

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

test('a plain application opens from its tile and by its address', async () => {
  const stranger = await newVisitor()
  await stranger.signIn('internal.user')
  const tile = stranger.page.getByRole('button', { name: /Reports/ }).first()
  await tile.click()
  const dialog = stranger.page.getByRole('dialog')
  const [application] = await Promise.all([
    stranger.page.waitForEvent('popup'),
    dialog.getByRole('button', { name: /Report Library/ }).click(),
  ])
  await application.getByRole('heading', { name: 'Welcome to Report Library' }).waitFor()
  const pageId = /demo-application\/(\d+)/.exec(application.url())?.[1] ?? ''
  await stranger.visit(`/content-authenticated/open/${pageId}`)
  await stranger.page.getByRole('heading', { name: 'Welcome to Report Library' }).waitFor()
})
