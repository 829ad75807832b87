import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let admin: Visitor
let member: Visitor
beforeAll(async () => {
  await openBrowser()
  admin = await newVisitor()
  member = await newVisitor()
  await admin.signIn('portal.admin')
  await member.signIn('external.user')
})
afterAll(closeBrowser)

test('an administrator gives a user an application and its pages, and the user sees its tile (UADM-012, UADM-016, UADM-032, UADM-039, UADM-144)', async () => {
  const { page } = admin
  const uid = await member.page.evaluate(() => localStorage.getItem('uid'))
  await admin.visit(`/content-authenticated/administration/user-profile/${uid}/permissions`)
  await page.getByRole('table', { name: 'Permissions' }).waitFor()
  await admin.expectAccessible()
  const row = page.locator('tbody tr').filter({ has: page.locator('input:not(:checked)[aria-label$=": Assigned"]') })
  const name = await row.first().getByRole('rowheader').innerText()
  await page.getByRole('checkbox', { name: `${name}: Assigned` }).press('Space')
  await page.getByRole('button', { name: `0 pages: ${name}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Permissions$/ })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  await admin.expectAccessible()
  for (const box of await boxes.all()) if (await box.isEnabled()) await box.press('Space')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('button', { name: 'Save permissions' }).press('Enter')
  const review = page.getByRole('dialog', { name: 'Review your changes' })
  await review.getByRole('rowheader', { name, exact: true }).waitFor()
  await admin.expectAccessible()
  const tiles = () => member.page.locator('main').innerText()
  const before = await tiles()
  const saved = admin.waitForText('Changes to the permissions have been saved')
  await review.getByRole('button', { name: 'Save permissions' }).press('Enter')
  await saved
  await member.page.reload()
  await expect.poll(tiles, { timeout: 15_000 }).not.toBe(before)
  admin.expectCleanConsole()
})
