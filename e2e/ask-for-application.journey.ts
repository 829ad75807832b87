import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let sender: Visitor
let admin: Visitor
beforeAll(async () => {
  await openBrowser()
  sender = await newVisitor()
  admin = await newVisitor()
  await sender.signIn('swright')
  await admin.signIn('portal.admin')
})
afterAll(closeBrowser)

test('a user who finds nothing asks for an application, an administrator grants it, and the tile appears, with the keyboard alone', async () => {
  const { page } = sender
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search the portal' })
  await palette.waitFor()
  await page.keyboard.type('address check')
  await page.getByText('No results found.').waitFor()
  await sender.expectAccessible()
  await page.getByRole('button', { name: 'Ask for an application' }).press('Enter')
  await page.getByRole('heading', { name: 'Ask for an application', level: 1 }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search by name or task' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await search.inputValue()).toBe('address check')
  const catalog = page.getByRole('list', { name: 'Applications' })
  await catalog.getByText('Validate: Check addresses one by one or in lists').waitFor()
  await sender.expectAccessible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Ask for Address Check' })
  await asking.waitFor()
  await sender.expectAccessible()
  await page.keyboard.type('I check the lists of our mailings.')
  await Promise.all([
    sender.waitForText('Request sent. We’ll email you when it’s decided.'),
    asking.getByRole('button', { name: 'Send request' }).press('Enter'),
  ])
  await asking.waitFor({ state: 'detached' })
  await catalog.getByText('You have asked for it').waitFor()
  const own = page.getByRole('region', { name: 'Your requests' })
  await own.getByText('Waiting').waitFor()

  await admin.visit('/content-authenticated/administration/access-requests?name=swright')
  await admin.page.getByRole('button', { name: 'Grant Address Check to Sanjay Wright' }).press('Enter')
  const dialog = admin.page.getByRole('dialog', { name: 'Grant Address Check to Sanjay Wright?' })
  await dialog.getByText('I check the lists of our mailings.').waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('Sanjay Wright now has Address Check. We’ll email them.'),
    dialog.getByRole('button', { name: 'Grant' }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })
  await admin.page.getByText('No results match your filters.').waitFor()

  await page.reload()
  await own.getByText('Granted').waitFor()
  await sender.visit('/content-authenticated/home')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await page
    .getByRole('button', { name: /Addresses/ })
    .first()
    .waitFor()
  sender.expectCleanConsole()
  admin.expectCleanConsole()
})

test('a user asks for a permission set, an administrator reads what it gives and grants it', async () => {
  const { page } = sender
  await sender.visit('/content-authenticated/ask-for-application')
  const sets = page.getByRole('region', { name: 'Access packages' })
  await sets.getByRole('list', { name: 'Campaign planning gives' }).getByText('Campaign Studio').waitFor()
  await sender.expectAccessible()
  await sets.getByRole('button', { name: 'Ask for Campaign planning' }).press('Enter')
  const asking = page.getByRole('dialog', { name: 'Ask for Campaign planning' })
  await asking.waitFor()
  await sender.expectAccessible()
  await page.keyboard.type('I plan the mailings.')
  await Promise.all([
    sender.waitForText('Request sent. We’ll email you when it’s decided.'),
    asking.getByRole('button', { name: 'Send request' }).press('Enter'),
  ])
  await sets.getByText('You have asked for it').waitFor()

  await admin.visit('/content-authenticated/administration/access-requests?name=swright')
  await admin.page.getByRole('button', { name: 'Grant Campaign planning to Sanjay Wright' }).press('Enter')
  const dialog = admin.page.getByRole('dialog', { name: 'Grant Campaign planning to Sanjay Wright?' })
  await dialog.getByRole('listitem').getByText('Campaign Studio').waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('Sanjay Wright now has Campaign planning. We’ll email them.'),
    dialog.getByRole('button', { name: 'Grant' }).press('Enter'),
  ])
  await page.reload()
  await sets.getByText('You have it').waitFor()
  sender.expectCleanConsole()
  admin.expectCleanConsole()
})

test('a user sends an enhancement request, an administrator answers it, and the user reads status and answer', async () => {
  const { page } = sender
  await sender.visit('/content-authenticated/contact-us')
  const form = page.getByRole('form', { name: 'Enhancement request' })
  const application = form.getByRole('combobox', { name: 'Application' })
  await application.selectOption({ index: 1 })
  const text = 'Let me check a list of addresses at once.'
  await form.getByRole('textbox', { name: 'Your request' }).fill(text)
  await Promise.all([
    sender.waitForText('Enhancement Request has been sent. Your request number is '),
    form.getByRole('button', { name: 'Send request' }).press('Enter'),
  ])
  const own = page.getByRole('region', { name: 'Your requests' })
  await own.getByText(text).waitFor()
  await own.getByText('Received').waitFor()

  await admin.visit('/content-authenticated/administration/enhancement-requests?name=Sanjay')
  await admin.page.getByRole('row', { name: new RegExp(text) }).waitFor()
  await admin.page.getByRole('button', { name: /^Actions for request \d+ of Sanjay Wright$/ }).press('Enter')
  await admin.page.getByRole('menuitem', { name: 'Answer request' }).press('Enter')
  const dialog = admin.page.getByRole('dialog', { name: /^Request \d+: / })
  await dialog.getByText(text).waitFor()
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('Planned')
  await dialog.getByRole('textbox', { name: 'Answer to the user' }).fill('It comes in spring.')
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('saved. We’ll email Sanjay Wright.'),
    dialog.getByRole('button', { name: 'Save and email' }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })

  await page.reload()
  await own.getByText('Planned').waitFor()
  await own.getByText('Answer: It comes in spring.').waitFor()
  await sender.expectAccessible()
  sender.expectCleanConsole()
  admin.expectCleanConsole()
})
