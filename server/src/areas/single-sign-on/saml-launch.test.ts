import {
  getIdpMetadata,
  launchPage,
  recordApplicationSession,
} from '@portico/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyRing } from '../../crypto/key-ring.ts'
import { eventsAbout } from '../../../test/events.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import {
  accountIn,
  certificatesOf,
  holderOf,
  launched,
  responseXml,
  samlApplication,
} from '../../../test/saml-application.ts'
import { samlify } from '../../../test/samlify.ts'
import { selfSigned } from '../../../test/self-signed.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

describe('a SAML application opens signed on', () => {
  test('passport-saml accepts the signed response and finds who the user is (SSOA-001)', async () => {
    const application = await samlApplication(portal, { name_source: 'email', name_id_format: 'emailAddress' })
    const { user, browser } = await holderOf(portal, application, { first_name: 'Zoë <&>', last_name: "O'Neil" })
    const launch = await launched(browser, application)
    expect(launch).toMatchObject({ url: application.acsUrl, method: 'POST', fields: { RelayState: '/courses' } })
    const profile = await application.receive(launch.fields)
    expect(profile).toMatchObject({
      issuer: portal.origin + getIdpMetadata.path,
      nameID: `${user.userName}@example.test`,
      nameIDFormat: EMAIL_FORMAT,
      attributes: { mail: `${user.userName}@example.test`, givenName: 'Zoë <&>', sn: "O'Neil" },
    })
    expect(await eventsAbout(portal, user)).toContain('application_opened')
  })

  test('samlify accepts it too, by the metadata alone (SSOA-001)', async () => {
    samlify.setSchemaValidator({ validate: () => Promise.resolve('skipped') })
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    const { text } = await portal.browser().request('GET', getIdpMetadata.path)
    const sp = samlify.ServiceProvider({
      entityID: application.entityId,
      wantAssertionsSigned: true,
      assertionConsumerService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: application.acsUrl },
      ],
    })
    const { fields } = await launched(browser, application)
    const { extract } = await sp.parseLoginResponse(samlify.IdentityProvider({ metadata: text }), 'post', {
      body: fields,
    })
    expect(extract).toMatchObject({ nameID: user.userName, audience: application.entityId })
  })

  test('a changed response is refused by it (S62)', async () => {
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    const launch = await launched(browser, application)
    const forged = responseXml(launch).replaceAll(user.userName, 'portal.admin')
    await expect(application.receive({ SAMLResponse: Buffer.from(forged).toString('base64') })).rejects.toThrow(
      /signature/i,
    )
  })

  test('the response names audience, recipient and request of this application alone (S63)', async () => {
    const [one, other] = [await samlApplication(portal), await samlApplication(portal)]
    const { browser } = await holderOf(portal, one)
    const { fields } = await launched(browser, one)
    await expect(other.receive(fields)).rejects.toThrow(/audience/i)
    expect(responseXml({ fields })).toContain(` Recipient="${one.acsUrl}"`)
  })

  test('an application whose metadata ask for it gets the assertion encrypted', async () => {
    const key = selfSigned()
    const application = await samlApplication(
      portal,
      {
        encryption_certificate: key.certificate,
        encryption_algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      },
      { decryptionPvk: key.privateKey },
    )
    const { user, browser } = await holderOf(portal, application)
    const launch = await launched(browser, application)
    expect(responseXml(launch)).not.toContain(user.userName)
    expect((await application.receive(launch.fields)).nameID).toBe(user.userName)
  })

  test('a pairwise name is the same at every launch, and another one elsewhere', async () => {
    const columns = { name_source: 'pairwise', name_id_format: 'persistent' }
    const [one, other] = [await samlApplication(portal, columns), await samlApplication(portal, columns)]
    const { user, browser } = await holderOf(portal, one)
    await portal.make.grant(user, other)
    const nameAt = async (application: typeof one) =>
      (await application.receive((await launched(browser, application)).fields)).nameID
    const name = await nameAt(one)
    expect(await nameAt(one)).toBe(name)
    expect(await nameAt(other)).not.toBe(name)
    expect(name).not.toContain(user.userName)
  })

  test('the page that posts the form may post to this application and its named origins alone', async () => {
    const application = await samlApplication(portal, { form_origins: ['https://learn.example.test'] })
    const { browser } = await holderOf(portal, application)
    const { handOffUrl } = await launched(browser, application)
    const page = await portal.browser().request('GET', handOffUrl ?? '')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`form-action ${new URL(application.acsUrl).origin} https://learn.example.test;`)
    expect(policy).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('strict-origin')
    expect(page.text).toContain('<h1 role="status">Opening ')
    for (const forged of ['/hand-off', `${handOffUrl}x`, `/hand-off?to=W10&seal=test.x`])
      expect((await portal.browser().request('GET', forged)).headers.get('location')).toBe('/')
  })

  test('that page shows the name of the application as text, whatever is in it', async () => {
    const application = await samlApplication(portal)
    await portal.owner('update pages set name = $2 where id = $1', [
      application.pageId,
      '<img src=x onerror=alert(1)>&"',
    ])
    const { browser } = await holderOf(portal, application)
    const { handOffUrl } = await launched(browser, application)
    const { text } = await portal.browser().request('GET', handOffUrl ?? '')
    expect(text).not.toContain('<img')
    expect(text.split('Opening &lt;img src=x onerror=alert(1)&gt;&amp;&quot;…')).toHaveLength(3)
  })

  test('the response says how long it counts: a minute back for clocks that are behind, five minutes on, and the session to its end', async () => {
    const [one, other] = [await samlApplication(portal), await samlApplication(portal)]
    const { user, browser } = await holderOf(portal, one)
    await portal.make.grant(user, other)
    const xmlOf = async (application: typeof one) => responseXml(await launched(browser, application))
    const [first, second, elsewhere] = [await xmlOf(one), await xmlOf(one), await xmlOf(other)]
    const all = (xml: string, name: string) =>
      [...xml.matchAll(new RegExp(` ${name}="([^"]+)"`, 'g'))].map(([, value]) => value ?? '')
    const [issued = 0] = all(first, 'IssueInstant').map(Date.parse)
    const offsets = (name: string) => all(first, name).map((value) => Date.parse(value) - issued)
    expect(offsets('NotBefore')).toEqual([-60_000])
    expect(offsets('NotOnOrAfter')).toEqual([300_000, 300_000])
    const [session] = await portal.owner(
      `select id::text, date_trunc('second', expires_at) as ends, date_trunc('second', authenticated_at) as began
         from sessions where user_id = $1`,
      [user.id],
    )
    const [ends, began] = [session?.['ends'] as Date, session?.['began'] as Date]
    expect(all(first, 'SessionNotOnOrAfter').map(Date.parse)).toEqual([ends.getTime()])
    expect(all(first, 'AuthnInstant').map(Date.parse)).toEqual([began.getTime()])
    // One name of the session for each application, and never the id of the portal's own.
    const [index, again, foreign] = [first, second, elsewhere].map((xml) => all(xml, 'SessionIndex').join())
    expect(index).toBe(again)
    expect(new Set([index, foreign, session?.['id']])).toHaveProperty('size', 3)
    // An application can refuse what it has seen: nothing is sent twice under one ID.
    expect(new Set([first, second].flatMap((xml) => all(xml, 'ID')))).toHaveProperty('size', 4)
  })
})

