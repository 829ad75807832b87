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
  expect(await page.getByRole('table', { name: 'Problems' }).getByRole('row').count()).toBe(11)
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

/** Three rows that can be imported, one of which gives access, a misspelt employer and an email address that is none. */
const mixed = () => {
  const rows = [
    'Ada;Quillfeather;ada@northgate.example;Northgate Services;Billing Center;2099-03-31',
    'Bea;Quillfeather;bea@northgate.example;Northgate Servics;;',
    'Cleo;Quillfeather;cleo@northgate.example;Northgate Services;;',
    'Dora;Quillfeather;nowhere;Northgate Services;;',
    'Eve;Quillfeather;eve@northgate.example;Northgate Services;;',
  ]
  const text = ['First name;Last name;Email;Employer;Applications;Access ends', ...rows].join('\r\n')
  return { name: 'quillfeathers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

test('an administrator imports the valid rows, corrects the others, and ends at the new people, by keyboard', async () => {
  const { page } = visitor
  await visitor.visit('/content-authenticated/administration/import-users')
  await page.locator('input[type=file]').setInputFiles(mixed())
  await page.getByText('2 rows have errors').waitFor()
  await page.getByText('Access: 1 user (Billing Center: 1; with a last day: 1)', { exact: false }).waitFor()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Import the other 3 rows' }).press('Enter')
  await page.getByText('3 rows have been imported.').waitFor()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Correct 2 rows' }).press('Enter')
  await page.getByText('3 other rows of this file have been imported already.').waitFor()
  await page.getByRole('button', { name: 'Use “Northgate Services” instead of “Northgate Servics”' }).press('Enter')
  await page.getByText('1 row has errors').waitFor()
  await page.getByRole('button', { name: 'Correct Email of row 5' }).press('Enter')
  await page.getByRole('textbox', { name: 'Email' }).fill('dora@northgate.example')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Import 2 rows' }).press('Enter')
  await page.getByText('2 rows have been imported.').waitFor()
  await page.getByRole('link', { name: 'Show the 2 users' }).press('Enter')
  await page.getByText('Users found: 2').waitFor()
  await page.getByRole('link', { name: 'Dora' }).waitFor()
  await visitor.expectAccessible()
  await visitor.visit('/content-authenticated/administration/import-users')
  const files = page.getByRole('table', { name: 'Your imports' }).getByText('quillfeathers.csv')
  await files.first().waitFor()
  expect(await files.count()).toBe(2)
  await visitor.expectAccessible()
  visitor.expectCleanConsole()
})
