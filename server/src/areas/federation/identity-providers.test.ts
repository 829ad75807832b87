import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/identity-providers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { federatedUser, signOn } from '../../../test/federated-world.ts'
import { IdentityProvider } from '../../../test/identity-provider.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { selfSigned } from '../../../test/self-signed.ts'

let portal: Portal
let browser: Browser
let provider: IdentityProvider
beforeAll(async () => {
  portal = await startPortal()
  browser = await portal.as(await administrator({ is_internal: true }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from saml_providers')
  provider = new IdentityProvider()
})

async function administrator(columns: Record<string, unknown>) {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['Database Maintenance'])
  return user
}
type Wanted = Parameters<typeof browser.call<typeof saveSamlIdentityProvider>>[1]['body']
const own = () => ({ uid: browser.userId })
const list = () => browser.call(listSamlIdentityProviders, {})
const trySave = (body: Wanted) => browser.ask(saveSamlIdentityProvider, { params: own(), body })
const save = async (body: Wanted) =>
  (await browser.call(saveSamlIdentityProvider, { params: own(), body })).samlIdentityProviderId
const setEmployers = (id: number, employerIdList: number[]) =>
  browser.ask(saveSamlIdentityProviderEmployers, { params: { ...own(), providerId: id }, body: { employerIdList } })

describe('whoever maintains the database', () => {
  test('adds a provider by its metadata and says whose people sign in there (DBMT-063..065, DBMT-127..129)', async () => {
    const clientId = await portal.make.client()
    const id = await save({
      samlIdentityProviderNm: 'Acme',
      metadataTxt: provider.metadata(),
      signOutUrlTxt: 'https://acme.test/out',
    })
    expect((await setEmployers(id, [clientId, clientId])).code).toBe('200')
    expect(await list()).toEqual([
      {
        samlIdentityProviderId: id,
        samlIdentityProviderNm: 'Acme',
        entityIdTxt: provider.entityId,
        signOnUrlTxt: provider.signOnUrl,
        signOutUrlTxt: 'https://acme.test/out',
        certExpireDt: expect.any(Date) as Date,
        prevCertExpireDt: null,
        employerIdList: [clientId],
        emailAttributeNm: null,
        firstNmAttributeNm: null,
        lastNmAttributeNm: null,
      },
    ])
    const employer = { clientId, domain: '', provider, providerId: id }
    await federatedUser(portal, employer, 'ann')
    expect((await signOn(portal, employer, { nameId: 'ann' })).entry.code).toBe('200')
    const events = await portal.owner(
      `select actor_user_id as actor from audit_events where event = 'saml_provider_changed'`,
    )
    expect(events.map(({ actor }) => actor)).toEqual([browser.userId, browser.userId])
  })

  test('gives it a new certificate and says how long the former one counts (DBMT-064)', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    const next = provider.metadata({ certificates: [selfSigned().certificate] })
    const end = new Date(Date.now() + 3 * 86_400_000)
    await save({ samlIdentityProviderId: id, metadataTxt: next, prevCertExpireDt: end })
    expect((await list())[0]?.prevCertExpireDt).toEqual(end)
    await save({ samlIdentityProviderId: id, prevCertExpireDt: null })
    expect((await list())[0]?.prevCertExpireDt).toBeNull()
    expect(await portal.owner('select previous_certificate as former from saml_providers')).toEqual([{ former: null }])
  })

  test('changes only what is named (A10)', async () => {
    const id = await save({
      samlIdentityProviderNm: 'Acme',
      metadataTxt: provider.metadata(),
      emailAttributeNm: 'post',
    })
    await save({ samlIdentityProviderId: id, samlIdentityProviderNm: 'Acme Ltd', lastNmAttributeNm: 'nachname' })
    expect((await list())[0]).toMatchObject({
      samlIdentityProviderNm: 'Acme Ltd',
      emailAttributeNm: 'post',
      lastNmAttributeNm: 'nachname',
    })
    await save({ samlIdentityProviderId: id, emailAttributeNm: '' })
    expect((await list())[0]).toMatchObject({ emailAttributeNm: null, lastNmAttributeNm: 'nachname' })
  })

  test('removes it', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    await browser.call(deleteSamlIdentityProvider, { params: { ...own(), providerId: id } })
    expect(await list()).toEqual([])
    expect((await browser.ask(deleteSamlIdentityProvider, { params: { ...own(), providerId: id } })).status).toBe(404)
  })

  test('is told what cannot be, at its field, and nothing changes', async () => {
    const [clientId, gone] = [await portal.make.client(), await portal.make.client({ is_deleted: true })]
    const first = await save({ metadataTxt: provider.metadata() })
    await setEmployers(first, [clientId])
    const second = await save({ metadataTxt: new IdentityProvider().metadata() })
    const before = await list()
    const refused: [string, Wanted][] = [
      ['metadataTxt', {}],
      ['metadataTxt', { metadataTxt: 'hello' }],
      ['metadataTxt', { metadataTxt: `<!DOCTYPE x>${provider.metadata()}` }],
      ['metadataTxt', { metadataTxt: provider.metadata() }],
      ['metadataTxt', { samlIdentityProviderId: second, metadataTxt: provider.metadata() }],
      ['signOutUrlTxt', { samlIdentityProviderId: first, samlIdentityProviderNm: 'x', signOutUrlTxt: 'javascript:1' }],
    ]
    for (const [field, body] of refused) expect(await trySave(body)).toMatchObject({ status: 422, data: [{ field }] })
    for (const wanted of [[clientId], [gone], [2_000_000_000]])
      expect(await setEmployers(second, wanted)).toMatchObject({ status: 422, data: [{ field: 'employerIdList' }] })
    expect((await trySave({ samlIdentityProviderId: 2_000_000_000 })).status).toBe(404)
    expect((await setEmployers(2_000_000_000, [])).status).toBe(404)
    expect(await list()).toEqual(before)
  })

  test('has to be staff of the operator: whoever vouches for people of all clients is nobody else’s choice (S50)', async () => {
    const external = await portal.as(await administrator({ is_internal: false }))
    expect((await external.ask(listSamlIdentityProviders, {})).status).toBe(403)
    const body = { metadataTxt: provider.metadata() }
    expect((await external.ask(saveSamlIdentityProvider, { params: { uid: external.userId }, body })).status).toBe(403)
    expect(await list()).toEqual([])
  })
})
