import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const administration = '/content-authenticated/administration'

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
  await visitor.visit(administration)
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

test('compact rows show twenty users at once, and stay chosen', async () => {
  const { page } = visitor
  await visitor.visit(administration)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Rows per page').selectOption('30')
  await page.getByLabel('Row height').selectOption('Compact')
  await page.reload()
  const twentieth = page.getByRole('row').nth(20)
  await expect.poll(() => twentieth.boundingBox().then((box) => box && box.y + box.height)).toBeLessThanOrEqual(800)
  await visitor.expectAccessible()
  await page.getByLabel('Row height').selectOption('Comfortable')
  visitor.expectCleanConsole()
})

test('a text of two lines unfolds within its row', async () => {
  const { page } = visitor
  await visitor.visit(administration)
  const row = page.getByRole('row').filter({ hasText: '@cascadia-water' }).first()
  const email = row.getByRole('cell').filter({ hasText: '@' })
  const textIn = () =>
    email.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { top, bottom, height } = range.getBoundingClientRect()
      return { top, bottom, height }
    })
  const { height } = await textIn()
  await email.hover()
  const text = await textIn()
  expect(text.height).toBeGreaterThan(1.5 * height)
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not shown.')
  expect(text.top).toBeGreaterThanOrEqual(box.y)
  expect(text.bottom).toBeLessThanOrEqual(box.y + box.height)
})

test('an administrator picks an action for selected users from the menu over the header of the list, with the mouse', async () => {
  const { page } = visitor
  await visitor.visit(administration)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  const first = page.getByRole('menuitem').first()
  const [entry, header] = [await first.boundingBox(), await page.getByRole('columnheader').last().boundingBox()]
  if (!entry || !header) throw new Error('The menu and the header of the list are not shown.')
  // Otherwise nothing could be in front of it.
  expect(entry.y).toBeLessThan(header.y + header.height)
  await page.mouse.click(entry.x + entry.width / 2, entry.y + entry.height / 2)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  visitor.expectCleanConsole()
})

test('on a phone the list stays where it is when what waits comes', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  const counted = Promise.withResolvers<undefined>()
  await page.route('**/overview/admin-users/*/waiting', async (route) => {
    await counted.promise
    await route.continue()
  })
  await visitor.visit(administration)
  await page.getByText(/^Users found: /).waitFor()
  const topOfList = async () => (await page.getByRole('table').boundingBox())?.y
  const before = await topOfList()
  counted.resolve(undefined)
  const entries = page.getByRole('list', { name: 'Waiting for you' }).getByRole('link')
  await entries.first().waitFor()
  expect(await entries.count()).toBeGreaterThan(1)
  expect(await topOfList()).toBe(before)
  await visitor.expectAccessible()
  await page.unroute('**/overview/admin-users/*/waiting')
  await page.setViewportSize({ width: 1280, height: 800 })
  visitor.expectCleanConsole()
})

test('with forced colors the selected tab of a user differs from the others, and the mark of a box from its ground', async () => {
  const { page } = visitor
  await page.emulateMedia({ forcedColors: 'active' })
  await visitor.visit(`${administration}/user-profile/1003/details`)
  await page.getByRole('tab', { selected: true }).waitFor()
  const lines = (isSelected: boolean) =>
    page
      .getByRole('tab', { selected: isSelected })
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBlockEndColor))
  const others = await lines(false)
  expect(others.length).toBeGreaterThan(0)
  expect(others).not.toContain(String(await lines(true)))
  const box = page.getByRole('checkbox', { name: 'Active', checked: true })
  const [ground, mark] = await box.evaluate((input) => {
    const icon = input.nextElementSibling
    return [getComputedStyle(input).backgroundColor, icon && getComputedStyle(icon).color]
  })
  expect(mark).not.toBe(ground)
  await page.emulateMedia({ forcedColors: 'none' })
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
  await visitor.visit(`${administration}?status=inactive`)
  await pickSaved('Save current filters')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.type('Left the company')
  await Promise.all([visitor.waitForText('Filters saved as “Left the company”.'), page.keyboard.press('Enter')])
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/'))
  await page.getByRole('menuitem', { name: 'Email' }).press('Enter')
  await saved

  await visitor.visit(administration)
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
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await Promise.all([visitor.waitForText('Filter “Inactive” deleted.'), pickSaved('Delete “Inactive”')])
  visitor.expectCleanConsole()
})

/** Presses Tab until the control has the focus; returns how often. */
async function tabsTo(control: Locator): Promise<number> {
  for (let stops = 1; stops <= 40; stops += 1) {
    await visitor.page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return stops
  }
  throw new Error('The control is not reached by Tab')
}

