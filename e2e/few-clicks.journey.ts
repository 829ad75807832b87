import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const administration = '/content-authenticated/administration'

let visitor: Visitor
let clicks = 0
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

const click = async (control: Locator) => {
  await control.click()
  clicks += 1
}

/** Enter on a control that has the focus counts as a click. */
const enter = async () => {
  await visitor.page.keyboard.press('Enter')
  clicks += 1
}

/** Types into the search of the portal and waits for the result that is wanted. A shortcut is no click. */
async function find(text: string, name: RegExp): Promise<Locator> {
  const { page } = visitor
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search the portal' }).waitFor()
  await page.keyboard.type(text)
  const found = page.getByRole('dialog').getByRole('option', { name }).first()
  await found.waitFor()
  return found
}

/** Opens the screen from which the task is counted. */
async function start(address: string): Promise<Visitor['page']> {
  await visitor.visit(address)
  // Shortcuts work once the page has been loaded.
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  clicks = 0
  return visitor.page
}

test('an administrator grants what a user asks for in two clicks', async () => {
  const page = await start(`${administration}/access-requests`)
  await click(page.getByRole('button', { name: /^Grant Dashboards to / }).first())
  await click(page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(clicks).toBeLessThanOrEqual(2)
})

test('an administrator gives a program access and copies its token in four clicks', async () => {
  const page = await start('/content-authenticated/database-maintenance/service-accounts')
  await click(page.getByRole('button', { name: 'Add service account' }))
  const dialog = page.getByRole('dialog', { name: 'Add service account' })
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.type('Nightly report')
  await click(dialog.getByRole('checkbox', { name: /^Read users/ }))
  await click(dialog.getByRole('button', { name: 'Add and show token' }))
  const token = page.getByRole('dialog', { name: 'Token of Nightly report' })
  await token.getByText(/^portico_\w{49}$/).waitFor()
  await click(token.getByRole('button', { name: 'Copy token' }))
  expect(clicks).toBeLessThanOrEqual(4)
})

test('an administrator ends access on a date in five clicks', async () => {
  const page = await start(`${administration}/user-profile/1003/permissions`)
  await click(page.getByRole('button', { name: '2 pages: Service Desk' }))
  const dialog = page.getByRole('dialog', { name: /Permissions$/ })
  await click(dialog.getByRole('textbox', { name: 'Access ends on' }))
  const nextYear = new Date().getFullYear() + 1
  await page.keyboard.type(`06/30/${nextYear}`)
  await click(dialog.getByRole('button', { name: 'Done' }))
  await click(page.getByRole('button', { name: 'Save permissions' }))
  const review = page.getByRole('dialog', { name: 'Review your changes' })
  await click(review.getByRole('button', { name: 'Save permissions' }))
  await review.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Permissions' }).getByText(`06/30/${nextYear}`).first().waitFor()
  expect(clicks).toBeLessThanOrEqual(5)
})

test('an administrator has three reports in nine clicks', async () => {
  const page = await start(`${administration}/overview`)
  const screens = page.getByRole('navigation', { name: 'Administration screens' })
  const reports = screens.getByRole('button', { name: 'Reports' })
  if ((await reports.getAttribute('aria-expanded')) === 'false') await click(reports)
  const open = async (name: string) => {
    await click(screens.getByRole('link', { name }))
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  await open('User List Report')
  const saving = page.waitForEvent('download')
  await click(page.getByRole('button', { name: 'Generate Excel' }))
  await saving
  await open('User Access Report')
  await click(page.getByRole('radio', { name: 'Atlas Freight', exact: true }))
  const second = page.waitForEvent('download')
  await click(page.getByRole('button', { name: 'Generate Excel' }))
  await second
  await open('PCI User Report')
  await click(page.getByRole('radio', { name: 'Atlas Freight', exact: true }))
  await click(page.getByRole('button', { name: /^Generate/ }).first())
  await page.getByText(/queue/).first().waitFor()
  expect(clicks).toBeLessThanOrEqual(9)
})

test('an administrator reaches the acts of the first user by keyboard in at most 14 steps', async () => {
  const page = await start(administration)
  const acts = page.getByRole('button', { name: /^Actions for / }).first()
  await acts.waitFor()
  let steps = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    steps += 1
  }
  const skip = page.getByRole('link', { name: 'Skip to the list' })
  const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)
  while (steps < 20 && !(await hasFocus(skip))) await press('Tab')
  await press('Enter')
  while (steps < 20 && !(await hasFocus(acts))) await press('Tab')
  await press('Enter')
  await page.getByRole('menu').waitFor()
  expect(steps).toBeLessThanOrEqual(14)
})

