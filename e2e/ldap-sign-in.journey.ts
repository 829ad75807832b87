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

test('while the directory does not answer, only its users see an error, and all others sign in (R21, SIGN-066)', async () => {
  slapd.pause()
  const waiting = await signInAs('directory.user', 'Directory-Password-1')
  const other = await signInAs('external.user', PASSWORD)
  await other.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await waiting.page.getByText('Error calling authentication services').waitFor()
  expect(await waiting.page.getByLabel('User ID').inputValue()).toBe('directory.user')
  slapd.resume()
})
