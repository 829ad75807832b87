import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

/** An employer of the demo, whose email domain the users have. */
const EMPLOYER = 'Northgate Services'

/** A file of a thousand users, of which the first ones have no email address. */
function fileOf(broken: number) {
  const rows = Array.from({ length: 1_000 }, (_, index) => {
    const email = index < broken ? `nowhere.${index}` : `imported.${index}@northgate.example`
    return `Ina;Broughtin;${email};${EMPLOYER};ina.broughtin.${index}`
  })
  const text = ['First name;Last name;Email;Employer;User ID', ...rows].join('\r\n')
  return { name: 'new-users.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const upload = (broken: number): Promise<void> => visitor.page.locator('input[type=file]').setInputFiles(fileOf(broken))

const listed = async () => {
  await visitor.visit('/content-authenticated/administration?name=broughtin')
  const count = visitor.page.getByText(/^Users found: /)
  await count.waitFor()
  return count.textContent()
}

test('an administrator imports a thousand users: with ten bad rows nothing changes, corrected all are there (UADM-142)', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/administration')
  await page.getByRole('link', { name: 'Import users' }).press('Enter')
  await page.getByText('Drop a file here, or paste it.').waitFor()
  await visitor.expectAccessible()
  await upload(10)
  await page.getByText('10 rows have errors').waitFor()
  await visitor.expectAccessible()
  expect(await page.getByRole('row').count()).toBe(11)
  expect(await listed()).toBe('Users found: 0')
  await page.goBack()
  await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
  await upload(0)
  await page.getByRole('button', { name: 'Import 1,000 rows' }).press('Enter')
  await page.getByText('1,000 rows have been imported.').waitFor()
  await visitor.expectAccessible()
  expect(await listed()).toBe('Users found: 1,000')
  visitor.expectCleanConsole()
})