test('an administrator reaches the first user by keyboard in at most 12 steps, and opens rows by a click beside their links', async () => {
  const { page } = visitor
  await visitor.visit(administration)
  const first = page.getByRole('rowheader').getByRole('link').first()
  await first.waitFor()
  const toSkipLink = await tabsTo(page.getByRole('link', { name: 'Skip to the list' }))
  await page.keyboard.press('Enter')
  expect(toSkipLink + (await tabsTo(first))).toBeLessThanOrEqual(12)
  await visitor.expectAccessible()
  const address = await first.getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === address)

  await visitor.visit(administration)
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for / }) })
  await row.nth(2).getByText('Active', { exact: true }).click()
  await page.waitForURL(/\/user-profile\/\d+\/overview$/)
  visitor.expectCleanConsole()
})

test('an administrator asks by keyboard for the erasure of a deleted user, sees the day, and takes it back', async () => {
  const { page } = visitor
  await visitor.visit(`${administration}/deleted-users?name=ndiallo2`)
  const row = page.getByRole('row', { name: /Naomi Diallo/ })
  const openEntry = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Naomi Diallo' }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await openEntry('Erase…')
  const dialog = page.getByRole('dialog', { name: 'Erase Naomi Diallo' })
  await dialog
    .getByText('Name, user ID, email addresses, telephone numbers and everything else in the profile')
    .waitFor()
  await visitor.expectAccessible()
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('Letter of May 2')
  await Promise.all([
    visitor.waitForText('Erasure requested. You can take it back until it is due.'),
    dialog.getByRole('button', { name: 'Request erasure' }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('(requested)').waitFor()

  await openEntry('Take back erasure')
  const question = page.getByRole('dialog', { name: 'Take back erasure' })
  await Promise.all([
    visitor.waitForText('The erasure was taken back. The user stays deleted.'),
    question.getByRole('button', { name: 'Take back erasure' }).press('Enter'),
  ])
  await question.waitFor({ state: 'detached' })
  await row.getByText('(requested)').waitFor({ state: 'detached' })
  visitor.expectCleanConsole()
})

test('an administrator finds a deleted user, restores them, and they sign in again', async () => {
  const { page } = visitor
  const returning = await newVisitor()
  await returning.visit('/login')
  await returning.fillSignIn('ndiallo2')
  await returning.page.getByText('Invalid Login ID or Password.').waitFor()

  await visitor.visit(`${administration}/deleted-users`)
  await page.getByRole('searchbox', { name: 'Search by name or email' }).focus()
  await page.keyboard.type('ndiallo2')
  const row = page.getByRole('row', { name: /Naomi Diallo/ })
  await row.getByText('Miriam Okafor').waitFor()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Actions for Naomi Diallo' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Restore user' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Restore user' })
  await Promise.all([
    visitor.waitForText('The user has been reactivated.'),
    dialog.getByRole('button', { name: 'Restore user' }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  visitor.expectCleanConsole()

  await returning.signIn('ndiallo2')
})

test('a client administrator finds nothing of another client: by address, search, export, tree or Ctrl-K (E4)', async () => {
  const clientAdmin = await newVisitor()
  await clientAdmin.signIn('client.admin')
  const { page } = clientAdmin
  const foreign = { userId: 1007, name: 'Kwame Mensah', employer: 'Cascadia Water & Power', clientId: 3 }
  const expectNothingForeign = async () => {
    const shown = await page.locator('body').innerText()
    for (const word of [foreign.name, foreign.employer, 'Cascadia']) expect(shown).not.toContain(word)
  }

  for (const tab of ['overview', 'userDetails', 'permissions', 'customerAssignment']) {
    await clientAdmin.visit(`${administration}/user-profile/${foreign.userId}/${tab}`)
    await page.getByText('This user no longer exists or isn’t yours to administer.').waitFor()
    await expectNothingForeign()
  }
  await clientAdmin.expectAccessible()
  await clientAdmin.visit(`${administration}/client-settings/${foreign.clientId}`)
  await page.getByRole('heading', { name: 'You don’t have access to this page', level: 1 }).waitFor()
  await expectNothingForeign()

  await clientAdmin.visit(`${administration}?name=${encodeURIComponent(foreign.name)}`)
  await page.getByText('Users found: 0', { exact: true }).waitFor()
  await page.getByText('No results match your filters.').waitFor()
  await clientAdmin.visit(`${administration}?employer=${foreign.clientId}`)
  await page.getByText('Users found: 0', { exact: true }).waitFor()
  await expectNothingForeign()

  await clientAdmin.visit(administration)
  await page.getByText(/^Users found: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).press('Enter'),
  ])
  const rows = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.slice(1).filter((row) => !row.includes('Meridian Health Partners'))).toEqual([])

  // An own user: the tree has the customers of the administrator alone.
  await clientAdmin.visit(`${administration}/user-profile/1006/customerAssignment`)
  await page
    .getByRole('treeitem', { name: /^Meridian Health/ })
    .first()
    .waitFor()
  await expectNothingForeign()
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('cascadia')
  await page.getByText('No customers found.').waitFor()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search the portal' })
  for (const words of [foreign.name, foreign.employer]) {
    await palette.fill(words)
    await page.getByText('No results found.').waitFor()
  }
  clientAdmin.expectCleanConsole(/404|isn’t yours to administer/)
})
