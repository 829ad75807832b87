import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/database-maintenance/static-settings'
let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator adds a department, renames and deletes it and takes that back, with the keyboard alone (DBMT-005, DBMT-013, DBMT-025..027, DBMT-105, DBMT-106)', async () => {
  const { page } = visitor
  await visitor.visit(address)
  await page.getByRole('combobox', { name: 'Category' }).focus()
  await page.keyboard.type('Dep')
  await page.getByRole('table', { name: 'Departments' }).waitFor()
  await visitor.expectAccessible()

  await page.getByRole('button', { name: 'Add department' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.type('Zoology')
  await Promise.all([visitor.waitForText('The department has been added.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('zoo')
  const row = page.getByRole('row', { name: /Zoology/ })
  await row.waitFor()
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('zoo')

  await page.getByRole('button', { name: 'Actions for Zoology' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' and zoos')
  await Promise.all([visitor.waitForText('The department has been changed.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Actions for Zoology and zoos' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete department' })
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
  await dialog.getByText('Nothing uses it.').waitFor()
  await page.keyboard.press('Tab')
  await Promise.all([visitor.waitForText('The department has been deleted.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await row.waitFor()
  await visitor.expectAccessible()
  visitor.expectCleanConsole()
})

test('the list fits on a phone', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await visitor.visit(`${address}?category=departments`)
  await page.getByRole('table', { name: 'Departments' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await visitor.expectAccessible()
})
