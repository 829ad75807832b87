import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../server/test/free-port.ts'
import { CLIENT, type OidcPeer, startOidcPeer } from '../server/test/oidc-provider.ts'
import { ageSessions, moveAdminToDirectory } from './portal-database.ts'
import { changeAddress, dialog, expectAddress, isChanged, openProvider, providers } from './sensitive-change.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

const CALLBACK = '/ccservices/secure/user/rest/db/signin/directory/callback'
const COMPANY = 'Sign in with your company account'

let portal: RunningPortal
let peer: OidcPeer
let folder: string
let signedOutPage: Server
beforeAll(async () => {
  await openBrowser()
  signedOutPage = createServer((_request, response) => response.end('<h1>Signed out of the company</h1>'))
  await new Promise<void>((resolve) => signedOutPage.listen(0, '127.0.0.1', resolve))
  const [port, providerPort] = [await freePort(), await freePort()]
  peer = await startOidcPeer({
    port: providerPort,
    callbacks: [`http://localhost:${port}${CALLBACK}`],
    accounts: {
      ingrid: { preferred_username: 'directory.user', email: 'directory.user@northgate.example' },
      miriam: { preferred_username: 'portal.admin', email: 'portal.admin@northgate.example' },
      stranger: { preferred_username: 'stranger', email: 'stranger@northgate.example' },
    },
  })
  folder = await createTempFolder()
  const environment = {
    PORT: String(port),
    PORTAL_DIRECTORY: `oidc:${peer.issuer}`,
    PORTAL_DIRECTORY_CLIENT_ID: CLIENT.id,
    PORTAL_DIRECTORY_CLIENT_SECRET: CLIENT.secret,
    PORTAL_DIRECTORY_SIGN_OUT_URL: `http://127.0.0.1:${(signedOutPage.address() as AddressInfo).port}/bye`,
  }
  portal = await startServer(environment, folder)
  await moveAdminToDirectory(folder)
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await peer.stop()
  await new Promise((resolve) => signedOutPage.close(resolve))
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

test('an employee signs in with the company account, by keyboard, lands on the requested page, and signs out there too (SIGN-005, SIGN-046, SIGN-058, LOUT-004)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await page.goto(`${portal.origin}/content-authenticated/home?q=report`)
  const button = page.getByRole('button', { name: COMPANY })
  await button.waitFor()
  await visitor.expectAccessible()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Company sign-in' }).waitFor()
  expect(new URL(page.url()).origin).toBe(peer.issuer)
  await page.getByLabel('Account').fill('ingrid')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  const address = new URL(page.url())
  expect([address.pathname, address.search, address.hash]).toEqual(['/content-authenticated/home', '?q=report', ''])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Signed out of the company' }).waitFor()
  visitor.expectCleanConsole(/favicon|404/)
})

test('a user unknown to the portal sees that at the sign-in page, on a narrow dark screen too', async () => {
  const visitor = await newVisitor({ width: 360, dark: true })
  const { page } = visitor
  await page.goto(`${portal.origin}/login`)
  await page.getByRole('button', { name: COMPANY }).click()
  await page.getByLabel('Account').fill('stranger')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(/Your company account isn’t registered in this portal/).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await visitor.expectAccessible()
})

test('long after signing in, a change leads an administrator to the company and back to what was entered (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  const signInAtCompany = async () => {
    await page.getByRole('heading', { name: 'Company sign-in' }).waitFor()
    await page.getByLabel('Account').fill('miriam')
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await visitor.visit('/login')
  await page.getByRole('button', { name: COMPANY }).click()
  await signInAtCompany()
  await visitor.waitForHome()
  await ageSessions(folder)
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/oidc')
  await dialog(visitor).waitFor()
  await visitor.expectAccessible()
  await dialog(visitor).getByRole('button', { name: 'Sign in at your company' }).click()
  await signInAtCompany()
  await page.getByRole('heading', { name: 'Identity providers' }).waitFor()
  await openProvider(visitor)
  expect(await page.getByLabel('Sign-out address').inputValue()).toBe('https://company.example/oidc')
  await page.getByRole('button', { name: 'Save identity provider' }).click()
  await isChanged(visitor)
  await expectAddress(visitor, 'https://company.example/oidc')
})
