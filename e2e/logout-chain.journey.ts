import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

/** Pages of three applications that sign their users out in the browser, one of them by OpenID Connect. */
const PAGES = ['Report Library', 'Invoices', 'Report a Problem']

async function open(visitor: Visitor, name: string): Promise<void> {
  const { page, context } = visitor
  // Some open in a window of their own, others in this one.
  const opened = Promise.race([context.waitForEvent('page'), page.waitForURL(/demo-application/).then(() => page)])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  const application = await opened
  await application.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  if (application !== page) return application.close()
  await visitor.visit('/content-authenticated/home')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
}

test('a user signs out through three applications, one of which never answers, and sees what became of each (LOUT-010, LOUT-018..022, LOUT-025)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await visitor.signIn('internal.user')
  for (const name of PAGES) await open(visitor, name)
  // This application takes the request and never answers.
  await page.route('**/demo-application/sign-out/BILLING*', () => undefined)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Signing you out of Billing Center…').waitFor()
  await visitor.expectAccessible()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  const state = (name: string) => page.getByRole('listitem').filter({ hasText: name }).innerText()
  expect(await state('Insight Reports')).toContain('Signed out')
  expect(await state('Service Desk')).toContain('Signed out')
  expect(await state('Billing Center')).toContain('No answer')
  await visitor.expectAccessible()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await visitor.visit('/content-authenticated/home')
  await page.getByText('You are not logged in. Please login again.').waitFor()
})
