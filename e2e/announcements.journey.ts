import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileHtml } from '../contract/test/hostile-html.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const ADDRESS = '/content-authenticated/administration/announcements'

let admin: Visitor
let reader: Visitor
let other: Visitor
beforeAll(async () => {
  await openBrowser()
  admin = await newVisitor()
  reader = await newVisitor()
  other = await newVisitor()
  await admin.signIn('portal.admin')
  await reader.signIn('external.user')
  await other.signIn('other.user')
})
afterAll(closeBrowser)

const editor = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Opens all announcements on the home page; returns their titles. */
async function readTitles(visitor: Visitor): Promise<string[]> {
  const { page } = visitor
  await visitor.visit('/content-authenticated/home')
  await page
    .getByRole('button', { name: /All announcements/ })
    .first()
    .click()
  const titles = page.getByRole('dialog').getByRole('heading', { level: 3 })
  await titles.first().waitFor()
  return titles.allInnerTexts()
}

/** Chooses a client in the open dialog by typing a part of its name. */
async function chooseClient(page: Page, part: string): Promise<void> {
  const clients = page.getByRole('dialog').getByRole('combobox', { name: 'Clients' })
  await clients.fill(part)
  await page.getByRole('option', { name: new RegExp(part) }).click()
  await page.keyboard.press('Escape')
}

test('an administrator writes an announcement for one client, whose users read it, and others do not (ANNC-009, ANNC-013, ANNC-015, UIGN-004)', async () => {
  const { page } = admin
  await admin.visit(ADDRESS)
  await page.getByRole('row', { name: /Welcome to Portico/ }).waitFor()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Create announcement' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Announcement' })
  await admin.typeInto(dialog.getByRole('textbox', { name: 'Title' }), 'Clinic letters arrive on Friday')
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Operational')
  await editor(page).click()
  await page.keyboard.type('Letters of all clinics arrive ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('one day later')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.')
  await dialog.getByText(/^Reaches [\d,]+ users/).waitFor()
  await chooseClient(page, 'Meridian')
  await dialog.getByText(/of 1 client\./).waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The Announcement has been saved and will be sent according to Start Date selected'),
    dialog.getByRole('button', { name: 'Publish announcement' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Clinic letters arrive on Friday.*Published.*Meridian/ }).waitFor()

  expect(await readTitles(reader)).toContain('Clinic letters arrive on Friday')
  await reader.page.getByRole('dialog').locator('strong', { hasText: 'one day later' }).waitFor()
  expect(await readTitles(other)).not.toContain('Clinic letters arrive on Friday')
  for (const visitor of [admin, reader, other]) visitor.expectCleanConsole()
})

test('pasted text keeps its formatting and nothing that runs, and its readers are safe too (S59)', async () => {
  const { page } = admin
  await admin.visit(ADDRESS)
  await page.getByRole('button', { name: 'Create announcement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Announcement' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Pasted')
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Promotional')
  await editor(page).click()
  for (const html of [
    '<p style="color:red"><span style="font-weight:700">Bold</span> <a href="https://help.example/">help</a></p>',
    ...hostileHtml,
  ])
    await page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/html', pasted)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, html)
  await editor(page).locator('strong', { hasText: 'Bold' }).waitFor()
  expect(await editor(page).locator('img:not(.ProseMirror-separator), script, style, iframe, form, svg').count()).toBe(
    0,
  )
  await dialog.getByRole('article', { name: 'Preview' }).locator('strong', { hasText: 'Bold' }).waitFor()
  await Promise.all([
    admin.waitForText('The Announcement has been saved and will be sent according to Start Date selected'),
    dialog.getByRole('button', { name: 'Publish announcement' }).click(),
  ])
  expect(await readTitles(other)).toContain('Pasted')
  const links = await other.page
    .getByRole('dialog')
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => !/^(https?:\/\/(?!.*@)|mailto:|\/(?![/\\]))/.test(href))).toEqual([])
  for (const visitor of [admin, other]) visitor.expectCleanConsole()
})

test('it is deleted and brought back, and its readers are counted, with the keyboard (ANNC-018, ANNC-068)', async () => {
  const { page } = admin
  await admin.visit(`${ADDRESS}?title=welcome&deleted=shown`)
  const actions = page.getByRole('button', { name: 'Actions for Welcome to Portico' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Readers' }).press('Enter')
  await page.getByText(/^Read by \d+ of/).waitFor()
  await admin.expectAccessible()
  await admin.escape()
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Announcement' })
  await Promise.all([
    admin.waitForText('The Announcement has been successfully deleted'),
    dialog.getByRole('button', { name: 'Delete announcement' }).press('Enter'),
  ])
  await page.getByRole('row', { name: /Welcome to Portico.*Deleted/ }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('row', { name: /Welcome to Portico.*Published/ }).waitFor()
  admin.expectCleanConsole()
})
