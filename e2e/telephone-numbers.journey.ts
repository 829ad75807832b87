import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const settings = '/content-authenticated/account-settings'

let folder: string
let portal: RunningPortal
beforeAll(async () => {
  folder = await createTempFolder()
  portal = await startServer({ PORTAL_PHONE_NUMBERS: 'international', PORTAL_PHONE_COUNTRY: 'DE' }, folder)
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** The scripts with the library of telephone numbers that a visitor has loaded. */
function librariesOf({ page }: Visitor): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('international-phones')) loaded.push(request.url())
  })
  return loaded
}

test('a user enters a number as it is dialed in the country of the portal, or abroad, and the library for it loads with the form alone', async () => {
  const visitor = await newVisitor({ width: 360, dark: true, portalOrigin: portal.origin })
  const { page } = visitor
  const libraries = librariesOf(visitor)
  await visitor.signIn('client.admin')
  expect(libraries).toEqual([])
  await visitor.visit(settings)
  const edit = () => page.getByRole('button', { name: 'Edit Personal information' }).click()
  const save = () => page.getByRole('button', { name: 'Save' }).click()
  const panel = page.getByRole('region', { name: 'Personal information' })
  await edit()
  expect(libraries).toHaveLength(1)
  await page.getByText('Country of numbers without + and country code: Germany.').waitFor()
  await page.getByLabel('Work phone').fill('030 1234567 ext. 4')
  await save()
  await page.getByText('Enter a complete telephone number without an extension').first().waitFor()
  await visitor.expectAccessible()
  await visitor.expectNoHorizontalScroll()
  await page.getByLabel('Work phone').fill('0049 (30) 123-4567')
  await save()
  await panel.getByText('030 1234567').waitFor()
  await edit()
  await page.getByLabel('Work phone').fill('+1 (212) 555-0100')
  await save()
  await panel.getByText('+1 212 555 0100').waitFor()
  visitor.expectCleanConsole()
})

test('where numbers are ten digits no library is loaded', async () => {
  const visitor = await newVisitor()
  const libraries = librariesOf(visitor)
  await visitor.signIn('internal.user')
  await visitor.visit(settings)
  await visitor.page.getByRole('button', { name: 'Edit Personal information' }).click()
  await visitor.page.getByText('10 digits, with or without hyphens.').first().waitFor()
  expect(libraries).toEqual([])
})
