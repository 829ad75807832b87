import { afterAll, beforeAll, describe, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

/** The demo's external.user, and its system with accounts. */
const ADDRESS = '/content-authenticated/administration/user-profile/1006/permissions/system-account-settings/107'

beforeAll(openBrowser)
afterAll(closeBrowser)

describe.each([
  { width: 1280, dark: false },
  { width: 360, dark: true },
])('at $width px, dark: $dark', (options) => {
  test('an administrator gives a user an account and takes it away (SACC-001..004, SACC-008, SACC-015)', async () => {
    const visitor = await newVisitor(options)
    await visitor.signIn('portal.admin')
    const { page } = visitor
    await visitor.visit(ADDRESS)
    await page.getByRole('heading', { name: 'System account settings' }).waitFor()
    await page.getByRole('button', { name: 'Add account' }).press('Enter')
    await page.getByRole('textbox', { name: 'Account name' }).fill(`external.${options.width}`)
    await page.getByRole('button', { name: /Assign clients/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Client Assignment' })
    await dialog.getByRole('checkbox').first().press('Space')
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await visitor.expectAccessible()
    await visitor.expectNoHorizontalScroll()
    const saved = visitor.waitForText('Changes saved successfully')
    await page.getByRole('button', { name: 'Save accounts' }).press('Enter')
    await saved
    // From the server: rows that have just been saved are drawn anew once they have loaded.
    await visitor.visit(ADDRESS)
    await page.getByRole('button', { name: `Remove account external.${options.width}` }).press('Enter')
    await page.getByRole('button', { name: `Remove account external.${options.width}` }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save accounts' }).press('Enter')
    await page.getByText('This user has no accounts in this system.').waitFor()
    visitor.expectCleanConsole()
  })
})
