import {
  exportAccessReport,
  exportUserListReport,
  requestAccessReport,
  requestPciReport,
} from '@portico/contract/reports/reports.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const administration = '/content-authenticated/administration'
const queue = `${administration}/report-queue`

/** The words, addresses, dates and times of a report's table that stand in two lines; on phones addresses may. */
const brokenWords = (shown: Page) =>
  shown.evaluate(() =>
    // In cards the headings are not seen.
    [
      ...document.querySelectorAll<HTMLTableCellElement>(
        innerWidth < 600 ? '[data-list] tbody :is(th, td)' : '[data-list] :is(th, td)',
      ),
    ].flatMap((cell) => {
      const mayBreak = innerWidth < 600 && (cell.cellIndex === 2 || cell.cellIndex === 3)
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      while (texts.nextNode())
        for (const { 0: word, index: at } of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(texts.currentNode, at)
          range.setEnd(texts.currentNode, at + word.length)
          if (!mayBreak && range.getClientRects().length > 1) broken.push(word)
        }
      return broken
    }),
  )

/** Ctrl-K asks for the names of users visited last, in other journeys too; who is not there for this administrator is left out. */
const gone = /the server responded with a status of 404/

beforeAll(openBrowser)
afterAll(closeBrowser)

/** Both administrators see other users and customers. */
const administrators = [
  { as: 'portal.admin', options: { width: 1280, dark: false }, customer: 'Meridian Health North' },
  { as: 'client.admin', options: { width: 360, dark: true }, customer: 'Meridian Health North' },
]