test('an administrator opens a screen by its name with one press of Enter', async () => {
  const page = await start(administration)
  await find('mail delivery', /^Mail delivery/)
  await enter()
  await page.getByRole('heading', { name: 'Mail delivery', level: 1 }).waitFor()
  expect(clicks).toBeLessThanOrEqual(1)
})

test('an administrator renames an application in three clicks', async () => {
  const page = await start(administration)
  await click(await find('budgets', /^Budgets Billing Center/))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const rename = async (text: string) => {
    await click(name)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await click(page.getByRole('button', { name: /^Save/ }))
    await page.getByRole('heading', { name: text, level: 1, exact: true }).waitFor()
  }
  await rename('Budgets and plans')
  expect(clicks).toBeLessThanOrEqual(3)
  // Other journeys find it by its name.
  await rename('Budgets')
})

test('an administrator finds out why a user lacks a tile, and gives it, in five clicks', async () => {
  const page = await start(`${administration}?name=Fischer`)
  await click(page.getByRole('button', { name: /^Actions for .* Fischer$/ }).first())
  await click(page.getByRole('menuitem', { name: 'Tiles and why' }))
  await page.getByText(/doesn’t see this tile/).waitFor()
  await click(page.getByRole('button', { name: 'Fix it: give access…' }).first())
  await click(page.getByRole('button', { name: 'Review' }))
  await click(page.getByRole('button', { name: /^Give access to/ }))
  await page
    .getByText(/was given access\./)
    .first()
    .waitFor()
  expect(clicks).toBeLessThanOrEqual(5)
})

test('an administrator closes the account of a leaver on a date in four clicks', async () => {
  const page = await start(`${administration}?name=Fischer`)
  await click(page.getByRole('button', { name: /^Actions for .* Fischer$/ }).last())
  await click(page.getByRole('menuitem', { name: 'Close account and hand over' }))
  const dialog = page.getByRole('dialog', { name: /^Close account of/ })
  await dialog.getByText(/grants? to end$/).waitFor()
  await click(dialog.getByRole('textbox', { name: 'Close the account on' }))
  const day = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000)
  await page.keyboard.type(`${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`)
  await click(dialog.getByRole('button', { name: 'Plan hand-over' }))
  await dialog.waitFor({ state: 'detached' })
  expect(clicks).toBeLessThanOrEqual(4)
})

test('a user asks for an application in three clicks', async () => {
  const user = await newVisitor()
  await user.signIn('internal.user')
  const { page } = user
  clicks = 0
  await click(page.getByRole('link', { name: 'Ask for an application' }))
  // Home has a list of this name, too.
  await page.getByRole('heading', { name: 'Ask for an application', level: 1 }).waitFor()
  await click(page.getByRole('list', { name: 'Applications' }).getByRole('button').first())
  const dialog = page.getByRole('dialog', { name: /^Ask for/ })
  await dialog.waitFor()
  await page.keyboard.type('I check lists.')
  await click(dialog.getByRole('button', { name: 'Send request' }))
  await dialog.waitFor({ state: 'detached' })
  expect(clicks).toBeLessThanOrEqual(3)
})
