import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator signs on as a user by keyboard, looks at their home while another tab stays theirs, and returns to the same row (EMUL-001, EMUL-008, EMUL-009, EMUL-012..014)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/administration?name=elena')
  const actions = page.getByRole('button', { name: 'Actions for Elena Márquez' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign on as User' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign on as User' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Sign on as User' }).press('Enter')
  const banner = page.getByRole('region', { name: 'Signed on as another user' })
  await banner.getByText('Miriam, you’re signed on as Elena Márquez.').waitFor()
  await banner.getByText('Look only').waitFor()
  expect(new URL(page.url()).pathname).toBe('/content-authenticated/home')
  await page.getByRole('heading', { name: /Elena/ }).waitFor()
  await visitor.expectAccessible()

  const other = await page.context().newPage()
  await other.goto(new URL('/content-authenticated/administration/audit', page.url()).href)
  await other.getByRole('heading', { name: 'Audit trail', level: 1 }).waitFor()
  await other.getByRole('cell', { name: 'Signed on as a user' }).first().waitFor()
  await other.close()

  // The address of an administration screen opens nothing.
  await visitor.visit('/content-authenticated/administration')
  await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()

  await banner.getByRole('button', { name: 'Return to administration' }).press('Enter')
  await page.waitForURL(/administration\?name=elena/)
  await actions.and(page.locator(':focus')).waitFor()
  await banner.waitFor({ state: 'detached' })
  visitor.expectCleanConsole()
})