describe.each(administrators)('$as', ({ as, options, customer }) => {
  let admin: Visitor
  let page: Page
  beforeAll(async () => {
    admin = await newVisitor(options)
    page = admin.page
    await admin.signIn(as)
  })

  const check = async () => {
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
  }

  /** The rows of the spreadsheet that the browser saves. */
  const download = async (button: string) => {
    const saving = page.waitForEvent('download')
    const done = admin.waitForText('The spreadsheet has been downloaded.')
    await page.getByRole('button', { name: button }).press('Enter')
    const [file] = await Promise.all([saving, done])
    return { name: file.suggestedFilename(), path: await file.path() }
  }

  /** Finds a customer and chooses it, by keyboard. */
  const chooseCustomer = async () => {
    await page.getByRole('searchbox', { name: 'Search customers' }).focus()
    await page.keyboard.type(customer.toUpperCase())
    const found = page.getByRole('radio', { name: customer, exact: true })
    await found.waitFor()
    await found.press('Space')
    await page.getByText(`Selected: ${customer}`).waitFor()
  }

  /** Asks for the report; the window that opens at the click shows it when it is ready. */
  const generate = async (heading: string) => {
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Generate report' }).press('Enter')
    const shown = await opening
    await shown.waitForURL(/\/administration\/report-viewer\/\d+$/)
    await shown.getByText(/Your report is (queued|being generated)\./).waitFor()
    await shown.getByText(/^Completed /).waitFor()
    expect(new URL(shown.url()).pathname).toMatch(/\/administration\/report\/\d+$/)
    await shown.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await shown.getByRole('heading', { name: 'Users by application' }).waitFor()
    expect(await shown.getByText(`Customer: ${customer}`).count()).toBe(1)
    expect(await brokenWords(shown)).toEqual([])
    expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.getByText('Your report has opened in the new window.').waitFor()
    expect(await page.getByText('Your report is being generated and opens in the new window.').count()).toBe(0)
    await shown.close()
  }

  test('finds the User List report with Ctrl-K and downloads it by its name (RPTS-001, RPTS-004..006, RPTS-094, RPTS-095)', async () => {
    await admin.visit('/content-authenticated/home')
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('user list report')
    await page.getByRole('option', { name: /User List Report/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${administration}/reports/user-list`)
    await page.getByRole('heading', { name: 'User List Report', level: 1 }).waitFor()
    await check()
    const { name, path } = await download('Generate Excel')
    expect(name).toMatch(/^user-list-\d{4}-\d\d-\d\d\.xlsx$/)
    expect(path).not.toBeNull()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    admin.expectCleanConsole(gone)
  })

  test('generates the PCI User report of a customer, which opens in a new window (RPTS-002, RPTS-007..010, RPTS-024..026, RPTS-059, RPTS-062)', async () => {
    await admin.visit(`${administration}/reports/pci-user`)
    await chooseCustomer()
    await check()
    await generate('PCI User Report')
    admin.expectCleanConsole(gone)
  })

  test('generates the User Access report, to read and as a spreadsheet (RPTS-003, RPTS-011..019, RPTS-066)', async () => {
    await admin.visit(`${administration}/reports/user-access`)
    await page.getByRole('combobox', { name: 'User type' }).selectOption('External users')
    await chooseCustomer()
    await generate('User Access Report')
    expect((await download('Generate Excel')).name).toMatch(/^user-access-\d{4}-\d\d-\d\d\.xlsx$/)
    await check()
    admin.expectCleanConsole(gone)
  })

  test('finds both reports in the queue, opens one and deletes both (RPTS-020..023, RPTS-067, RPTS-102)', async () => {
    await admin.visit(`${administration}/reports/user-access`)
    await page.getByRole('link', { name: 'Go to the report queue' }).press('Enter')
    await page.waitForURL(`**${queue}`)
    const rows = page.getByRole('row', { name: new RegExp(customer) })
    await expect.poll(() => rows.count()).toBe(2)
    // Beside the screen, the navigation scrolls by itself, without the page.
    const current = page.getByRole('navigation', { name: 'Administration screens' }).locator('[aria-current=page]')
    const [place, scrolled] =
      options.width < 960 ? [null, 0] : [await current.boundingBox(), await page.evaluate(() => scrollY)]
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    expect(scrolled).toBe(0)
    await expect.poll(() => rows.getByText('Ready').count()).toBe(2)
    await check()
    const opening = page.waitForEvent('popup')
    await rows.getByRole('link', { name: 'PCI User Report' }).press('Enter')
    const shown = await opening
    const usedAddress = shown.waitForRequest(/\?ticket=/).then((request) => request.url())
    await shown.getByText(/^Completed /).waitFor()
    // It is sorted and searched where it is.
    const found = shown.waitForURL(/[?&]q=a/)
    await shown.getByRole('searchbox', { name: 'Search this report' }).fill('a')
    await found
    await shown.reload()
    await shown.getByText(/^Completed /).waitFor()
    // The address of the ticket works once.
    const ticket = await usedAddress
    await shown.goto(ticket)
    await shown.getByRole('heading', { name: 'This report can’t be opened here' }).waitFor()
    await shown.close()

    // A second click hits the row that it was meant for.
    const boxes = page.getByRole('checkbox', { name: /^Select .+, requested/ })
    const topOf = async () => (await boxes.last().boundingBox())?.y
    const before = await topOf()
    await boxes.first().press('Space')
    await page.getByText('1 selected').waitFor()
    expect(await topOf()).toBe(before)
    await check()
    await boxes.first().press('Space')
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    expect(await topOf()).toBe(before)

    // Every report of this account, those of the demo too.
    const count = (await page.getByRole('row').count()) - 1
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await page.getByText(`${count} selected`).waitFor()
    await admin.actOnSelected('Delete')
    const dialog = page.getByRole('dialog', { name: `Delete ${count} reports?` })
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await admin.expectAccessible()
    const deleted = admin.waitForText('Report queues have been successfully deleted.')
    await dialog.getByRole('button', { name: `Delete ${count} reports` }).press('Enter')
    await deleted
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('You have no reports.').waitFor()
    await check()
    admin.expectCleanConsole(gone)
  })

  test('reads what is wrong at the field at once, and nothing is sent (RPTS-065, RPTS-068..073, RPTS-076)', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const isSent = ({ path }: Endpoint) =>
      sent.some((address) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address))

    await admin.visit(`${administration}/reports/user-list`)
    // Typed and clicked at once: the message that appears takes the click from nobody.
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByRole('button', { name: 'Generate Excel' }).click()
    expect(await page.getByText('The dates can be at most 730 days apart.').count()).toBe(2)
    await check()

    await admin.visit(`${administration}/reports/user-access`)
    const search = page.getByRole('searchbox', { name: 'Search customers' })
    await search.fill(customer)
    // The list is what the search finds.
    await page.getByRole('radio', { name: 'All customers' }).waitFor({ state: 'detached' })
    await admin.waitForContent()
    await page.getByRole('button', { name: 'Generate report' }).click()
    await page.getByText('Please select a customer.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => search.inputValue()).toBe('')
    await page.getByRole('radio', { name: 'All customers' }).check()
    await page.getByRole('button', { name: 'Generate report' }).click()
    await page.getByText('Select an application, or one customer instead of all.').waitFor()
    await page.getByRole('button', { name: 'Generate Excel' }).click()
    await check()
    await page.getByRole('radio', { name: 'KCW' }).check()
    await page.getByRole('button', { name: 'Generate report' }).click()
    await page.getByText('Please select a customer.').waitFor()
    expect(page.context().pages()).toHaveLength(1)
    const calls = [exportUserListReport, exportAccessReport, requestAccessReport, requestPciReport]
    expect(calls.filter(isSent)).toEqual([])
    admin.expectCleanConsole(gone)
  })
})
