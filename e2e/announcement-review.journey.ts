import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const ADDRESS = '/content-authenticated/administration/announcements'
const TITLE = 'The clinic moves on Friday'

let folder: string
let portal: RunningPortal
let author: Visitor
let reviewer: Visitor
let reader: Visitor
beforeAll(async () => {
  await openBrowser()
  folder = await createTempFolder()
  portal = await startServer({ PORTAL_ANNOUNCEMENT_REVIEW: 'required' }, folder)
  const at = { portalOrigin: portal.origin }
  author = await newVisitor(at)
  reviewer = await newVisitor({ ...at, width: 360, dark: true })
  reader = await newVisitor(at)
  await author.signIn('portal.admin')
  await reviewer.signIn('associate.admin')
  await reader.signIn('external.user')
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Opens an entry of the actions of the announcement. */
async function openAction(visitor: Visitor, entry: string): Promise<void> {
  await visitor.visit(`${ADDRESS}?title=clinic`)
  await visitor.page.getByRole('button', { name: `Actions for ${TITLE}` }).press('Enter')
  await visitor.page.getByRole('menuitem', { name: entry }).press('Enter')
}

async function readsIt(): Promise<boolean> {
  await reader.visit('/content-authenticated/home')
  await reader.page
    .getByRole('button', { name: /All announcements/ })
    .first()
    .click()
  const titles = reader.page.getByRole('dialog').getByRole('heading', { level: 3 })
  await titles.first().waitFor()
  return (await titles.allInnerTexts()).includes(TITLE)
}

test('an administrator submits an announcement; another one sends it back with a note, and publishes what comes again (decision F1, ANNC-049)', async () => {
  const { page } = author
  await author.visit(ADDRESS)
  await page.getByRole('button', { name: 'Create announcement' }).press('Enter')
  const create = page.getByRole('dialog', { name: 'Create Announcement' })
  await author.typeInto(create.getByRole('textbox', { name: 'Title' }), TITLE)
  await create.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Operational')
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('Bring your card.')
  await author.expectAccessible()
  await Promise.all([
    author.waitForText('Submitted for review. Another administrator publishes it.'),
    create.getByRole('button', { name: 'Submit for review' }).click(),
  ])
  await create.waitFor({ state: 'detached' })
  expect(await readsIt()).toBe(false)

  await openAction(author, 'Review')
  await page.getByText('You submitted this. Another administrator has to publish it or send it back.').first().waitFor()
  await author.escape()

  await openAction(reviewer, 'Review')
  const review = reviewer.page.getByRole('dialog', { name: 'Review Announcement' })
  await review.getByText('Bring your card.').waitFor()
  await review.getByRole('combobox', { name: 'Decision' }).selectOption('Send back to the author')
  await review.getByRole('textbox', { name: 'Note to the author' }).fill('Which card?')
  await reviewer.expectAccessible()
  await reviewer.expectNoHorizontalScroll()
  await Promise.all([
    reviewer.waitForText('The announcement went back to its author.'),
    review.getByRole('button', { name: 'Send back announcement' }).click(),
  ])

  await openAction(author, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Announcement' })
  await edit.getByText(/sent it back: Which card\?$/).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' The blue one.')
  await Promise.all([
    author.waitForText('Submitted for review. Another administrator publishes it.'),
    edit.getByRole('button', { name: 'Submit for review' }).click(),
  ])

  await openAction(reviewer, 'Review')
  await review.getByText('Bring your card. The blue one.').waitFor()
  await review.getByRole('combobox', { name: 'Decision' }).selectOption('Publish')
  await Promise.all([
    reviewer.waitForText('The announcement is published.'),
    review.getByRole('button', { name: 'Publish announcement' }).click(),
  ])
  expect(await readsIt()).toBe(true)
  for (const visitor of [author, reviewer, reader]) visitor.expectCleanConsole()
})

test('it is previewed as a chosen person, on their home page, and says why another does not see it', async () => {
  const { page } = author
  await openAction(author, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Announcement' })
  await edit.getByRole('combobox', { name: 'User type' }).selectOption('External')
  const person = edit.getByRole('combobox', { name: 'See it as a person' })
  await person.fill('external.user')
  await edit.getByRole('option', { name: /external\.user/ }).click()
  await edit.getByText(/\(external\.user\) of .* sees it\./).waitFor()
  await edit.getByRole('article', { name: 'Preview' }).getByText('Bring your card.').waitFor()
  const home = page.frameLocator('iframe[title^="Home page of"]')
  await reader.visit('/content-authenticated/home')
  const [, firstName = ''] = (await reader.page.getByRole('heading', { level: 1 }).innerText()).split(', ')
  await home.getByRole('heading', { name: new RegExp(`, ${firstName}$`) }).waitFor()
  await home.getByText('Bring your card.').waitFor()
  await author.expectAccessible()
  await person.fill('internal.user')
  await edit
    .getByRole('option', { name: /internal\.user/ })
    .first()
    .click()
  await edit.getByText(/\(internal\.user\) of .* doesn’t see it:/).waitFor()
  await edit.getByText('It’s for another user type.').waitFor()
  author.expectCleanConsole()
})
