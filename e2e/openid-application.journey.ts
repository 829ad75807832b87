import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, PASSWORD } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

/** A page of the demo's application with OpenID Connect. */
const PAGE = 'Report a Problem'

describe('an application with OpenID Connect', () => {
  test('opens from the search, signed in, and shows what it verified', async () => {
    const visitor = await newVisitor()
    const { page, context } = visitor
    await visitor.signIn('external.user')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(PAGE)
    await page
      .getByRole('option', { name: new RegExp(PAGE) })
      .first()
      .click()
    const application = await opened
    await application.getByRole('heading', { name: 'Welcome to Service Desk' }).waitFor()
    await application.getByText('external.user', { exact: true }).waitFor()
    await application.close()
    visitor.expectCleanConsole()
    await visitor.signOut()
  })

  test('asks a user without a session to sign in, and opens after it', async () => {
    const finder = await newVisitor()
    await finder.signIn('internal.user')
    const address = await openedAddress(finder)
    const visitor = await newVisitor({ width: 360, dark: true })
    const { page } = visitor
    await page.goto(address)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('User ID').fill('external.user')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome to Service Desk' }).waitFor()
    await page.getByText('external.user', { exact: true }).waitFor()
  })

  test('that asks in a way the portal refuses leaves the user on a page that says so', async () => {
    const visitor = await newVisitor({ width: 360 })
    await visitor.visit(
      '/ccservices/oidc/authorize?client_id=nobody&response_type=code&redirect_uri=https://a.example.test/',
    )
    await visitor.page.getByRole('heading', { name: 'The portal refused this request' }).waitFor()
    await visitor.page.getByText('invalid_client').waitFor()
    await visitor.expectAccessible()
  })
})

async function openedAddress({ page, context }: Awaited<ReturnType<typeof newVisitor>>): Promise<string> {
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(PAGE)
  await page
    .getByRole('option', { name: new RegExp(PAGE) })
    .first()
    .click()
  const application = await opened
  await application.getByRole('heading', { name: 'Welcome to Service Desk' }).waitFor()
  expect(new URL(application.url()).pathname).toMatch(/^\/demo-application\/\d+$/)
  return application.url()
}
