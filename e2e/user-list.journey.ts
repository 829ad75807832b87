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
