import { getSamlMetadata } from '@portico/contract/federation/federation.ts'
import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  restoreSamlIdentityProvider,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/federation/identity-providers.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { federatedUser, signOn } from '../../../../test/federated-world.ts'
import { IdentityProvider } from '../../../../test/identity-provider.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { selfSigned } from '../../../../test/self-signed.ts'

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
const trySave = (body: Wanted) => browser.send(saveSamlIdentityProvider, { params: own(), body })
const save = async (body: Wanted) =>
  (await browser.call(saveSamlIdentityProvider, { params: own(), body })).samlIdentityProviderId
const setEmployers = (id: number, employerIdList: number[]) =>
  browser.send(saveSamlIdentityProviderEmployers, { params: { ...own(), providerId: id }, body: { employerIdList } })

/** A statement in a transaction that stays open until another transaction waits for it. */
async function holding(statement: string, values: unknown[]) {
  const client = new pg.Client(portal.config.databaseUrl)
  await client.connect()
  await client.query('set role portal_app; begin')
  await client.query(statement, values)
  const waiting = () =>
    portal.owner(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  return {
    commitOnceWaitedFor: async () => {
      await expect.poll(waiting).toHaveLength(1)
      await client.query('commit')
      await client.end()
    },
  }
}

describe('a database maintainer', () => {
  test('adds a provider by its metadata and sets its employers (DBMT-063..065, DBMT-127..129)', async () => {
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
        version: expect.any(Number) as number,
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

  test('saves a provider as it is, which gets no other version and leaves no event', async () => {
    const fields = {
      samlIdentityProviderNm: 'Acme',
      metadataTxt: provider.metadata(),
      signOutUrlTxt: 'https://acme.test/out',
      emailAttributeNm: 'mail',
    }
    const samlIdentityProviderId = await save(fields)
    const seen = async () => [
      await list(),
      await portal.owner(`select id from audit_events where event = 'saml_provider_changed'`),
    ]
    const before = await seen()
    await save({ samlIdentityProviderId, ...fields })
    expect(await seen()).toEqual(before)
    await save({ samlIdentityProviderId, ...fields, emailAttributeNm: 'post' })
    expect(await seen()).not.toEqual(before)
  })

  test('saves its employers as they are, in another order, and none of them is written anew', async () => {
    const employers = [await portal.make.client(), await portal.make.client()]
    const id = await save({ samlIdentityProviderNm: 'Acme', metadataTxt: provider.metadata() })
    await setEmployers(id, employers)
    const seen = async () => [
      await list(),
      await portal.owner('select client_id, xmin, ctid from saml_provider_clients order by client_id'),
      await portal.owner(`select id from audit_events where event = 'saml_provider_changed'`),
    ]
    const before = await seen()
    expect((await setEmployers(id, employers.toReversed())).code).toBe('200')
    expect(await seen()).toEqual(before)
    const other = await portal.make.client()
    await setEmployers(id, [other, ...employers.slice(1)])
    expect(await list()).toMatchObject([{ employerIdList: [...employers.slice(1), other] }])
    const [, rows = []] = before
    const now = await portal.owner('select client_id, xmin, ctid from saml_provider_clients order by client_id')
    expect(now[0]).toEqual(rows[1])
  })

  test('adds a provider with several addresses, of which the one that takes a redirect is used', async () => {
    const others = ['HTTP-POST', 'SOAP'].map(
      (binding) =>
        `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://acme.test/${binding}"/>`,
    )
    const [before, after] = provider.metadata().split('<SingleSignOnService')
    await save({ metadataTxt: `${before}${others[0]}<SingleSignOnService${after?.replace('/>', `/>${others[1]}`)}` })
    expect((await list())[0]?.signOnUrlTxt).toBe(provider.signOnUrl)
  })

  test('replaces its certificate and sets how long the former one counts (DBMT-064)', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    const next = provider.metadata({ certificates: [selfSigned().certificate] })
    const end = new Date(Date.now() + 3 * 86_400_000)
    await save({ samlIdentityProviderId: id, metadataTxt: next, prevCertExpireDt: end })
    expect((await list())[0]?.prevCertExpireDt).toEqual(end)
    await save({ samlIdentityProviderId: id, prevCertExpireDt: null })
    expect((await list())[0]?.prevCertExpireDt).toBeNull()
    expect(await portal.owner('select previous_certificate as former from saml_providers')).toEqual([{ former: null }])
  })

  test('notes no former certificate where the same one is sent again (DBMT-064)', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    await save({ samlIdentityProviderId: id, metadataTxt: provider.metadata() })
    expect((await list())[0]?.prevCertExpireDt).toBeNull()
    expect(await portal.owner('select previous_certificate as former from saml_providers')).toEqual([{ former: null }])
  })

  test('keeps the former certificate until its day where the new metadata are sent again (DBMT-064)', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    const metadataTxt = provider.metadata({ certificates: [selfSigned().certificate] })
    await save({ samlIdentityProviderId: id, metadataTxt })
    const state = () =>
      portal.owner(
        'select version, previous_certificate as former, previous_certificate_expires_at as until from saml_providers',
      )
    const before = await state()
    expect(before[0]?.['former']).not.toBeNull()
    await save({ samlIdentityProviderId: id, metadataTxt })
    expect(await state()).toEqual(before)
    const prevCertExpireDt = (await list())[0]?.prevCertExpireDt
    await save({ samlIdentityProviderId: id, metadataTxt, prevCertExpireDt })
    expect(await state()).toEqual(before)
  })

  test('changes only the named fields (A10)', async () => {
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

  test('leaves in the audit trail what was different before and after, and what was removed', async () => {
    const clientId = await portal.make.client()
    const id = await save({ samlIdentityProviderNm: 'Acme', metadataTxt: provider.metadata() })
    await save({ samlIdentityProviderId: id, samlIdentityProviderNm: 'Acme Ltd', emailAttributeNm: 'post' })
    await save({ samlIdentityProviderId: id, samlIdentityProviderNm: 'Acme Ltd' })
    await setEmployers(id, [clientId])
    await save({
      samlIdentityProviderId: id,
      metadataTxt: provider.metadata({ certificates: [selfSigned().certificate] }),
    })
    await browser.call(deleteSamlIdentityProvider, { params: { ...own(), providerId: id }, query: {} })
    const events = await portal.owner(
      `select before, after from audit_events where event = 'saml_provider_changed' and target_id = $1 order by id`,
      [String(id)],
    )
    expect(events).toEqual([
      { before: null, after: expect.objectContaining({ name: 'Acme', entityId: provider.entityId }) },
      { before: { name: 'Acme', emailAttribute: null }, after: { name: 'Acme Ltd', emailAttribute: 'post' } },
      { before: { clientIds: [] }, after: { clientIds: [clientId] } },
      {
        before: expect.objectContaining({ certificate: expect.stringMatching(/^[0-9a-f]{64}$/) }),
        after: expect.objectContaining({ certificate: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      },
      { before: expect.objectContaining({ name: 'Acme Ltd', clientIds: [clientId] }), after: null },
    ])
  })

  test('may name a provider by a URN', async () => {
    await save({ metadataTxt: provider.metadata().replace(provider.entityId, 'urn:acme:sign-on') })
    expect((await list())[0]?.entityIdTxt).toBe('urn:acme:sign-on')
  })

  test('removes it', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    await browser.call(deleteSamlIdentityProvider, { params: { ...own(), providerId: id }, query: {} })
    expect(await list()).toEqual([])
    expect(
      (await browser.send(deleteSamlIdentityProvider, { params: { ...own(), providerId: id }, query: {} })).status,
    ).toBe(404)
  })

  test('takes a removal back: its employers, and users who have signed in there, are as before (DBMT-127..129)', async () => {
    const clientId = await portal.make.client()
    const id = await save({
      samlIdentityProviderNm: 'Acme',
      metadataTxt: provider.metadata(),
      emailAttributeNm: 'post',
    })
    await setEmployers(id, [clientId])
    const employer = { clientId, domain: '', provider, providerId: id }
    await federatedUser(portal, employer, 'ann')
    expect((await signOn(portal, employer, { nameId: 'ann' })).entry.code).toBe('200')
    const before = await list()
    const everything = () =>
      portal.owner(
        `select (select jsonb_agg(linked) from federated_identities linked) as linked,
                (select jsonb_agg(used) from used_assertions used) as used`,
      )
    const links = await everything()
    const { undoId } = await browser.call(deleteSamlIdentityProvider, {
      params: { ...own(), providerId: id },
      query: {},
    })
    expect(await list()).toEqual([])
    const undo = () => browser.send(restoreSamlIdentityProvider, { params: own(), body: { undoId } })
    expect(await undo()).toMatchObject({ status: 200, code: '200' })
    expect(await list()).toEqual(before.map((one) => ({ ...one, version: one.version + 1 })))
    expect(await everything()).toEqual(links)
    expect((await undo()).status).toBe(404)
    // The account is found again; its first session is still open (decision B8).
    expect((await signOn(portal, employer, { nameId: 'ann' })).entry.code).toBe('409')
    const [event] = await portal.owner(
      `select before, after from audit_events where event = 'saml_provider_changed' order by id desc limit 1`,
    )
    expect(event).toMatchObject({ before: {}, after: { name: 'Acme', clientIds: [clientId] } })
  })

  test('cannot take a removal back once the same provider was added again', async () => {
    const id = await save({ metadataTxt: provider.metadata() })
    const { undoId } = await browser.call(deleteSamlIdentityProvider, {
      params: { ...own(), providerId: id },
      query: {},
    })
    await save({ metadataTxt: provider.metadata() })
    const before = await list()
    expect(await browser.send(restoreSamlIdentityProvider, { params: own(), body: { undoId } })).toMatchObject({
      status: 409,
      message: 'This can’t be undone: the same identity provider has been added again since.',
    })
    expect(await list()).toEqual(before)
  })

  test('never overwrites what another administrator has changed meanwhile, and learns who and when', async () => {
    const [first, second] = [await portal.make.client(), await portal.make.client()]
    const id = await save({ samlIdentityProviderNm: 'Acme', metadataTxt: provider.metadata() })
    const { version = 0 } = (await list())[0] ?? {}
    await setEmployers(id, [first])
    const now = await list()
    const late = {
      status: 409,
      message: 'Ada Lovelace changed this identity provider after you opened it. Close this dialog to see the changes.',
      data: { changedByNm: 'Ada Lovelace' },
    }
    expect(await trySave({ samlIdentityProviderId: id, samlIdentityProviderNm: 'Late', version })).toMatchObject(late)
    const params = { ...own(), providerId: id }
    expect(
      await browser.send(saveSamlIdentityProviderEmployers, { params, body: { employerIdList: [second], version } }),
    ).toMatchObject(late)
    expect(await browser.send(deleteSamlIdentityProvider, { params, query: { version } })).toMatchObject(late)
    expect(await list()).toEqual(now)
    const { version: latest = 0 } = now[0] ?? {}
    expect(
      await trySave({ samlIdentityProviderId: id, samlIdentityProviderNm: 'In time', version: latest }),
    ).toMatchObject({
      code: '200',
    })
    const [event] = await portal.owner(
      `select before, after from audit_events where event = 'saml_provider_changed' order by id desc limit 1`,
    )
    expect(event).toMatchObject({ before: { name: 'Acme' }, after: { name: 'In time' } })
    // Nobody is named where the command line made the change.
    await portal.owner('update saml_providers set changed_by = null where id = $1', [id])
    expect(await browser.send(deleteSamlIdentityProvider, { params, query: { version } })).toMatchObject({
      status: 409,
      message: 'This identity provider was changed after you opened it. Close this dialog to see the changes.',
      data: { changedByNm: null },
    })
  })

  test('gets an error at the field for invalid input, and nothing changes', async () => {
    const [clientId, gone] = [await portal.make.client(), await portal.make.client({ is_deleted: true })]
    const first = await save({ metadataTxt: provider.metadata() })
    await setEmployers(first, [clientId])
    const second = await save({ metadataTxt: new IdentityProvider().metadata() })
    const before = await list()
    const called = (entityId: string) => provider.metadata().replace(provider.entityId, entityId)
    const refused: [string, Wanted][] = [
      ['metadataTxt', {}],
      ['metadataTxt', { metadataTxt: 'hello' }],
      ['metadataTxt', { metadataTxt: `<!DOCTYPE x>${provider.metadata()}` }],
      ['metadataTxt', { metadataTxt: provider.metadata() }],
      ['metadataTxt', { samlIdentityProviderId: second, metadataTxt: provider.metadata() }],
      ['metadataTxt', { metadataTxt: called(`${portal.config.publicUrl.origin}${getSamlMetadata.path}`) }],
      ['metadataTxt', { metadataTxt: called('company') }],
      ['metadataTxt', { metadataTxt: called('not an address') }],
      ['metadataTxt', { metadataTxt: called('https://two words.test') }],
      ['metadataTxt', { metadataTxt: called(`https://${'a'.repeat(1020)}.test`) }],
      ['signOutUrlTxt', { samlIdentityProviderId: first, samlIdentityProviderNm: 'x', signOutUrlTxt: 'javascript:1' }],
    ]
    for (const [field, body] of refused) expect(await trySave(body)).toMatchObject({ status: 422, data: [{ field }] })
    const unnamed = await browser.request(
      'POST',
      saveSamlIdentityProvider.path.replace('{uid}', String(browser.userId)),
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ samlIdentityProviderId: first, samlIdentityProviderNm: '' }),
      },
    )
    expect(unnamed).toMatchObject({
      status: 400,
      data: [{ field: 'samlIdentityProviderNm', message: 'The text entered less than the minimum length' }],
    })
    for (const wanted of [[clientId], [gone], [2_000_000_000]])
      expect(await setEmployers(second, wanted)).toMatchObject({ status: 422, data: [{ field: 'employerIdList' }] })
    expect((await trySave({ samlIdentityProviderId: 2_000_000_000 })).status).toBe(404)
    expect((await setEmployers(2_000_000_000, [])).status).toBe(404)
    expect(await list()).toEqual(before)
  })

  test.each<[string, () => string]>([
    [
      'the provider wants signed requests, which this portal does not send: turn that off there',
      () => provider.metadata().replace('<IDPSSODescriptor ', '<IDPSSODescriptor WantAuthnRequestsSigned="true" '),
    ],
    ['the provider offers no single sign-on by HTTP-Redirect', () => provider.metadata({ binding: 'HTTP-POST' })],
    ['the address of its single sign-on is not https', () => provider.metadata({ location: 'http://acme.test/sso' })],
    [
      'the provider names people anew at every sign-in (transient): choose persistent, e-mail address or unspecified there',
      () => provider.metadata().replace(':persistent', ':transient'),
    ],
    ['there is no certificate to check signatures by', () => provider.metadata({ certificates: [] })],
    [
      'its certificate has expired on 2020-06-01',
      () =>
        provider.metadata({ certificates: [selfSigned(new Date('2019-06-01'), new Date('2020-06-01')).certificate] }),
    ],
    [
      'there are more than two certificates to check signatures by',
      () => provider.metadata({ certificates: Array.from({ length: 3 }, () => selfSigned().certificate) }),
    ],
    [
      'it does not describe an identity provider',
      () => provider.metadata().replaceAll('IDPSSODescriptor', 'AttributeAuthorityDescriptor'),
    ],
    ['it does not describe exactly one SAML entity', () => provider.metadata().replaceAll('EntityDescriptor', 'Other')],
  ])('reads that %s, and nothing is added', async (reason, metadata) => {
    const message = `This metadata isn’t valid: ${reason}.`
    expect(await trySave({ metadataTxt: metadata() })).toMatchObject({
      status: 422,
      message,
      data: [{ field: 'metadataTxt', message }],
    })
    expect(await list()).toEqual([])
  })

  test('learns which provider another administrator gave the employer at the same time', async () => {
    const clientId = await portal.make.client()
    const first = await save({ samlIdentityProviderNm: 'Acme', metadataTxt: provider.metadata() })
    const second = await save({ metadataTxt: new IdentityProvider().metadata() })
    const other = await holding(`insert into saml_provider_clients (provider_id, client_id) values ($1, $2)`, [
      first,
      clientId,
    ])
    const answer = setEmployers(second, [clientId])
    await other.commitOnceWaitedFor()
    expect(await answer).toMatchObject({
      status: 422,
      message: expect.stringContaining('Acme'),
      data: [{ field: 'employerIdList' }],
    })
  })

  test('learns that another administrator added the provider at the same time', async () => {
    const other = await holding(
      `insert into saml_providers (name, entity_id, sign_on_url, certificate) values ('Acme', $1, $2, 'x')`,
      [provider.entityId, provider.signOnUrl],
    )
    const answer = trySave({ metadataTxt: provider.metadata() })
    await other.commitOnceWaitedFor()
    expect(await answer).toMatchObject({ status: 422, data: [{ field: 'metadataTxt' }] })
  })

  test('has to be staff of the operator, because a provider signs in users of all clients (S50)', async () => {
    const external = await portal.as(await administrator({ is_internal: false }))
    expect((await external.send(listSamlIdentityProviders, {})).status).toBe(403)
    const body = { metadataTxt: provider.metadata() }
    expect((await external.send(saveSamlIdentityProvider, { params: { uid: external.userId }, body })).status).toBe(403)
    expect(await list()).toEqual([])
  })
})
