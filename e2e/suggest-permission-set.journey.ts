import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccountants } from './portal-database.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type VisitorOptions } from './visitor.ts'

let folder: string
let portal: RunningPortal
beforeAll(async () => {
  folder = await createTempFolder()
  portal = await startServer({}, folder)
  await giveAccountants(folder)
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

test.each<VisitorOptions & { setNm: string }>([
  { width: 1280, setNm: 'Accountant' },
  { width: 360, dark: true, setNm: 'Junior accountant' },
])(
  'an administrator makes a permission set of what a department has in common, by keyboard; %o',
  async ({ setNm, ...options }) => {
    const admin = await newVisitor({ ...options, portalOrigin: portal.origin })
    const { page } = admin
    await admin.signIn('portal.admin')
    await admin.visit('/content-authenticated/administration/permission-sets')
    await page.getByRole('button', { name: 'Suggest from a department…' }).press('Enter')
    await page.keyboard.type('Meridian')
    const dialog = page.getByRole('dialog', { name: 'Suggest from a department' })
    // What was typed before the dialog had loaded is in its field, whose list opens with the next key.
    await dialog.waitFor()
    await page.keyboard.press('ArrowDown')
    await dialog.getByRole('option', { name: 'Meridian Health Partners' }).waitFor()
    await expect.poll(() => dialog.getByRole('listbox').getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox', { name: 'Department' }).selectOption('Accounting')
    const cards = dialog.getByRole('checkbox', { name: 'Card Services', exact: true })
    await cards.waitFor()
    expect(await cards.isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: 'Card Services / Card Orders' }).isChecked()).toBe(true)
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
    await dialog.getByRole('button', { name: 'Add permission set…' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Add permission set' })
    await form.getByRole('checkbox', { name: 'Card Services: Assigned' }).waitFor()
    await form.getByRole('textbox', { name: /^Name/ }).fill(setNm)
    await admin.expectAccessible()
    await form.getByRole('button', { name: 'Add permission set' }).press('Enter')
    await page.getByText('The permission set was added.').first().waitFor()
    await page.getByRole('link', { name: setNm, exact: true }).click()
    await page.getByRole('heading', { name: setNm, level: 1 }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Card Services \/ Card Orders$/ })
      .waitFor()
    admin.expectCleanConsole()
  },
)
