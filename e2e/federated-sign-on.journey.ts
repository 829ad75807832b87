import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'
import { freePort } from '../server/test/free-port.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, Visitor } from './visitor.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
let portal: RunningPortal
let company: ChildProcess
let companyOrigin: string
/** Number of the company's identity provider. */
let provider: string

beforeAll(async () => {
  folder = await createTempFolder()
  const environment = { PORT: String(await freePort()) }
  portal = await startServer(environment, folder)
  company = spawn(process.execPath, ['e2e/company-sign-on.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(company.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  // A different host name than the portal's, so that the browser treats it as another site.
  companyOrigin = `http://127.0.0.1:${port.toString().trim()}`
  const metadata = path.join(folder, 'metadata.xml')
  await writeFile(metadata, await (await fetch(`${companyOrigin}/metadata`)).text())
  const options = { metadata, client: 'Lindqvist & Søn Bank', domain: 'lindqvist.example' }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, serverArguments('saml-provider', ...args), {
      cwd: root,
      env: { PATH: process.env['PATH'], ...compiledCode, PORTAL_DATA_DIR: path.join(folder, 'data'), ...environment },
    })
  // Replaces the demo's own identity provider.
  await command('remove', '--id', '1')
  const added = await command('add', ...words, '--sign-out-url', `${companyOrigin}/sign-out`)
  provider = / sign in at provider (\d+) /.exec(added.stdout)?.[1] ?? ''
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  company.kill()
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
})

const begin = async ({ page }: Visitor) => {
  const returnTo = encodeURIComponent('/content-authenticated/home?q=pay')
  await page.goto(`${portal.origin}${startFederatedSignIn.path}?provider=${provider}&returnTo=${returnTo}`)
  await page.getByRole('heading', { name: 'Company sign-on' }).waitFor()
}
const signInAs = ({ page }: Visitor, email: string) => page.getByRole('button', { name: `Sign in as ${email}` }).click()
const NILS = 'nils.soderstrom@lindqvist.example'

test('an employee signs in at the company, lands on the requested page, and signs out here and there (SIGN-006, LOUT-001, LOUT-006)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await begin(visitor)
  await signInAs(visitor, NILS)
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('pay')
  expect(await page.evaluate(() => localStorage.getItem('isFederatedUser'))).toBe('Y')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/federated-sso-logout')
  await page.getByRole('link', { name: 'Sign out of your company account' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
  await visitor.expectAccessible()
  visitor.expectCleanConsole()
  await page.getByRole('link', { name: 'Sign out of your company account' }).click()
  await page.getByRole('heading', { name: 'Signed out at the company' }).waitFor()
})

test('a company email address redirects to the company and asks for no password here (decision B4)', async () => {
  const visitor = await newVisitor()
  await visitor.page.goto(`${portal.origin}/login`)
  await visitor.page.getByLabel('User ID').fill(`anybody@${NILS.split('@')[1] ?? ''}`)
  await visitor.page.getByRole('button', { name: 'Continue' }).click()
  await visitor.page.getByRole('heading', { name: 'Company sign-on' }).waitFor()
})

test('the ticket leaves nothing in the history: going back leads to the company, not into the session', async () => {
  const visitor = await newVisitor()
  await begin(visitor)
  await signInAs(visitor, NILS)
  await visitor.waitForHome()
  const addresses: string[] = []
  visitor.page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await visitor.page.goBack()
  await visitor.page.waitForLoadState()
  expect(addresses.concat(visitor.page.url()).filter((address) => address.includes('ticket'))).toEqual([])
})

test('a user without an account here sees the specified message and stays signed out (SIGN-071)', async () => {
  const visitor = await newVisitor()
  await begin(visitor)
  await signInAs(visitor, 'stranger@lindqvist.example')
  const alert = visitor.page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/^Error calling SSO services : Your company account isn’t set up/)
  await visitor.expectAccessible()
  await visitor.page.getByRole('link', { name: 'Sign in again' }).click()
  await visitor.page.getByLabel('User ID').waitFor()
})

test('a user who is signed in elsewhere must confirm first (SIGN-036, SIGN-037)', async () => {
  const first = await newVisitor()
  await begin(first)
  await signInAs(first, NILS)
  await first.waitForHome()
  const second = await newVisitor()
  await begin(second)
  await signInAs(second, NILS)
  await second.page.getByRole('dialog', { name: 'You’re already signed in elsewhere' }).waitFor()
  await second.expectAccessible()
  await second.page.getByRole('button', { name: 'Continue here' }).click()
  await second.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await first.page.reload()
  await first.page.getByText('You were signed out because you signed in somewhere else.').waitFor()
})

describe('a test sign-in', () => {
  /** Starts a test from the list of identity providers; returns its tab at the company. */
  const startTest = async ({ page, context }: Visitor): Promise<Visitor> => {
    await page.goto(`${portal.origin}/content-authenticated/database-maintenance/identity-providers`)
    await page.getByRole('button', { name: /^Actions for / }).click()
    await page.getByRole('menuitem', { name: 'Test sign-in' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open identity provider' }).click()
    const tab = await opened
    await tab.getByRole('heading', { name: 'Company sign-on' }).waitFor()
    return new Visitor(context, tab, portal.origin)
  }
  const fits = ({ page }: Visitor) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

  test.each([
    [1280, false],
    [360, true],
  ])('shows in its tab what the company answered, and I stay who I am (%i px, dark %s)', async (width, dark) => {
    const visitor = await newVisitor({ width, dark, portalOrigin: portal.origin })
    await visitor.signIn('portal.admin')
    const tab = await startTest(visitor)
    await tab.page.getByRole('button', { name: `Sign in as ${NILS}` }).click()
    await tab.page.getByText('This sign-in would succeed').waitFor()
    await tab.page.getByText(/^It would .* Nils Söderström, user ID /).waitFor()
    expect(await tab.page.getByText('Passed', { exact: true }).count()).toBeGreaterThan(10)
    await tab.page.getByText(NILS).first().waitFor()
    await tab.expectAccessible()
    expect(await fits(tab)).toBe(true)

    const second = await startTest(visitor)
    await second.page.getByRole('button', { name: 'Sign in as stranger@lindqvist.example' }).click()
    await second.page.getByText('This sign-in would be refused').waitFor()
    await second.page.getByText(/^Account in the portal: Check that/).waitFor()
    await second.expectAccessible()
    expect(await fits(second)).toBe(true)
    await second.page.getByRole('link', { name: 'All identity providers' }).click()
    await second.page.getByRole('button', { name: /^Actions for / }).waitFor()
    expect(await second.page.evaluate(() => localStorage.getItem('isFederatedUser'))).not.toBe('Y')
    visitor.expectCleanConsole()
  })
})

test.each([
  [1280, false],
  [1280, true],
  [360, false],
  [360, true],
])('the pages outside are accessible and fit at %d px, dark %s', async (width, dark) => {
  const reader = await newVisitor({ width, dark })
  for (const address of ['/federated-sso-logout', '/login/federated#failed=unknown']) {
    await reader.page.goto(portal.origin + address)
    await reader.page.getByRole('link', { name: 'Sign in again' }).waitFor()
    await reader.expectAccessible()
    const overflow = await reader.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  reader.expectCleanConsole()
})
