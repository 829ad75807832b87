import { afterAll, beforeAll, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator maps an employer to an application and a customer, and takes it away (DBMT-004, DBMT-008, DBMT-039..041)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/database-maintenance/sso-mappings')
  await page.getByRole('region', { name: 'Meridian Health Partners' }).waitFor()
  await visitor.expectAccessible()
  const dialog = page.getByRole('dialog')
  const closed = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  await page.getByRole('button', { name: 'Add employer' }).click()
  await dialog.getByRole('combobox', { name: 'Employer' }).click()
  await page.getByRole('option').nth(2).waitFor()
  const name = (await page.getByRole('option').nth(2).textContent()) ?? ''
  await page.getByRole('option').nth(2).click()
  await Promise.all([
    visitor.waitForText('Changes saved successfully.'),
    dialog.getByRole('button', { name: 'Save employer' }).click(),
  ])
  await closed()

  const panel = page.getByRole('region', { name })
  await panel.getByRole('button', { name: `Add applications to ${name}` }).click()
  await dialog.getByRole('combobox', { name: 'Applications' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Tab')
  await Promise.all([
    visitor.waitForText('Changes saved successfully.'),
    dialog.getByRole('button', { name: 'Save applications' }).click(),
  ])
  await closed()

  await panel.getByRole('button', { name: `Add customers to ${name}` }).click()
  const tree = dialog.getByRole('tree', { name: 'Customers' })
  await tree.waitFor()
  await visitor.expectAccessible()
  await tree.focus()
  await page.keyboard.press('Space')
  await dialog.getByText(/^Selected: /).waitFor()
  await Promise.all([
    visitor.waitForText('Changes saved successfully.'),
    dialog.getByRole('button', { name: 'Save customers' }).click(),
  ])
  await closed()

  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await Promise.all([
    visitor.waitForText('Changes saved successfully.'),
    dialog.getByRole('button', { name: 'Delete employer' }).click(),
  ])
  await closed()
  await panel.waitFor({ state: 'detached' })
  visitor.expectCleanConsole()
})

test('an administrator adds an account type to a system, sees it there, renames and deletes it and takes that back (DBMT-020, DBMT-028, DBMT-029)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/database-maintenance/static-settings?category=system-accounts')
  await page.getByRole('table', { name: 'System Accounts' }).waitFor()
  await visitor.expectAccessible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add account type' }).click()
  await dialog.getByRole('combobox', { name: 'System' }).click()
  await dialog.getByRole('option').first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Auditor')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('AUDIT')
  await Promise.all([
    visitor.waitForText('The account type has been added.'),
    dialog.getByRole('button', { name: 'Save account type' }).click(),
  ])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /\(AUDIT\)/ })
  await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Manage account types' }).press('Enter')
  await dialog.getByRole('button', { name: 'Edit Auditor' }).waitFor()
  await visitor.expectAccessible()
  await dialog.getByRole('button', { name: 'Edit Auditor' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Examiner')
  await Promise.all([
    visitor.waitForText('The account type has been changed.'),
    dialog.getByRole('button', { name: 'Save account type' }).click(),
  ])
  await dialog.getByRole('button', { name: 'Delete Examiner' }).click()
  const question = page.getByRole('dialog', { name: 'Delete account type' })
  await Promise.all([
    visitor.waitForText('The account type has been deleted.'),
    question.getByRole('button', { name: 'Delete account type' }).click(),
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Account types of / }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  await Promise.all([
    visitor.waitForText('The account type is back.'),
    page.getByRole('button', { name: 'Undo' }).press('Enter'),
  ])
  await page.getByRole('row', { name: /Examiner \(AUDIT\)/ }).waitFor()
  visitor.expectCleanConsole()
})
