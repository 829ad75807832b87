import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const administration = '/content-authenticated/administration'

/** Everybody is of the same employer. A leaver is gone after the test, so that each width has one of its own. */
const widths = [
  {
    options: { width: 1280, dark: false },
    leaver: { name: 'Thomas Popescu', userName: 'tpopescu' },
    newOwner: { name: 'Astrid Sørensen', userName: 'asorensen' },
  },
  {
    options: { width: 360, dark: true },
    leaver: { name: 'Hiroshi Taylor', userName: 'htaylor' },
    newOwner: { name: 'Renée Okonkwo', userName: 'rokonkwo' },
  },
]
/** Sees payments, and lacks the application behind addresses. */
const clerk = { name: 'João Rivera' }

beforeAll(openBrowser)
afterAll(closeBrowser)

describe.each(widths)('at $options.width px, dark: $options.dark', ({ options, leaver, newOwner }) => {
  let admin: Visitor
  beforeAll(async () => {
    admin = await newVisitor(options)
    await admin.signIn('portal.admin')
  })

  const check = async () => {
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
  }

  /** Finds the user in the list and picks an entry of their menu, by keyboard. */
  const pick = async ({ name }: { name: string }, entry: string) => {
    await admin.visit(`${administration}?name=${encodeURIComponent(name)}`)
    await admin.page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await admin.page.getByRole('menuitem', { name: entry }).press('Enter')
  }

  test('an administrator closes the account of a leaver, whose documents go to a colleague', async () => {
    const going = await newVisitor()
    await going.signIn(leaver.userName)
    await going.visit('/content-authenticated/document-library')
    await going.page.getByRole('button', { name: 'Upload' }).click()
    const file = { name: 'Open orders.csv', mimeType: 'text/csv', buffer: Buffer.from('order,state\nA-1001,open\n') }
    await Promise.all([
      going.waitForText('All files uploaded.'),
      going.page.locator('input[type=file]').setInputFiles(file),
    ])

    await pick(leaver, 'Close account and hand over')
    const { page } = admin
    const dialog = page.getByRole('dialog', { name: `Close account of ${leaver.name} and hand over` })
    await dialog.getByText('1 session to end').waitFor()
    await dialog.getByText(/^\d+ grants to end$/).waitFor()
    await dialog.getByText('1 document (24 bytes), shared with 0 users').waitFor()
    await dialog.getByText(`${leaver.name} becomes inactive and can’t sign in.`).waitFor()
    const label = `${newOwner.name} (${newOwner.userName})`
    await admin.choose(dialog, { field: 'New owner of the documents', text: newOwner.name, option: label })
    await dialog.getByRole('button', { name: `Remove ${label}` }).waitFor()
    await check()
    await Promise.all([
      admin.waitForText(
        `${leaver.name} is inactive. Sessions and access have ended, and ${newOwner.name} has 1 document.`,
      ),
      dialog.getByRole('button', { name: 'Close account' }).press('Enter'),
    ])
    // It closes itself once the message could be read.
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: leaver.name }).getByText('Inactive', { exact: true }).waitFor()
    await check()
    admin.expectCleanConsole()

    await going.page.reload()
    await going.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await going.signIn(newOwner.userName)
    await going.visit('/content-authenticated/document-library')
    await going.page.getByRole('row', { name: /Open orders.csv/ }).waitFor()
  })

  test('an administrator sees why a user has one tile and lacks another, and goes to where that is mended', async () => {
    const { page } = admin
    await pick(clerk, 'Tiles and why')
    const drawer = page.getByRole('dialog', { name: `Tiles of ${clerk.name}` })
    const tiles = drawer.getByRole('combobox', { name: 'Tile' })
    await tiles.selectOption('Payments (sees it)')
    await drawer.getByText(`${clerk.name} sees this tile.`).waitFor()
    await drawer
      .getByRole('row', { name: /^The user has the application.*Passed$/ })
      .first()
      .waitFor()
    await check()
    await tiles.selectOption('Addresses (doesn’t see it)')
    await drawer.getByText(`${clerk.name} doesn’t see this tile.`).waitFor()
    await drawer
      .getByRole('row', { name: /^The user is active .*Passed$/ })
      .first()
      .waitFor()
    const failed = drawer.getByRole('row', { name: /^The user has the application Open permissions .*Failed$/ }).first()
    await failed.waitFor()
    await check()
    await failed.getByRole('link', { name: 'Open permissions' }).press('Enter')
    await page.waitForURL(/\/user-profile\/\d+\/permissions$/)
    await page.getByRole('heading', { level: 1, name: clerk.name }).waitFor()
    await page.getByRole('checkbox', { name: 'Payments Hub: Assigned' }).and(page.locator(':checked')).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Address Quality: Assigned' }).isChecked()).toBe(false)
    await check()
    admin.expectCleanConsole()
  })

  test('an administrator previews the home of a user without signing on as them', async () => {
    await pick(clerk, 'Preview home')
    const drawer = admin.page.getByRole('dialog', { name: `Home of ${clerk.name}` })
    await drawer.getByText(`This is what ${clerk.name} sees after signing in. Nothing can be opened here.`).waitFor()
    const tiles = drawer.getByRole('list', { name: 'Tiles' }).getByRole('listitem')
    await tiles.filter({ hasText: 'Payments' }).getByText('Payment Search').waitFor()
    expect(await tiles.filter({ hasText: 'Addresses' }).count()).toBe(0)
    await drawer.getByRole('list', { name: 'Announcements' }).getByText('Welcome to Portico').waitFor()
    await check()
    await admin.escape()
    await admin.page
      .getByRole('button', { name: `Actions for ${clerk.name}` })
      .and(admin.page.locator(':focus'))
      .waitFor()
    admin.expectCleanConsole()
  })

  test('an administrator sees who has a tile, finds one of them, and sees why', async () => {
    const { page } = admin
    await admin.visit(`${administration}/tile-users`)
    await page.getByText('Then you see the users who have it on their home page.').waitFor()
    await page.getByRole('combobox', { name: 'Tile' }).selectOption('Payments')
    const search = page.getByRole('searchbox', { name: 'Search by name or email' })
    await search.waitFor()
    const actions = page.getByRole('button', { name: /^Actions for / })
    await actions.nth(1).waitFor()
    await check()
    await search.fill(clerk.name)
    await expect.poll(() => actions.allInnerTexts()).toEqual([`Actions for ${clerk.name}`])
    await check()
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Tiles and why' }).press('Enter')
    const drawer = page.getByRole('dialog', { name: `Tiles of ${clerk.name}` })
    await drawer.getByText(`${clerk.name} sees this tile.`).waitFor()
    expect(await drawer.getByRole('combobox', { name: 'Tile' }).locator(':checked').innerText()).toBe(
      'Payments (sees it)',
    )
    await admin.escape()

    await page.getByRole('combobox', { name: 'Tile' }).selectOption('Addresses')
    await page.getByText('No results match your filters.').waitFor()
    await check()
    admin.expectCleanConsole()
  })
})
