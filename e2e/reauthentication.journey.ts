import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { codeOf } from './authenticator-code.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor } from './visitor.ts'

const providers = '/content-authenticated/database-maintenance/identity-providers'

let folder: string
let portal: RunningPortal
beforeAll(async () => {
  folder = await createTempFolder()
  // A portal of its own: the journey changes its sessions in the database.
  portal = await startServer({}, folder)
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Makes every session one whose user signed in an hour ago. */
async function ageSessions(): Promise<void> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data', 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query("update sessions set authenticated_at = now() - interval '1 hour'")
  await client.end()
  await postgres.stop()
}

const dialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Changes the sign-out address of the demo's identity provider up to the press of the button. */
async function changeAddress({ page }: Visitor, address: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for Lindqvist/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Sign-out address').fill(address)
  await page.getByRole('button', { name: 'Save identity provider' }).click()
}

const isChanged = ({ page }: Visitor) => page.getByText('Changes saved.').waitFor()

/** The address that the provider has now. */
async function expectAddress({ page }: Visitor, address: string): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: /^Actions for Lindqvist/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  expect(await page.getByLabel('Sign-out address').inputValue()).toBe(address)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

test.each([
  [1280, false],
  [360, true],
])(
  'long after I signed in, my password confirms a change, and a second one goes through at once; %d px, dark %s (S52)',
  async (width, dark) => {
    const visitor = await newVisitor({ width, dark, portalOrigin: portal.origin })
    const { page } = visitor
    await visitor.signIn('portal.admin')
    await ageSessions()
    await visitor.visit(providers)
    const address = `https://company.example/out-${width}`
    await changeAddress(visitor, address)
    await dialog(visitor).waitFor()
    await visitor.typeInto(page.getByLabel('Your password', { exact: true }), 'not my password')
    await page.keyboard.press('Enter')
    await dialog(visitor)
      .getByText(/incorrect/)
      .first()
      .waitFor()
    await visitor.expectAccessible()
    await visitor.expectNoHorizontalScroll()
    await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await isChanged(visitor)
    await expectAddress(visitor, address)
    await changeAddress(visitor, `${address}/again`)
    await isChanged(visitor)
    await expectAddress(visitor, `${address}/again`)
    visitor.expectCleanConsole(/422/)
    await visitor.signOut()
  },
)

test('canceled, nothing is changed and what I entered stays (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  await visitor.signIn('portal.admin')
  await ageSessions()
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/canceled')
  await dialog(visitor).waitFor()
  await dialog(visitor).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Not saved: you didn’t confirm it’s you.').waitFor()
  expect(await page.getByLabel('Sign-out address').inputValue()).toBe('https://company.example/canceled')
  await page.reload()
  await visitor.visit('/content-authenticated/home')
  await visitor.waitForHome()
  await visitor.signOut()
})

test('with a second factor, a code follows the password (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  await visitor.signIn('portal.admin')
  await visitor.visit('/content-authenticated/account-settings')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up authenticator app' })
  await setup.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await setup.getByRole('button', { name: 'Continue' }).click()
  await setup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = await setup.locator('code').innerText()
  await setup.getByLabel('Code', { exact: true }).pressSequentially(codeOf(key))
  await setup.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await page.getByText('10 of 10 left').waitFor()
  await ageSessions()
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/factor')
  await dialog(visitor).waitFor()
  await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  // Each code is good once: the next one is.
  await visitor.typeInto(dialog(visitor).getByLabel('Code', { exact: true }), codeOf(key, 1))
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await isChanged(visitor)
  await expectAddress(visitor, 'https://company.example/factor')
})
