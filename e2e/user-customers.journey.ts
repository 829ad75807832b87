import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

/** The demo's external.user. */
const USER = 1006
const ADDRESS = `/content-authenticated/administration/user-profile/${USER}/customerAssignment`

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

/** Opens the screen and puts the focus into its tree. */
async function openTree({ page }: Visitor): Promise<void> {
  await page.getByRole('treeitem', { name: 'Atlas Freight' }).waitFor()
  await page.getByRole('tree', { name: 'Customers of EDH' }).focus()
}
async function saveReviewed({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).press('Enter')
  await page.getByRole('table', { name: 'Review your changes' }).waitFor()
}

test('an administrator assigns a customer by keyboard and sees the difference first (UADM-013, UADM-020, UADM-125..128, UADM-145)', async () => {
  const { page } = visitor
  await visitor.visit(ADDRESS)
  await openTree(visitor)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'Atlas Freight East' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await page.getByRole('treeitem', { name: 'Atlas Freight', exact: true }).getAttribute('aria-checked')).toBe(
    'mixed',
  )
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await page.getByRole('alert').getByText('You already selected a parent or child of same hierarchy.').waitFor()
  await visitor.expectAccessible()
  await saveReviewed(visitor)
  const after = page.getByRole('table', { name: 'Review your changes' }).locator('ins')
  expect(await after.textContent()).toContain('Atlas Freight / Atlas Freight Central')
  await visitor.expectAccessible()
  const saved = visitor.waitForText('Changes to the customer assignments have been saved')
  await page.getByRole('button', { name: 'Save assignments' }).press('Enter')
  await saved
  await page.getByRole('button', { name: 'Remove Atlas Freight Central' }).press('Enter')
  await saveReviewed(visitor)
  await page.getByRole('button', { name: 'Save assignments' }).press('Enter')
  await page.getByText('Selected customers: 2', { exact: true }).waitFor()
  visitor.expectCleanConsole()
})

test('a search goes through the whole tree, and its results say where they stand (UADM-128, UADM-150)', async () => {
  const { page } = visitor
  await visitor.visit(ADDRESS)
  await openTree(visitor)
  await page.getByRole('searchbox', { name: 'Search customers' }).focus()
  await page.keyboard.type('freight north')
  const hit = page.getByRole('treeitem', { name: /Atlas Freight North Atlas Freight \/ Atlas Freight North/ })
  await hit.first().waitFor()
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('treeitem', { name: 'Meridian Health' }).first().waitFor()
})

describe.each([
  { width: 1280, dark: true },
  { width: 360, dark: false },
])('at $width px, dark: $dark', (options) => {
  test('the customers of a user are accessible and fit', async () => {
    const other = await newVisitor(options)
    await other.signIn('portal.admin')
    await other.visit(ADDRESS)
    await openTree(other)
    await other.expectAccessible()
    await other.expectNoHorizontalScroll()
  })
})
