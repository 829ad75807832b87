import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import {
  getSignOnSettings,
  listSignOnSystems,
  makeClientSecret,
  saveSignOnSettings,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { getIdpMetadata } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { CALLBACK, makeApplication, openPeer, permit, visit } from '../../../test/openid-application.ts'
import type { Portal } from '../../../test/portal.ts'
import { holderOf, launched, ownKey, responseXml, samlApplication } from '../../../test/saml-application.ts'
import { selfSigned } from '../../../test/self-signed.ts'
import { everything } from '../../db/scope.ts'
import { lockSignOnSettings, storeSettings } from './settings-admin-store.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin(['Database Maintenance'], {
    first_name: 'Ida',
    last_name: 'Berg',
  }))
})
afterAll(() => portal.close())

type Sent = Parameters<typeof admin.call<typeof saveSignOnSettings>>[1]['body']
const of = (systemId: number) => ({ uid: admin.userId, appSystemId: systemId })
const send = (systemId: number, body: Sent) => admin.send(saveSignOnSettings, { params: of(systemId), body })
const save = (systemId: number, body: Sent) => admin.call(saveSignOnSettings, { params: of(systemId), body })
const read = (systemId: number) => admin.call(getSignOnSettings, { params: of(systemId) })
const refusal = async (systemId: number, body: Sent) => {
  const { status, message, data } = (await send(systemId, body)) as { status: number; message: string; data: unknown }
  return { status, message, fields: (data as { field: string }[]).map(({ field }) => field) }
}

