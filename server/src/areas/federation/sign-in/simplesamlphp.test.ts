import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  finishFederatedSignIn,
  getSamlMetadata,
  startFederatedSignIn,
} from '@portico/contract/federation/federation.ts'
import { getSignInTest, startSignInTest } from '@portico/contract/federation/identity-providers.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { check } from '../../../../test/federated-world.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type SimpleSamlPhp, startSimpleSamlPhp } from '../../../../test/simplesamlphp.ts'
import { samlProviderCommand } from '../../../commands/saml-provider.ts'

const greta = { userName: 'greta', password: 'known-to-her-company-only' }

const folder = mkdtempSync(path.join(tmpdir(), 'portico-company-'))
let portal: Portal
let company: SimpleSamlPhp
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  const ours = await portal.browser().request('GET', getSamlMetadata.path)
  const attributes = { mail: 'greta.holm@company.test', givenName: 'Greta', sn: 'Holm' }
  company = await startSimpleSamlPhp({ portal: ours.text, people: [{ ...greta, attributes }] })
  await connect()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await company.stop()
  await portal.close()
})
beforeEach(() => {
  browser = portal.browser()
})

/** Gives the company's metadata to the portal unchanged. */
async function connect(): Promise<void> {
  await portal.make.client({ name: 'Company' })
  const metadata = path.join(folder, 'metadata.xml')
  writeFileSync(metadata, await company.metadata())
  vi.stubEnv('DATABASE_URL', portal.config.databaseUrl)
  vi.stubEnv('PORTAL_SECRET_KEYS', 'test:0123456789abcdef0123456789abcdef')
  vi.stubEnv('PORTAL_PUBLIC_URL', portal.origin)
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const words = ['--metadata', metadata, '--client', 'Company', '--domain', 'company.test', '--create-users']
  await samlProviderCommand(['add', ...words])
  printed.mockRestore()
  vi.unstubAllEnvs()
}

/** The address at the company to which the portal redirects for this name. */
async function ledTo(name: string, returnTo?: string): Promise<string> {
  const { data } = await browser.trySignIn(name, '')
  const start = `${data as unknown as string}${returnTo ? `&returnTo=${encodeURIComponent(returnTo)}` : ''}`
  expect(start.startsWith(startFederatedSignIn.path)).toBe(true)
  return (await browser.request('GET', start)).headers.get('location') ?? ''
}

const post = (form: URLSearchParams) =>
  portal.browser({ origin: 'https://idp.example.test' }).request('POST', finishFederatedSignIn.path, {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const fragmentOf = (answer: { headers: Headers }) =>
  new URLSearchParams(answer.headers.get('location')?.split('#')[1] ?? '')

test('an employee signs in at SimpleSAMLphp and gets an account and the requested page (SIGN-006, S62)', async () => {
  const form = await company.signIn(await ledTo('greta.holm@company.test', '/content-authenticated/home?q=pay'), greta)
  const fragment = fragmentOf(await post(form))
  expect(fragment.get('returnTo')).toBe('/content-authenticated/home?q=pay')
  const entry = await check(browser, fragment.get('ticket') ?? '')
  expect(entry).toMatchObject({ code: '200', data: { userNm: 'gholm', federatedUser: 'Y' } })
})

test('the employee is found the next time by the company’s name for them', async () => {
  await portal.owner(`update users set email = 'married@elsewhere.test' where user_name = 'gholm'`)
  const form = await company.signIn(await ledTo('anybody@company.test'), greta)
  const entry = await check(browser, fragmentOf(await post(form)).get('ticket') ?? '', true)
  expect(entry).toMatchObject({ code: '200', data: { userNm: 'gholm' } })
})

test('its answer is valid once (S64)', async () => {
  const form = await company.signIn(await ledTo('greta@company.test'), greta)
  expect(fragmentOf(await post(form)).get('ticket')).toMatch(/^[\w-]{43}$/)
  expect(await post(form)).toMatchObject({
    status: 401,
    message: expect.stringContaining('was already used') as string,
  })
})

test('a test sign-in there is decoded: every check passes, and nobody is signed in', async () => {
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  const maintainer = await portal.as(admin)
  const uid = maintainer.userId as number
  const [provider] = await portal.owner('select id from saml_providers')
  const { signInTestId, urlTxt } = await maintainer.call(startSignInTest, {
    params: { uid, providerId: Number(provider?.['id']) },
  })
  const shown = await post(await company.signIn(urlTxt, greta))
  expect(shown.headers.get('location')).toMatch(/identity-providers\?test=\d+$/)
  const result = await maintainer.call(getSignInTest, { params: { uid, signInTestId } })
  expect(result.checks.filter(({ resultCd }) => resultCd !== 'passed')).toEqual([])
  expect(result).toMatchObject({ outcomeCd: 'signs-in', user: { userNm: 'gholm' } })
  expect(result.attributes.flatMap(({ values }) => values)).toContain('greta.holm@company.test')
})

test('a wrong password there produces no answer', async () => {
  const form = await company.signIn(await ledTo('greta@company.test'), { ...greta, password: 'guessed' })
  expect(form.get('SAMLResponse')).toBeNull()
})