describe('the permission is checked at every launch', () => {
  test('a user who has lost it gets nothing, also between the choice of an account and the launch (S39)', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    const [first] = [
      await accountIn(portal, application.systemId, user, 'first'),
      await accountIn(portal, application.systemId, user, 'second'),
    ]
    const choice = await browser.send(launchPage, {
      params: { uid: user.id, pid: application.pageId },
      query: {},
    })
    expect(choice).toMatchObject({ code: '200', data: { accounts: [{}, {}] } })
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [user.id])
    const refused = await browser.send(launchPage, {
      params: { uid: user.id, pid: application.pageId },
      query: { systemAccountUserId: first },
    })
    expect(refused).toMatchObject({ status: 403, data: null })
    expect(await eventsAbout(portal, user)).not.toContain('application_opened')
  })

  test('an application without settings says that it is unavailable; the reason is in the log', async () => {
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    await portal.owner('delete from single_sign_on_settings where system_id = $1', [application.systemId])
    const answer = await browser.send(launchPage, { params: { uid: user.id, pid: application.pageId }, query: {} })
    expect(answer).toMatchObject({ code: '404', data: null })
    expect(answer.message).toMatch(/is temporarily unavailable/)
    expect(portal.logged.join('')).toContain('the system has no SAML settings')
  })

  test('in an emulated session the application gets the administrator’s name as well (EMUL)', async () => {
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, user)
    const profile = await application.receive((await launched(browser, application)).fields)
    expect(profile.attributes).toMatchObject({ actor: admin.userName })
    await portal.owner('update sessions set is_look_only = true where user_id = $1', [user.id])
    const params = { uid: user.id, pid: application.pageId }
    expect((await browser.send(launchPage, { params, query: {} })).status).toBe(403)
  })
})

