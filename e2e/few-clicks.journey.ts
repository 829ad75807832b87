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

/** Opens the screen from which the task is counted. */
async function start(address: string): Promise<Visitor['page']> {
  await visitor.visit(address)
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