const waitingStatements = async () =>
  (await portal.owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length

/** An application of the tests whose settings are still to be made. */
async function unregistered<Made extends { systemId: number }>(made: Promise<Made>): Promise<Made> {
  const application = await made
  await portal.owner('delete from single_sign_on_settings where system_id = $1', [application.systemId])
  await portal.owner('update systems set is_saml_post = false where id = $1', [application.systemId])
  return application
}

const MD = 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const keyOf = (use: string, certificate: string, method = '') =>
  `<KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----.*?-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${method}</KeyDescriptor>`
const metadata = (entityId: string, acs: string, inner = '', attributes = '') =>
  `<EntityDescriptor ${MD} entityID="${entityId}"><SPSSODescriptor ${attributes} protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inner}
   <AssertionConsumerService Binding="${POST}" Location="${acs}/other" index="0"/>
   <AssertionConsumerService Binding="${POST}" Location="${acs}" index="1" isDefault="true"/></SPSSODescriptor></EntityDescriptor>`
const saml = (entityId = 'urn:app', acs = 'https://app.example.test/acs'): Sent => ({
  protocolCd: 'saml',
  entityIdTxt: entityId,
  acsList: [{ urlTxt: acs }],
})
const oidc: Sent = { protocolCd: 'oidc', redirectUrlList: [CALLBACK] }

describe('a SAML application', () => {
  test('that is registered by its metadata opens, signed and encrypted for it (issue 13)', async () => {
    const [signing, encryption] = [selfSigned(), selfSigned()]
    const application = await unregistered(
      samlApplication(portal, {}, { ...ownKey(signing), decryptionPvk: encryption.privateKey }),
    )
    const { entityId, acsUrl, systemId } = application
    const inner = `${keyOf('signing', signing.certificate)}${keyOf('encryption', encryption.certificate)}<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>`
    const { settings, clientSecretTxt } = await save(systemId, {
      protocolCd: 'saml',
      nameSourceCd: 'email',
      metadataTxt: metadata(entityId, acsUrl, inner, 'AuthnRequestsSigned="true"'),
      attributeList: [{ attributeNm: 'givenName', factCd: 'first-name' }],
    })
    expect(clientSecretTxt).toBeNull()
    expect(settings).toMatchObject({
      entityIdTxt: entityId,
      acsList: [
        { urlTxt: acsUrl, indexTxt: '1' },
        { urlTxt: `${acsUrl}/other`, indexTxt: '0' },
      ],
      nameIdFormatCd: 'emailAddress',
      signedRequestsFlg: true,
      version: 1,
    })
    const { user, browser } = await holderOf(portal, application)
    const launch = await launched(browser, application)
    expect(responseXml(launch)).toContain('EncryptedAssertion')
    const profile = await application.receive(launch.fields)
    expect(profile).toMatchObject({
      nameID: `${user.userName}@example.test`,
      issuer: portal.origin + getIdpMetadata.path,
    })
    expect(profile.attributes).toHaveProperty('givenName')
  })

  test('that can decrypt one algorithm alone keeps it when its other settings change', async () => {
    const encryption = selfSigned()
    const application = await unregistered(samlApplication(portal, {}, { decryptionPvk: encryption.privateKey }))
    const { entityId, acsUrl, systemId } = application
    const algorithm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm'
    const inner = keyOf('encryption', encryption.certificate, `<EncryptionMethod Algorithm="${algorithm}"/>`)
    await save(systemId, { protocolCd: 'saml', metadataTxt: metadata(entityId, acsUrl, inner) })
    const { browser } = await holderOf(portal, application)
    const answered = async () => responseXml(await launched(browser, application))
    expect(await answered()).toContain(algorithm)
    const { settings } = await read(systemId).then(({ version }) =>
      save(systemId, { protocolCd: 'saml', nameSourceCd: 'email', version }),
    )
    expect(settings.nameSourceCd).toBe('email')
    expect(await answered()).toContain(algorithm)
  })

  test('that is registered by hand opens, and no longer once its single sign-on is off', async () => {
    const application = await unregistered(samlApplication(portal))
    const { entityId, acsUrl, systemId } = application
    await save(systemId, { ...saml(entityId, acsUrl), attributeList: [{ attributeNm: 'mail', factCd: 'email' }] })
    const { user, browser } = await holderOf(portal, application)
    expect((await application.receive((await launched(browser, application)).fields)).nameID).toBe(user.userName)
    const { settings } = await save(systemId, { protocolCd: 'none' })
    expect(settings).toMatchObject({ protocolCd: 'none', entityIdTxt: entityId })
    expect((await launched(browser, application)).method).toBe('GET')
  })

  test.each([
    ['no XML', 'name: app', 'no well-formed XML'],
    [
      'a DOCTYPE',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${metadata('urn:x', 'https://x.test')}`,
      'DOCTYPE',
    ],
    [
      'an identity provider',
      `<EntityDescriptor ${MD} entityID="urn:x"><IDPSSODescriptor/></EntityDescriptor>`,
      'application',
    ],
    [
      'no address for posts',
      `<EntityDescriptor ${MD} entityID="urn:x"><SPSSODescriptor/></EntityDescriptor>`,
      'HTTP-POST',
    ],
    ['an address without https', metadata('urn:x', 'http://x.test'), 'must begin with https'],
    ['requests signed by no key', metadata('urn:x', 'https://x.test', '', 'AuthnRequestsSigned="true"'), 'certificate'],
    ['a certificate that is none', metadata('urn:x', 'https://x.test', keyOf('signing', 'AAAA')), 'cannot be read'],
    ['a foreign name ID format', metadata('urn:x', 'https://x.test', '<NameIDFormat>urn:y</NameIDFormat>'), 'format'],
  ])('metadata with %s is refused at its field, and nothing changes', async (_what, metadataTxt, reason) => {
    const systemId = await portal.make.system()
    const { status, message, fields } = await refusal(systemId, { protocolCd: 'saml', metadataTxt })
    expect({ status, field: fields[0] }).toEqual({ status: 422, field: 'metadataTxt' })
    expect(message).toContain(reason)
    expect(await read(systemId)).toMatchObject({ protocolCd: 'none', version: 0 })
  })

  test('metadata with weak, outdated or unsafe encryption is refused', async () => {
    const systemId = await portal.make.system()
    const cbc = '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>'
    const past = selfSigned(new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() - 86_400_000))
    const cases = [
      [keyOf('encryption', selfSigned().certificate, cbc), 'AES-GCM'],
      [keyOf('encryption', past.certificate), 'expired'],
      [keyOf('signing', selfSigned(undefined, undefined, 1024).certificate), '2048 bits'],
    ] as const
    for (const [inner, reason] of cases) {
      const sent = { protocolCd: 'saml' as const, metadataTxt: metadata('urn:x', 'https://x.test', inner) }
      expect((await refusal(systemId, sent)).message).toContain(reason)
    }
  })

  test('metadata of 5 MB is refused before it is read, and of 200,001 characters at its field', async () => {
    const systemId = await portal.make.system()
    const path = saveSignOnSettings.path
      .replace('{uid}', String(admin.userId))
      .replace('{appSystemId}', String(systemId))
    const post = (length: number) =>
      admin.request('POST', path, {
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ protocolCd: 'saml', metadataTxt: 'x'.repeat(length) })),
      })
    expect((await post(5_000_000)).status).toBe(413)
    const { status, data } = await post(200_001)
    expect(status).toBe(400)
    expect(data).toEqual([expect.objectContaining({ field: 'metadataTxt' })])
    expect(await read(systemId)).toMatchObject({ version: 0 })
  })

  test('the entity ID of another application, or of the portal, is refused with its name', async () => {
    const [one, other] = [await portal.make.system({ name: 'Archive of reports' }), await portal.make.system()]
    await save(one, saml('urn:taken'))
    const taken = await refusal(other, saml('urn:taken'))
    expect(taken).toEqual({
      status: 422,
      message: 'This entity ID belongs to Archive of reports.',
      fields: ['entityIdTxt'],
    })
    const byMetadata = { protocolCd: 'saml' as const, metadataTxt: metadata('urn:taken', 'https://x.test') }
    expect((await refusal(other, byMetadata)).fields).toEqual(['metadataTxt'])
    expect((await refusal(other, saml(portal.origin + getIdpMetadata.path))).fields).toEqual(['entityIdTxt'])
  })

  test('the entity ID of a deleted system is free again, and the system comes back without single sign-on', async () => {
    const [one, other] = [await portal.make.system(), await portal.make.system()]
    await save(one, saml('urn:of-deleted'))
    await portal.owner('update systems set deleted_at = clock_now() where id = $1', [one])
    await save(other, saml('urn:of-deleted'))
    await portal.owner('update systems set deleted_at = null where id = $1', [one])
    expect(await read(one)).toMatchObject({ protocolCd: 'none', entityIdTxt: null })
    expect(await read(other)).toMatchObject({ protocolCd: 'saml', entityIdTxt: 'urn:of-deleted' })
    const [event] = await portal.owner(
      "select before, after from audit_events where target_kind = 'system' and target_id = $1 order by id desc limit 1",
      [String(one)],
    )
    expect(event).toMatchObject({
      before: { protocol: 'saml', entityId: 'urn:of-deleted' },
      after: { protocol: 'none', entityId: null },
    })
  })

  test('of two saves at once with one entity ID the later one is refused at its field', async () => {
    const [one, other] = [await portal.make.system({ name: 'First of two' }), await portal.make.system()]
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: written, resolve: markWritten } = Promise.withResolvers<void>()
    const concurrent = portal.database.jobs.transact(everything, async (tx) => {
      const held = await lockSignOnSettings(tx, one)
      if (!held) throw new Error('The system was not found')
      const settings = { ...held.settings, entityId: 'urn:both' }
      await storeSettings(tx, { systemId: one, version: 0 }, settings, { changedBy: admin.userId, secretHash: null })
      markWritten()
      await mayEnd
    })
    await written
    const saved = refusal(other, saml('urn:both'))
    await expect.poll(waitingStatements).toBe(1)
    end()
    await concurrent
    expect(await saved).toEqual({
      status: 422,
      message: 'This entity ID belongs to First of two.',
      fields: ['entityIdTxt'],
    })
  })

  test('several broken fields are named together; certificates by hand are read', async () => {
    const systemId = await portal.make.system()
    const sent: Sent = {
      ...saml('my app', 'http://app.example.test'),
      audienceTxt: 'x y',
      formOriginList: ['https://a/b'],
    }
    expect((await refusal(systemId, sent)).fields).toEqual(['entityIdTxt', 'acsList', 'audienceTxt', 'formOriginList'])
    expect(await refusal(systemId, { ...saml(), signingCertificateList: ['no certificate'] })).toMatchObject({
      message: 'This can’t be used: a certificate cannot be read. Paste a certificate in PEM format.',
      fields: ['signingCertificateList'],
    })
    const { certificate } = selfSigned()
    const { settings } = await save(systemId, { ...saml('urn:by-hand'), encryptionCertificateTxt: certificate })
    expect(settings.encryptionCertificateTxt).toContain('BEGIN CERTIFICATE')
    expect((await save(systemId, { protocolCd: 'saml', encryptionCertificateTxt: '' })).settings).toMatchObject({
      encryptionCertificateTxt: null,
      entityIdTxt: 'urn:by-hand',
    })
  })
})

describe('an OpenID Connect application', () => {
  test('gets its client and its secret from the portal, and signs users in with them', async () => {
    const made = await unregistered(makeApplication(portal))
    const attributeList = [{ attributeNm: 'email', factCd: 'email' as const }]
    const { settings, clientSecretTxt } = await save(made.systemId, { ...oidc, attributeList })
    const application = { ...made, clientId: settings.clientIdTxt ?? '', secret: clientSecretTxt }
    expect(clientSecretTxt).toMatch(/^[\w-]{43}$/)
    const user = await portal.make.user()
    await permit(portal, user, application)
    const browser = await portal.as(user)
    const claimsBy = async (secret: string | null) => {
      const peer = await openPeer(portal.origin, { ...application, secret })
      return (await peer.redeem(await visit(browser, peer))).claims()
    }
    expect(await claimsBy(clientSecretTxt)).toMatchObject({
      sub: user.userName,
      email: `${user.userName}@example.test`,
    })

    const renewed = await admin.call(makeClientSecret, { params: of(made.systemId) })
    expect(renewed.version).toBe(settings.version + 1)
    await expect(claimsBy(clientSecretTxt)).rejects.toMatchObject({ status: 401 })
    expect(await claimsBy(renewed.clientSecretTxt)).toMatchObject({ sub: user.userName })
    const again = await save(made.systemId, { ...oidc, attributeList, redirectUrlList: [CALLBACK, `${CALLBACK}/2`] })
    expect(again.clientSecretTxt).toBeNull()
  })

  test('without a secret signs users in as a public client; a secret can be given to it later', async () => {
    const made = await unregistered(makeApplication(portal))
    const { settings, clientSecretTxt } = await save(made.systemId, { ...oidc, publicClientFlg: true })
    expect([settings.publicClientFlg, clientSecretTxt]).toEqual([true, null])
    const application = { ...made, clientId: settings.clientIdTxt ?? '', secret: null }
    const user = await portal.make.user()
    await permit(portal, user, application)
    const peer = await openPeer(portal.origin, application)
    expect((await peer.redeem(await visit(await portal.as(user), peer))).claims()).toMatchObject({ sub: user.userName })
    const noSecret = await admin.send(makeClientSecret, { params: of(made.systemId) })
    expect(noSecret.status).toBe(422)
    expect((await save(made.systemId, { protocolCd: 'oidc' })).settings.publicClientFlg).toBe(true)
    expect((await save(made.systemId, { protocolCd: 'oidc', publicClientFlg: false })).clientSecretTxt).not.toBeNull()
  })

  test('may return to this machine, and to no other one without https; claims of the protocol are refused', async () => {
    const systemId = await portal.make.system()
    const sent = { ...oidc, redirectUrlList: ['http://localhost:3000/callback', 'http://app.test/'] }
    expect((await refusal(systemId, sent)).fields).toEqual(['redirectUrlList'])
    const reserved: Sent = { ...oidc, attributeList: [{ attributeNm: 'sub', factCd: 'email' }] }
    expect(await refusal(systemId, reserved)).toEqual({
      status: 422,
      message: '“sub” is set by the portal itself. Choose another name.',
      fields: ['attributeList'],
    })
    const made = await unregistered(makeApplication(portal))
    const { settings } = await save(made.systemId, {
      ...oidc,
      publicClientFlg: true,
      redirectUrlList: ['http://localhost:3000/callback'],
      backChannelLogoutUrlTxt: 'http://localhost:3000/logout',
    })
    const user = await portal.make.user()
    await permit(portal, user, made)
    const client = { ...made, clientId: settings.clientIdTxt ?? '', secret: null }
    const peer = await openPeer(portal.origin, client, { redirect_uri: 'http://localhost:3000/callback' })
    expect(await visit(await portal.as(user), peer)).toMatch(/^http:\/\/localhost:3000\/callback\?code=/)
  })
})

describe('the settings', () => {
  test('are listed with the addresses of the portal; its own system is not among them', async () => {
    const systemId = await portal.make.system()
    await save(systemId, saml('urn:listed'))
    const { portal: ours, systems } = await admin.call(listSignOnSystems, { params: { uid: admin.userId } })
    expect(ours).toMatchObject({
      metadataUrl: portal.origin + getIdpMetadata.path,
      issuerUrl: portal.origin + OPENID_PATH,
    })
    expect(systems).toContainEqual(
      expect.objectContaining({ systemId, protocolCd: 'saml', applicationIdTxt: 'urn:listed' }),
    )
    expect(systems.map((one) => one.systemId)).not.toContain(2)
    expect((await send(2, saml('urn:portal'))).status).toBe(404)
  })

  test('that another administrator stores while mine wait for them are not overwritten', async () => {
    const systemId = await portal.make.system()
    const { settings: known } = await save(systemId, { ...saml('urn:at-once'), version: 0 })
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: written, resolve: markWritten } = Promise.withResolvers<void>()
    const concurrent = portal.database.jobs.transact(everything, async (tx) => {
      const held = await lockSignOnSettings(tx, systemId)
      if (!held) throw new Error('The system was not found')
      const settings = { ...held.settings, audience: 'urn:theirs' }
      await storeSettings(tx, held, settings, { changedBy: admin.userId, secretHash: undefined })
      markWritten()
      await mayEnd
    })
    await written
    const saved = send(systemId, { protocolCd: 'saml', audienceTxt: 'urn:mine', version: known.version })
    await expect.poll(waitingStatements).toBe(1)
    end()
    await concurrent
    expect(await saved).toMatchObject({ status: 409 })
    expect(await read(systemId)).toMatchObject({ audienceTxt: 'urn:theirs' })
  })

  test('of an older version are not written over the newer ones', async () => {
    const systemId = await portal.make.system()
    const { settings } = await save(systemId, { ...saml('urn:versions'), version: 0 })
    await save(systemId, { protocolCd: 'saml', audienceTxt: 'urn:audience', version: settings.version })
    const stale = await send(systemId, { protocolCd: 'none', version: settings.version })
    expect(stale).toMatchObject({ status: 409, data: { changedByNm: 'Ida Berg' } })
    expect(stale.message).toBe('Ida Berg changed these settings after you opened them. Reload them, then try again.')
    // Nobody is named where the portal or the command line made the change.
    await portal.owner('update single_sign_on_settings set changed_by = null where system_id = $1', [systemId])
    expect(await send(systemId, { protocolCd: 'none', version: settings.version })).toMatchObject({
      status: 409,
      message: 'These settings were changed after you opened them. Reload them, then try again.',
      data: { changedByNm: null },
    })
    expect(await read(systemId)).toMatchObject({ protocolCd: 'saml', audienceTxt: 'urn:audience' })
  })

  test('set where the browser signs out of the application, whatever its protocol, at an address of the settings (LOUT-016, LOUT-019)', async () => {
    const systemId = await portal.make.system({ code: 'LEDGER' })
    expect(
      (await save(systemId, { protocolCd: 'none', browserLogoutUrl: 'http://{host}/out' })).settings,
    ).toMatchObject({
      browserLogoutUrl: 'http://{host}/out',
      logoutFollowedUrlTxt: `${portal.origin}/out`,
      logoutOriginList: [portal.origin],
      logoutReturnUrlTxt: `${portal.origin}/logout?app=LEDGER`,
    })
    expect(await refusal(systemId, { protocolCd: 'none', browserLogoutUrl: '/out?from={hots}' })).toEqual({
      status: 422,
      message: '{hots} isn’t a placeholder. You can use: {host}, ${HOST}',
      fields: ['browserLogoutUrl'],
    })
    // The address is at the application, whose addresses are stated by the same call.
    const atApplication = { ...saml('urn:ledger'), browserLogoutUrl: 'https://app.example.test/out' }
    expect((await save(systemId, atApplication)).settings.logoutFollowedUrlTxt).toBe('https://app.example.test/out')
    expect((await save(systemId, saml('urn:ledger'))).settings.browserLogoutUrl).toBe('https://app.example.test/out')
    const moved = { ...atApplication, acsList: [{ urlTxt: 'https://other.example.test/acs' }] }
    expect(await refusal(systemId, moved)).toEqual({
      status: 422,
      message: `A sign-out leads only to addresses of the portal and of the application. It must begin with one of: ${portal.origin}, https://other.example.test`,
      fields: ['browserLogoutUrl'],
    })
    expect((await save(systemId, { ...atApplication, browserLogoutUrl: '' })).settings.browserLogoutUrl).toBeNull()
  })

  test('do not overwrite the logout address that somebody has changed in the system itself meanwhile', async () => {
    const systemId = await portal.make.system({ browser_logout_url: '/first' })
    const { systemVersion, version } = await read(systemId)
    await portal.owner("update systems set browser_logout_url = '/second' where id = $1", [systemId])
    const mine: Sent = { protocolCd: 'none', browserLogoutUrl: '/mine', systemVersion, version }
    expect((await send(systemId, mine)).status).toBe(409)
    const untouched = { ...mine, browserLogoutUrl: '/second' }
    expect((await send(systemId, untouched)).code).toBe('200')
    const latest = await read(systemId)
    expect(latest.browserLogoutUrl).toBe('/second')
    const again = { ...mine, systemVersion: latest.systemVersion, version: latest.version }
    expect((await save(systemId, again)).settings.browserLogoutUrl).toBe('/mine')
    const events = await portal.owner(
      "select before, after from audit_events where event = 'system_changed' and target_id = $1",
      [String(systemId)],
    )
    expect(events).toEqual([{ before: { browserLogoutUrl: '/second' }, after: { browserLogoutUrl: '/mine' } }])
  })

  test('that change how tiles open name who changed the system, for the catalog to tell', async () => {
    const systemId = await portal.make.system()
    await save(systemId, saml('urn:changed-by'))
    const [system] = await portal.owner('select is_saml_post, changed_by from systems where id = $1', [systemId])
    expect(system).toEqual({ is_saml_post: true, changed_by: admin.userId })
    // Others that leave the tiles as they are leave the version of the system, which another administrator may have open.
    const { systemVersion } = await read(systemId)
    await save(systemId, saml('urn:changed-again'))
    expect((await read(systemId)).systemVersion).toBe(systemVersion)
  })

  test('leave an audit event that holds no secret, and answers hold none either', async () => {
    const systemId = await portal.make.system()
    const { clientSecretTxt } = await save(systemId, oidc)
    const { clientSecretTxt: renewed } = await admin.call(makeClientSecret, { params: of(systemId) })
    const events = await portal.owner(
      "select event, before, after from audit_events where target_kind = 'system' and target_id = $1 order by id",
      [String(systemId)],
    )
    expect(events.map(({ event }) => event)).toEqual(['sign_on_settings_changed', 'client_secret_made'])
    expect(events[0]?.['after']).toMatchObject({ protocol: 'oidc', hasSecret: true })
    const everywhere = JSON.stringify([events, await read(systemId)])
    for (const secret of [clientSecretTxt, renewed]) expect(everywhere).not.toContain(secret)
    expect(everywhere).not.toContain('secretHash')
  })
})
