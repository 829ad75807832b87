import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('external.user')
})
afterAll(closeBrowser)

test('a user saves a link and finds it from every page, with the keyboard alone (LINK-001, LINK-006)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/manage-my-links')
  await page.getByRole('button', { name: 'Add link' }).first().focus()
  await page.keyboard.press('Enter')
  await visitor.typeInto(page.getByRole('dialog', { name: 'Add link' }).getByRole('textbox'), 'Tide tables')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tides.example/harbor')
  await visitor.expectAccessible()
  await Promise.all([visitor.waitForText('Link added.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Open Tide tables in a new tab' }).waitFor()
  await visitor.expectAccessible()

  await visitor.visit('/content-authenticated/home')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await page.keyboard.press('Control+k')
  await visitor.typeInto(page.getByRole('combobox', { name: 'Search the portal' }), 'tide')
  await page.getByRole('option', { name: /Tide tables/ }).waitFor()
  await visitor.expectAccessible()
  // The site is external; it is enough that the portal navigates there.
  await page.context().route('https://tides.example/**', (route) => route.fulfill({ body: 'Tides' }))
  const [beside] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await beside.waitForURL('https://tides.example/harbor')
  expect(await beside.evaluate(() => `${document.referrer}|${String(window.opener)}`)).toBe('|null')
  await beside.close()
})

test('on a phone in the dark the search finds an application and its pages', async () => {
  const phone = await newVisitor({ width: 360, dark: true })
  await phone.signIn('internal.user')
  const [tile = ''] = await phone.tileNames()
  await phone.page.getByRole('button', { name: 'Search' }).click()
  await phone.page.getByRole('combobox', { name: 'Search the portal' }).fill(tile)
  await phone.page.getByRole('group', { name: 'Applications' }).getByRole('option', { name: tile }).waitFor()
  await phone.expectAccessible()
})
