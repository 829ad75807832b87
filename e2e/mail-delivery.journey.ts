import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUndeliveredMails } from './portal-database.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/administration/mail-delivery'
let folder: string
let portal: RunningPortal
let desk: Visitor
let phone: Visitor
beforeAll(async () => {
  folder = await createTempFolder()
  portal = await startServer({}, folder)
  await addUndeliveredMails(folder, 20)
  await openBrowser()
  desk = await newVisitor({ portalOrigin: portal.origin })
  phone = await newVisitor({ width: 360, dark: true, portalOrigin: portal.origin })
  await desk.signIn('portal.admin')
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

const firstRow = ({ page }: Visitor) => page.locator('tbody tr').first()
async function act({ page }: Visitor, mail: string, entry: string) {
  await page.getByRole('button', { name: `Actions for Test email to ${mail}@gone.example` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('an administrator pages through undelivered emails, narrows and sorts them, resends one and discards another', async () => {
  const { page } = desk
  await desk.visit(address)
  await page.getByRole('row', { name: /mail15@gone.example/ }).waitFor()
  await desk.expectAccessible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('row', { name: /mail20@gone.example/ }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(5)
  await page.getByRole('button', { name: 'Attempts' }).click()
  await page.getByRole('row', { name: /mail1@gone.example/ }).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Retrying')
  await page.getByRole('row', { name: /mail20@gone.example/ }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(4)
  expect(await firstRow(desk).textContent()).toMatch(/mail5@gone.example.*Retrying.*Next attempt/)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Not delivered')
  await page.getByRole('searchbox', { name: 'Recipient or employer' }).fill('MAIL1@')
  await page.getByRole('row', { name: /mail2@gone.example/ }).waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)

  await act(desk, 'mail1', 'Resend')
  await page.getByText('Email queued for sending.').waitFor()
  await page.getByRole('searchbox', { name: 'Recipient or employer' }).fill('mail2@')
  await act(desk, 'mail2', 'Discard')
  await page.getByRole('dialog', { name: 'Discard email?' }).waitFor()
  await desk.expectAccessible()
  await page.getByRole('button', { name: 'Discard email' }).click()
  await page.getByText('Email discarded.').first().waitFor()
  await page.getByText('No results match your filters.').first().waitFor()

  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('checkbox', { name: /^Select Test email to mail3@/ }).press('Space')
  await page.getByRole('checkbox', { name: /^Select Test email to mail4@/ }).press('Space')
  await desk.expectAccessible()
  await desk.actOnSelected('Resend')
  await page.getByText('2 emails queued for sending.').first().waitFor()
  await page.getByText(/ selected$/).waitFor({ state: 'detached' })
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
  await all.and(page.locator(':focus')).waitFor()
  desk.expectCleanConsole()
})

test('at 1280 px the reason is the widest column, and neither it nor a recipient is broken within a word', async () => {
  const { page } = desk
  await page.setViewportSize({ width: 1280, height: 900 })
  await desk.visit(`${address}?state=failed`)
  await page.getByRole('row', { name: /mail6@gone.example/ }).waitFor()
  const columns = await firstRow(desk).evaluate((row) =>
    [...row.children].map((cell) => ({ text: cell.textContent, width: cell.getBoundingClientRect().width })),
  )
  const widest = columns.toSorted((a, b) => b.width - a.width)[0]
  expect(widest?.text).toBe('The mail server answered 550 no such user')
  expect(widest?.width).toBeGreaterThan(240)
  expect(columns.find(({ text }) => text.endsWith('@gone.example'))?.width).toBeGreaterThan(110)
  await desk.expectNoHorizontalScroll()
})

test('where the screen cannot be loaded, the focus is on the heading that says so', async () => {
  const { page } = desk
  await desk.visit('/content-authenticated/home')
  await page.route(/mail-delivery-.*\.js/, (route) => route.abort())
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.getByRole('menuitem', { name: 'Mail delivery' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  await page.unroute(/mail-delivery-.*\.js/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Mail delivery', level: 1 }).waitFor()
})

test('on a phone every undelivered email is a card with its reason, in the dark as well', async () => {
  const { page } = phone
  await phone.signIn('portal.admin')
  await phone.visit(`${address}?state=retrying&sort=attemptsCnt`)
  await page.getByRole('button', { name: 'Actions for Test email to mail5@gone.example' }).waitFor()
  expect(await firstRow(phone).textContent()).toContain('The mail server answered 550 no such user')
  await phone.expectNoHorizontalScroll()
  await phone.expectAccessible()
  phone.expectCleanConsole()
})
