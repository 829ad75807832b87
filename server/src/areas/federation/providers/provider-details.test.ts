import { inflateRawSync } from 'node:zlib'
import { startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  restoreSamlIdentityProvider,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/federation/identity-providers.ts'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { IdentityProvider } from '../../../../test/identity-provider.ts'
import type { Portal } from '../../../../test/portal.ts'
import { selfSigned } from '../../../../test/self-signed.ts'

let portal: Portal
let browser: Browser
let provider: IdentityProvider
beforeAll(async () => {
  ;({ portal, browser } = await startWithAdmin(['Database Maintenance']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from saml_providers')
  provider = new IdentityProvider()
})

const own = () => ({ uid: browser.userId })
type Wanted = Parameters<typeof browser.call<typeof saveSamlIdentityProvider>>[1]['body']
const save = async (body: Wanted) =>
  (await browser.call(saveSamlIdentityProvider, { params: own(), body })).samlIdentityProviderId
const list = () => browser.call(listSamlIdentityProviders, {})

/** The format of names that the portal asks the provider for; undefined: any. */
async function askedFormat(id: number): Promise<string | undefined> {
  const { headers } = await portal.browser().request('GET', `${startFederatedSignIn.path}?provider=${id}`)
  const request = new URL(headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? ''
  return /NameIDPolicy[^>]* Format="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())?.[1]
}

test('I find identity providers by their names, whatever their case and the order in which they came', async () => {
  for (const samlIdentityProviderNm of ['northwind', 'Zenith', 'Acme'])
    await save({ samlIdentityProviderNm, metadataTxt: new IdentityProvider().metadata() })
  const names = (await list()).map(({ samlIdentityProviderNm }) => samlIdentityProviderNm)
  expect(names).toEqual(['Acme', 'northwind', 'Zenith'])
})

test('an identity provider that I give no name is called as its host', async () => {
  await save({ metadataTxt: provider.metadata() })
  expect((await list())[0]?.samlIdentityProviderNm).toBe(new URL(provider.signOnUrl).hostname)
})

test('an address for signing out that I empty is gone, and users are not sent to it', async () => {
  const signOutUrlTxt = 'https://idp.example.test/logout'
  const id = await save({ metadataTxt: provider.metadata(), signOutUrlTxt })
  expect((await list())[0]?.signOutUrlTxt).toBe(signOutUrlTxt)
  await save({ samlIdentityProviderId: id, signOutUrlTxt: '' })
  expect((await list())[0]?.signOutUrlTxt).toBeNull()
})

test('a file with two certificates says when each of them ends', async () => {
  const day = (count: number) => new Date(Date.now() + count * 86_400_000)
  const [former, next] = [selfSigned(day(-345), day(20)).certificate, selfSigned(day(-1), day(400)).certificate]
  await save({ metadataTxt: provider.metadata({ certificates: [former, next] }) })
  const end = (certificate: string) => new X509Certificate(certificate).validToDate
  expect((await list())[0]).toMatchObject({ certExpireDt: end(next), prevCertExpireDt: end(former) })
})

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

test.each([
  [[TRANSIENT, EMAIL, PERSISTENT], PERSISTENT],
  [[TRANSIENT, UNSPECIFIED, EMAIL], EMAIL],
  [[TRANSIENT, UNSPECIFIED], undefined],
  [[], undefined],
])('of a provider that offers %j the portal asks for %s', async (offered, asked) => {
  const formats = offered.map((format) => `<NameIDFormat>${format}</NameIDFormat>`).join('')
  const metadataTxt = provider.metadata().replace(/<NameIDFormat>[^<]*<\/NameIDFormat>/, formats)
  expect(await askedFormat(await save({ metadataTxt }))).toBe(asked)
})

test('what I take back leaves out an employer that was deleted meanwhile', async () => {
  const [stays, gone] = [await portal.make.client(), await portal.make.client()]
  const id = await save({ metadataTxt: provider.metadata() })
  const params = { ...own(), providerId: id }
  await browser.call(saveSamlIdentityProviderEmployers, { params, body: { employerIdList: [stays, gone] } })
  const { undoId } = await browser.call(deleteSamlIdentityProvider, { params, query: {} })
  await portal.owner('update clients set is_deleted = true where id = $1', [gone])
  await browser.call(restoreSamlIdentityProvider, { params: own(), body: { undoId } })
  expect((await list())[0]?.employerIdList).toEqual([stays])
})
