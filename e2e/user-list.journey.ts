import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

/** Opens the row's menu, picks the entry and confirms, each by keyboard. */
async function act(entry: string, success: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('button', { name: 'Actions for Aaliyah Kim' }).press('Enter')
  await page.getByRole('menuitem', { name: entry }).press('Enter')
  const dialog = page.getByRole('dialog', { name: entry })
  // The focus begins on Cancel; the button that acts is next.
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.press('Tab')
  await Promise.all([visitor.waitForText(success), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

test('an administrator finds a user, inactivates and reactivates them, with the keyboard alone (UADM-003, UADM-008, UADM-009, UADM-028)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/administration')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).focus()
  await page.keyboard.type('aaliyah kim')
  await page.getByText('Users found: 1', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('name')).toBe('aaliyah kim')
  const row = page.getByRole('row', { name: /Aaliyah/ })
  await row.getByText('Active', { exact: true }).waitFor()
  await act('Inactivate User', 'The user has been inactivated. Their sessions have ended.')
  await row.getByText('Inactive', { exact: true }).waitFor()
  await visitor.expectAccessible()
  await act('Reactivate User', 'The user has been reactivated.')
  await row.getByText('Active', { exact: true }).waitFor()
  visitor.expectCleanConsole()
})

/** Opens the menu of saved filters and picks an entry, by keyboard. */
async function pickSaved(entry: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
}

test('an administrator saves filters, applies, renames and deletes them, and their columns stay hidden, with the keyboard alone', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/administration?status=inactive')
  await pickSaved('Save current filters')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.type('Left the company')
  await Promise.all([visitor.waitForText('Filters saved as “Left the company”.'), page.keyboard.press('Enter')])
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/'))
  await page.getByRole('menuitem', { name: 'Email' }).press('Enter')
  await saved

  await visitor.visit('/content-authenticated/administration')
  await page.getByRole('columnheader', { name: 'Employer' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Email' }).count()).toBe(0)
  await pickSaved('Left the company')
  await page.waitForURL(/status=inactive/)
  await pickSaved('Rename “Left the company”')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).press('Control+a')
  await page.keyboard.type('Inactive')
  await Promise.all([visitor.waitForText('Filter renamed to “Inactive”.'), page.keyboard.press('Enter')])
  await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Inactive', exact: true }).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await Promise.all([visitor.waitForText('Filter “Inactive” deleted.'), pickSaved('Delete “Inactive”')])
  visitor.expectCleanConsole()
})
