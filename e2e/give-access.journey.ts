import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

/** At the width of a desk in light and of a telephone in dark. */
async function expectAccessibleEverywhere(): Promise<void> {
  const { page } = visitor
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await visitor.expectAccessible('[role=dialog]')
  }
}

test('an administrator gives an application to all users that match in seven clicks, and takes it back', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  await visitor.visit('/content-authenticated/administration?name=kim')
  let clicks = 0
  const click = async (role: 'button' | 'checkbox', name: string | RegExp) => {
    await page.getByRole(role, { name }).first().click()
    clicks += 1
  }
  await click('checkbox', 'Select all rows on this page')
  await click('button', /^Select all \d+ that match$/)
  await click('button', 'Give access…')
  const dialog = page.getByRole('dialog', { name: /^Give access to/ })
  const choice = dialog.getByRole('checkbox', { name: /: Assigned$/ }).first()
  await choice.click()
  clicks += 1
  await expectAccessibleEverywhere()
  await click('button', 'Review')
  await page.getByRole('dialog', { name: 'Review the change' }).waitFor()
  await expectAccessibleEverywhere()
  await click('button', /^Give access to \d+ users?$/)
  await page
    .getByText(/users? (?:was|were) given access\./)
    .first()
    .waitFor()
  expect(clicks).toBeLessThanOrEqual(7)
  await Promise.all([visitor.waitForText('The change was undone.'), page.getByRole('button', { name: 'Undo' }).click()])
  visitor.expectCleanConsole()
})

test('a change stays in the list of changes, with its result, after its message is gone', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  await visitor.visit('/content-authenticated/administration/access-changes')
  const row = page.getByRole('row', { name: /Access given/ }).first()
  await row.getByText('Undone').waitFor()
  await visitor.expectAccessible()
  await row.getByRole('button', { name: /^Access given/ }).click()
  await page.getByRole('dialog', { name: 'Access given' }).waitFor()
  await expectAccessibleEverywhere()
  visitor.expectCleanConsole()
})
