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

test('a user signs out through three applications, one of which never answers, and stays to see what became of each (LOUT-008, LOUT-010, LOUT-018..022, LOUT-025, WCAG 2.2.1)', async () => {
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
  // The receipt would make room for the sign-in page while it is looked at.
  await page.getByRole('timer').waitFor()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Stay on this page' }).press('Enter')
  await page.getByText('This page stays open.').waitFor()
  expect(await page.getByRole('timer').count()).toBe(0)
  const state = (name: string) => page.getByRole('listitem').filter({ hasText: name }).innerText()
  expect(await state('Insight Reports')).toContain('Signed out')
  expect(await state('Service Desk')).toContain('Signed out')
  expect(await state('Billing Center')).toContain('No answer')
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await visitor.visit('/content-authenticated/home')
  await page.getByText('You are not logged in. Please login again.').waitFor()
})

test('a user who opened an application and signs out ends at the sign-in page without doing anything (LOUT-008)', async () => {
  const visitor = await newVisitor({ width: 360 })
  const { page } = visitor
  await visitor.signIn('internal.user')
  await open(visitor, 'Invoices')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await page.getByText(/^The sign-in page opens in \d+ seconds?\.$/).waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  visitor.expectCleanConsole()
})

test('an administrator gives two applications a logout address and tries it, and users are then signed out of both (LOUT-008, LOUT-016, LOUT-019, LOUT-021)', async () => {
  const admin = await newVisitor()
  const { page } = admin
  await admin.signIn('portal.admin')
  await admin.visit('/content-authenticated/administration/application-settings/system/100')
  await page.getByLabel('Logout address').fill('https://elsewhere.example/logout')
  await page.getByRole('button', { name: 'Save system' }).click()
  await page.getByText(/^A sign-out leads only to addresses of the portal and of the application\./).waitFor()
  await page.getByLabel('Logout address').fill('http://{host}/demo-application/sign-out/ARCHIVE')
  await page.getByRole('button', { name: 'Save system' }).click()
  await page.getByText(/^A sign-out opens .*\/demo-application\/sign-out\/ARCHIVE$/).waitFor()
  await admin.expectAccessible()
  const [trial] = await Promise.all([
    admin.context.waitForEvent('page'),
    page.getByRole('button', { name: 'Try it' }).press('Enter'),
  ])
  await trial.getByRole('heading', { name: 'The application sent the browser back' }).waitFor()
  await trial.close()
  // A busy machine may take longer than a sign-out waits.
  const answered = page.getByText(/application sent the browser back,? (but only )?after/)
  await answered.waitFor()

  await admin.visit('/content-authenticated/database-maintenance/single-sign-on')
  const openSettings = async () => {
    await page.getByRole('button', { name: 'Actions for Payments Hub' }).click()
    await page.getByRole('menuitem', { name: 'Edit settings' }).click()
    await page.getByRole('dialog').getByLabel('Logout address').waitFor()
  }
  await openSettings()
  await page.getByLabel('Logout address').fill('/demo-application/sign-out/WRONG')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const tryAgain = async () => {
    await openSettings()
    const opened = admin.context.waitForEvent('page')
    await page.getByRole('button', { name: 'Try it' }).press('Enter')
    await (await opened).getByRole('heading', { name: 'The application sent the browser back' }).waitFor()
    await (await opened).close()
  }
  await tryAgain()
  await page.getByText(/with app=WRONG, but the portal expects app=PAYHUB\./).waitFor()
  await admin.expectAccessible()
  await page.getByLabel('Logout address').fill('/demo-application/sign-out/PAYHUB')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await tryAgain()
  await answered.waitFor()
  await page.keyboard.press('Escape')
  // The refused address, and a server that is busy with other tests.
  admin.expectCleanConsole(/422|503/)
  await admin.signOut()

  const user = await newVisitor({ width: 360 })
  await user.signIn('external.user')
  for (const name of ['Statement Search', 'Payment Search']) await open(user, name)
  await user.page.getByRole('button', { name: 'Account menu' }).click()
  await user.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await user.page.getByText('You’re signed out of the portal and of every application that you opened.').waitFor()
  for (const name of ['Statement Archive', 'Payments Hub'])
    await user.page.getByRole('listitem').filter({ hasText: name }).getByText('Signed out').waitFor()
  await user.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  user.expectCleanConsole()
})