describe('system accounts', () => {
  test('a user with 30 of them chooses one, which the next choice begins with', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    const ids: number[] = []
    for (let at = 0; at < 30; at++) ids.push(await accountIn(portal, application.systemId, user, `account-${at}`))
    const params = { uid: user.id, pid: application.pageId }
    const chosen = ids[17] ?? 0
    const launch = await launched(browser, application, chosen)
    expect((await application.receive(launch.fields)).nameID).toBe('account-17')
    const again = await browser.call(launchPage, { params, query: {} })
    const accounts = 'accounts' in again ? again.accounts : []
    expect(accounts).toHaveLength(30)
    expect(accounts.filter(({ lastUsedFlg }) => lastUsedFlg)).toMatchObject([{ systemAccountUserId: chosen }])
  })

  test('another user’s account opens nothing', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const other = await holderOf(portal, application)
    const theirs = await accountIn(portal, application.systemId, other.user, 'theirs')
    const params = { uid: browser.userId, pid: application.pageId }
    const answer = await browser.send(launchPage, { params, query: { systemAccountUserId: theirs } })
    expect(answer.status).toBe(403)
  })

  test('without an account, an application that knows users by it says what to do', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { browser } = await holderOf(portal, application)
    const params = { uid: browser.userId, pid: application.pageId }
    const answer = await browser.send(launchPage, { params, query: {} })
    expect(answer.code).toBe('404')
    expect(answer.message).toMatch(/^You don’t have an account in Page/)
  })
})

describe('active applications', () => {
  test('an opened application is one of the session, once (SSOA-003)', async () => {
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    await launched(browser, application)
    const params = { uid: user.id, systemid: application.systemId }
    expect((await browser.send(recordApplicationSession, { params })).code).toBe('200')
    const rows = await portal.owner(
      'select opened.system_id from application_sessions opened join sessions on sessions.id = session_id where user_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ system_id: application.systemId }])
    const other = await samlApplication(portal)
    const foreign = { uid: user.id, systemid: other.systemId }
    expect((await browser.send(recordApplicationSession, { params: foreign })).status).toBe(403)
  })
})

describe('signing keys', () => {
  test('a second node signs with the same first key', async () => {
    const second = await startPortal({ beside: portal })
    expect(await certificatesOf(second)).toEqual(await certificatesOf(portal))
    await second.close()
  })

  test('their private part is stored encrypted (S77)', async () => {
    const rows = await portal.owner('select private_key from signing_keys')
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.['private_key'])).toMatch(/^test\.[\w-]+$/)
  })

  test('a next key is listed before it signs, and the former one for a week after it', async () => {
    const [former = ''] = await certificatesOf(portal)
    const key = selfSigned()
    const next = key.certificate.replaceAll(/-----.*?-----|\s/g, '')
    const [row] = await portal.owner(`select nextval(pg_get_serial_sequence('signing_keys', 'id'))::integer as id`)
    const id = Number(row?.['id'])
    await portal.owner(
      `insert into signing_keys (id, purpose, private_key, certificate, signs_from)
       values ($1, 'saml', $2, $3, clock_now() + interval '14 days')`,
      [
        id,
        keyRing(portal.config.secretKeys).encrypt('signing key', key.privateKey, `signing key ${id}`),
        key.certificate,
      ],
    )
    const application = await samlApplication(portal)
    const { user, browser } = await holderOf(portal, application)
    expect(await certificatesOf(portal)).toEqual([former, next])
    expect(responseXml(await launched(browser, application))).toContain(former)
    await portal.moveClock('15 days')
    const later = await launched(await portal.as(user), application)
    expect(responseXml(later)).toContain(next)
    expect(responseXml(later)).not.toContain(former)
    expect(await certificatesOf(portal)).toEqual([next, former])
    await portal.moveClock('22 days')
    expect(await certificatesOf(portal)).toEqual([next])
    await portal.moveClock('0')
  })
})
