import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE, type Slapd, startSlapd } from '../server/test/slapd.ts'
import { ageSessions, moveAdminToDirectory } from './portal-database.ts'
import { changeAddress, dialog, expectAddress, isChanged, providers } from './sensitive-change.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor } from './visitor.ts'

let portal: RunningPortal
let slapd: Slapd
let folder: string
const ADMIN_PASSWORD = 'Admin-in-the-directory-1'
beforeAll(async () => {
  await openBrowser()
  slapd = await startSlapd([{ uid: 'portal.admin', password: ADMIN_PASSWORD }])
  folder = await createTempFolder()
  const environment = {
    PORTAL_DIRECTORY: `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub?(objectClass=inetOrgPerson)`,
    PORTAL_DIRECTORY_CA: slapd.authorityFile,
    PORTAL_DIRECTORY_BIND_DN: slapd.account.dn,
    PORTAL_DIRECTORY_BIND_PASSWORD: slapd.account.password,
  }
  portal = await startServer(environment, folder)
  await moveAdminToDirectory(folder)
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await slapd.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function signInAs(userName: string, password: string): Promise<Visitor> {
  const visitor = await newVisitor()
  await visitor.page.goto(`${portal.origin}/login`)
  await visitor.fillSignIn(userName, password)
  return visitor
}

test('a directory user signs in with the directory password in the form, and out again (SIGN-005, SIGN-046)', async () => {
  const wrong = await signInAs('directory.user', PASSWORD)
  await wrong.page.getByText('Invalid Login ID or Password.').waitFor()
  const visitor = await signInAs('directory.user', 'Directory-Password-1')
  await visitor.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await visitor.signOut()
  visitor.expectCleanConsole()
})

test('long after signing in, a change asks an administrator for the directory password (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  await visitor.signIn('portal.admin', ADMIN_PASSWORD)
  await ageSessions(folder)
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/ldap')
  await dialog(visitor).waitFor()
  await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await dialog(visitor)
    .getByText(/incorrect/)
    .first()
    .waitFor()
  await visitor.typeInto(page.getByLabel('Your password', { exact: true }), ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await isChanged(visitor)
  await expectAddress(visitor, 'https://company.example/ldap')
  await visitor.signOut()
})

/** What becomes of a test sign-in with a user ID and, unless it is empty, a password. */
async function testDirectory(visitor: Visitor, userName: string, password: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await visitor.typeInto(page.getByRole('textbox', { name: 'User ID' }), userName)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Checks' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await visitor.expectAccessible()
  await visitor.expectNoHorizontalScroll()
}

test.each([
  { width: 1280, dark: false },
  { width: 360, dark: true },
])('an administrator tests the directory and reads what to do, at $width px, dark: $dark', async (options) => {
  const visitor = await newVisitor({ ...options, portalOrigin: portal.origin })
  const { page } = visitor
  const result = (check: string) =>
    page.getByRole('row', { name: new RegExp(`^${check} .*(Passed|Failed|Not checked)`) })
  await visitor.signIn('portal.admin', ADMIN_PASSWORD)
  await visitor.visit(providers)
  await page.getByRole('heading', { name: 'Company directory' }).waitFor()
  await page.getByText(`ldaps://localhost:${slapd.ldapsPort}`).waitFor()
  await visitor.expectAccessible()
  await visitor.expectNoHorizontalScroll()

  await testDirectory(visitor, 'directory.user', 'wrong')
  await page.getByText('This sign-in would be refused').waitFor()
  await page.getByText(/^Password: Check the password/).waitFor()
  await page.getByText('The directory refused the password.').waitFor()

  await page.getByRole('link', { name: 'All identity providers' }).click()
  await testDirectory(visitor, 'directory.user', 'Directory-Password-1')
  await page.getByText('This sign-in would succeed').waitFor()
  await page.getByText(/user ID directory\.user, of /).waitFor()
  expect(await page.getByText('Directory-Password-1').count()).toBe(0)

  await page.getByRole('link', { name: 'All identity providers' }).click()
  await testDirectory(visitor, 'nobody.at.all', '')
  await page.getByText(/^Entry of the user: Check the user ID/).waitFor()
  await result('Password').first().waitFor()
  await visitor.signOut()
  visitor.expectCleanConsole()
})

test('while the directory does not answer, only its users see an error, and all others sign in (R21, SIGN-066)', async () => {
  slapd.pause()
  const waiting = await signInAs('directory.user', 'Directory-Password-1')
  const other = await signInAs('external.user', PASSWORD)
  await other.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await waiting.page.getByText('Error calling authentication services').waitFor()
  expect(await waiting.page.getByLabel('User ID').inputValue()).toBe('directory.user')
  slapd.resume()
})
