import { afterAll, beforeAll, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

test('a portal administrator has a deleted user erased from the profile by keyboard, after the plan, and takes it back', async () => {
  const admin = await newVisitor()
  await admin.signIn('portal.admin')
  const { page } = admin
  const visitList = () => admin.visit('/content-authenticated/administration/deleted-users?name=hale')
  await visitList()
  const row = page.getByRole('row', { name: /Rupert Hale/ })
  const actions = row.getByRole('button', { name: 'Actions for Rupert Hale' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'View profile' }).press('Enter')
  await page.getByRole('button', { name: 'Reactivate User' }).waitFor()
  await page.getByRole('button', { name: /^Actions for / }).press('Enter')
  await page.getByRole('menuitem', { name: 'Erase…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Erase / })
  await dialog.getByText(/, for good/).waitFor()
  await admin.expectAccessible()
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Letter of May 2')
  const asked = admin.waitForText('Erasure requested')
  await dialog.getByRole('button', { name: 'Request erasure' }).press('Enter')
  await asked

  await visitList()
  await row.getByText('(requested)').waitFor()
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Take back erasure' }).press('Enter')
  const takenBack = admin.waitForText('The erasure was taken back')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back erasure' }).press('Enter')
  await takenBack
  admin.expectCleanConsole()
})
