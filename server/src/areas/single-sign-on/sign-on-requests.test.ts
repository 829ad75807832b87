import { sign, X509Certificate } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { listActiveApps } from '@portico/contract/logout-chain/logout-chain.ts'
import {
  answerSignOnRequest,
  declineSignOnRequest,
  getIdpMetadata,
  type Launch,
  manageUserAtSystem,
  receivePostedSignOn,
  receiveRedirectedSignOn,
} from '@portico/contract/single-sign-on/single-sign-on.ts'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import {
  accountIn,
  certificatesOf,
  holderOf,
  ownKey,
  responseXml,
  type SamlApplication,
  samlApplication,
} from '../../../test/saml-application.ts'
import { signed, STRONG } from '../../../test/identity-provider.ts'
import { withoutEachPart } from '../../../test/left-out.ts'
import { selfSigned } from '../../../test/self-signed.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const REFUSED = '/content-authenticated/sign-on#refused'

/** A visit from the application's own site: no cookie of the portal comes along. */
const visitor = () => portal.browser({ accept: 'text/html', origin: 'https://app.example.test' })

const ticketIn = (answer: { headers: Headers }) =>
  new URLSearchParams(answer.headers.get('location')?.split('#')[1]).get('request') ?? ''

/** Sends the browser to the portal by HTTP-Redirect. */
const visit = (address: string) => visitor().request('GET', address.replace(portal.origin, ''))

const post = (form: Readonly<Record<string, string>>) =>
  visitor().request('POST', receivePostedSignOn.path, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const answerTo = (browser: Browser, ticket: string, accountId?: number) => {
  const body = accountId === undefined ? { ticket } : { ticket, systemAccountUserId: accountId }
  return browser.send(answerSignOnRequest, { params: { uid: browser.userId }, body })
}

const fieldsOf = ({ data }: { data: unknown }) => (data as Launch).fields

const base64 = (xml: string) => Buffer.from(xml).toString('base64')

/** A request as an application might write it by hand. */
const handmade = (xml: string) =>
  `${receiveRedirectedSignOn.path}?${new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64') }).toString()}`

const requestXml = (application: SamlApplication, more: Readonly<Record<string, string>> = {}) => {
  const attributes = {
    ID: `_${crypto.randomUUID()}`,
    Version: '2.0',
    IssueInstant: new Date().toISOString(),
    ...more,
  }
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"${text.join('')}><a:Issuer>${application.entityId}</a:Issuer></p:AuthnRequest>`
}

const waiting = async ({ systemId }: SamlApplication) =>
  (await portal.owner('select 1 from application_requests where system_id = $1', [systemId])).length

describe('an application asks for a sign-on', () => {
  test('by redirect: the user of the tab is signed on, in answer to its request (S63)', async () => {
    const application = await samlApplication(portal, {}, { validateInResponseTo: 'always' })
    const { user, browser } = await holderOf(portal, application)
    const received = await visit(await application.requestAddress('https://app.example.test/deep/link?x=1'))
    expect(received.status).toBe(303)
    expect(received.headers.get('location')).toMatch(/^\/content-authenticated\/sign-on#request=[\w-]{43}$/)
    const answer = await answerTo(browser, ticketIn(received))
    expect(fieldsOf(answer)['RelayState']).toBe('https://app.example.test/deep/link?x=1')
    const xml = responseXml({ fields: fieldsOf(answer) })
    const [, id] = /InResponseTo="([^"]+)"/.exec(xml) ?? []
    expect(xml.split(`InResponseTo="${id}"`)).toHaveLength(3)
    const profile = await application.receive(fieldsOf(answer)).catch((error: Error) => ({ nameID: error.message }))
    // Another instance of the library does not know the request, and says so after all other checks.
    expect(profile.nameID).toBe('InResponseTo is not valid')
    expect(await eventsAbout(portal, user)).toContain('application_opened')
  })

  test('a user who sees several of its pages is signed on to one that can be opened', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const { systemId } = application
    await portal.owner(
      `insert into pages (name, location, system_id, section_id, is_assignable)
       select name || ' of later', location, system_id, section_id, false from pages where system_id = $1`,
      [systemId],
    )
    await portal.owner(
      'update pages set is_link_enabled = id <> (select min(id) from pages where system_id = $1) where system_id = $1',
      [systemId],
    )
    const answer = await answerTo(browser, ticketIn(await visit(await application.requestAddress())))
    expect(answer.code).toBe('200')
  })

  test('a request is answered once, and cannot be sent again (S64)', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const address = await application.requestAddress()
    const ticket = ticketIn(await visit(address))
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerTo(browser, ticket)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === '404')).toHaveLength(9)
    expect((await visit(address)).headers.get('location')).toBe(REFUSED)
    expect(portal.logged.join('')).toContain('that was received before')
  })

  test('two nodes answer it once (S64)', async () => {
    const second = await startPortal({ beside: portal })
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const ticket = ticketIn(await visit(await application.requestAddress()))
    const there = Object.assign(second.browser({ origin: portal.origin }), {
      sessionToken: browser.sessionToken,
      csrfToken: browser.csrfToken,
      userId: browser.userId,
    })
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    const codes = (await Promise.all([answerTo(browser, ticket), answerTo(there, ticket)])).map(({ code }) => code)
    expect(codes.toSorted()).not.toEqual(['200', '200'])
    expect(codes).toContain('200')
    await second.close()
  })

  test('one that is sent to two nodes at once waits once (S64)', async () => {
    const second = await startPortal({ beside: portal, environment: { PORTAL_PUBLIC_URL: portal.origin } })
    const application = await samlApplication(portal)
    const path = (await application.requestAddress()).replace(portal.origin, '')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? portal : second).browser({ accept: 'text/html' }).request('GET', path),
      ),
    )
    expect(answers.filter((answer) => ticketIn(answer) !== '')).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers.get('location') === REFUSED)).toHaveLength(9)
    expect(await waiting(application)).toBe(1)
    await second.close()
  })

  test('a signed one passes by redirect and by post, an unsigned or changed one does not', async () => {
    const key = selfSigned()
    const columns = { requires_signed_requests: true, signing_certificates: [key.certificate] }
    const application = await samlApplication(portal, columns, ownKey(key))
    expect(ticketIn(await visit(await application.requestAddress('state')))).not.toBe('')
    const form = await application.requestForm('state')
    expect(ticketIn(await post(form))).not.toBe('')
    const unsigned = { privateKey: undefined }
    expect((await visit(await application.requestAddress('', unsigned))).headers.get('location')).toBe(REFUSED)
    const changed = (await application.requestAddress('state')).replace('RelayState=state', 'RelayState=other')
    expect((await visit(changed)).headers.get('location')).toBe(REFUSED)
    const stranger = ownKey(selfSigned())
    expect((await post(await application.requestForm('', stranger))).headers.get('location')).toBe(REFUSED)
    const sha1 = await application.requestAddress('', { signatureAlgorithm: 'sha1' })
    expect((await visit(sha1)).headers.get('location')).toBe(REFUSED)
  })

  test('where requests have to be signed, one by post that is unsigned, changed, signed twice or with SHA-1 is refused (S62)', async () => {
    const key = selfSigned()
    const columns = { requires_signed_requests: true, signing_certificates: [key.certificate] }
    const application = await samlApplication(portal, columns, ownKey(key))
    const form = await application.requestForm('state')
    const xml = Buffer.from(form.SAMLRequest, 'base64').toString()
    const [signature = ''] = /<Signature[^]*<\/Signature>/.exec(xml) ?? []
    expect(signature).not.toBe('')
    const weak = { signatureAlgorithm: 'sha1', digestAlgorithm: 'sha1' }
    const bad: [reason: string, SAMLRequest: string][] = [
      ['not signed', base64(requestXml(application))],
      ['not signed', base64(xml.replace(signature, ''))],
      ['invalid signature', base64(xml.replace(' Version="2.0"', ' Version="2.0" ForceAuthn="true"'))],
      ['a signature out of place', base64(xml.replace(signature, signature + signature))],
      ['weak algorithm', (await application.requestForm('', weak)).SAMLRequest],
    ]
    for (const [reason, SAMLRequest] of bad) {
      const before = portal.logged.length
      expect([reason, (await post({ SAMLRequest })).headers.get('location')]).toEqual([reason, REFUSED])
      expect(portal.logged.slice(before).join('')).toContain(`"reason":"${reason}"`)
    }
    expect(await waiting(application)).toBe(0)
    expect(ticketIn(await post(form))).not.toBe('')
  })

  test('a signature that is not the application’s is refused also where none is needed (S62)', async () => {
    const columns = { signing_certificates: [selfSigned().certificate] }
    const application = await samlApplication(portal, columns, ownKey(selfSigned()))
    const before = portal.logged.length
    expect((await visit(await application.requestAddress())).headers.get('location')).toBe(REFUSED)
    expect((await post(await application.requestForm())).headers.get('location')).toBe(REFUSED)
    expect(portal.logged.slice(before).join('').split('"reason":"invalid signature"')).toHaveLength(3)
    expect(ticketIn(await visit(handmade(requestXml(application))))).not.toBe('')
  })

  describe('that lacks one of its parts is refused, signed or not, and issues nothing (S62, S63)', () => {
    const key = selfSigned()
    const whole = (application: SamlApplication) =>
      requestXml(application, { Destination: portal.origin + receiveRedirectedSignOn.path })
    const parts: [part: string, pattern: RegExp, reason: string][] = [
      ['Destination', / Destination="[^"]*"/, 'wrong destination'],
      ['ID', / ID="[^"]*"/, 'wrong version or ID'],
      ['Version', / Version="[^"]*"/, 'wrong version or ID'],
      ['IssueInstant', / IssueInstant="[^"]*"/, 'too old, or of the future'],
      ['Issuer', /<a:Issuer>.*<\/a:Issuer>/, 'no issuer'],
      ['a name in the Issuer', /(?<=<a:Issuer>).*(?=<\/a:Issuer>)/, 'unknown issuer'],
    ]
    const packed = (xml: string) =>
      new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64') }).toString()
    const SIG_ALG = new URLSearchParams({ SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }).toString()
    const signatureOf = (signed: string) =>
      new URLSearchParams({
        Signature: sign('sha256', Buffer.from(signed), key.privateKey).toString('base64'),
      }).toString()
    const send = async (query: string) => {
      const before = portal.logged.length
      const answer = await visit(`${receiveRedirectedSignOn.path}?${query}`)
      return { ticket: ticketIn(answer), log: portal.logged.slice(before).join('') }
    }
    const sendSigned = (xml: string) => {
      const signed = `${packed(xml)}&${SIG_ALG}`
      return send(`${signed}&${signatureOf(signed)}`)
    }
    const signing = () =>
      samlApplication(portal, { requires_signed_requests: true, signing_certificates: [key.certificate] }, ownKey(key))

    test('whole ones are answered', async () => {
      expect((await sendSigned(whole(await signing()))).ticket).not.toBe('')
      expect((await send(packed(whole(await samlApplication(portal))))).ticket).not.toBe('')
    })

    test.each(parts)('%s, signed', async (_part, pattern, reason) => {
      const application = await signing()
      const full = whole(application)
      expect(full).toMatch(pattern)
      const { ticket, log } = await sendSigned(full.replace(pattern, ''))
      expect(ticket).toBe('')
      expect(log).toContain(`"reason":"${reason}"`)
      expect(await waiting(application)).toBe(0)
    })

    test.each(parts.filter(([part]) => part !== 'Destination'))('%s, not signed', async (_part, pattern, reason) => {
      const application = await samlApplication(portal)
      const { ticket, log } = await send(packed(whole(application).replace(pattern, '')))
      expect(ticket).toBe('')
      expect(log).toContain(`"reason":"${reason}"`)
      expect(await waiting(application)).toBe(0)
    })

    test('but one that is not signed need not say for whom it is', async () => {
      const [[, destination] = ['', /$/]] = parts
      const { ticket } = await send(packed(whole(await samlApplication(portal)).replace(destination, '')))
      expect(ticket).not.toBe('')
    })

    test.each(['SAMLRequest', 'SigAlg', 'Signature'])('the parameter %s', async (name) => {
      const application = await signing()
      const signed = `${packed(whole(application))}&${SIG_ALG}`
      const parameters = `${signed}&${signatureOf(signed)}`.split('&')
      const { ticket } = await send(parameters.filter((one) => !one.startsWith(`${name}=`)).join('&'))
      expect(ticket).toBe('')
      expect(await waiting(application)).toBe(0)
    })
  })

  test('one that asks for a declared way of signing in is told that the portal does not state it', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const declared =
      '<p:RequestedAuthnContext><a:AuthnContextDeclRef>urn:two</a:AuthnContextDeclRef></p:RequestedAuthnContext>'
    const xml = requestXml(application).replace('</p:AuthnRequest>', `${declared}</p:AuthnRequest>`)
    const answer = await answerTo(browser, ticketIn(await post({ SAMLRequest: base64(xml) })))
    expect(responseXml({ fields: fieldsOf(answer) })).toContain('status:NoAuthnContext')
  })

  test('one by post that lacks a part is refused, each left out in turn (S62, S63)', async () => {
    const key = selfSigned()
    const columns = { requires_signed_requests: true, signing_certificates: [key.certificate] }
    const application = await samlApplication(portal, columns)
    const signIt = (xml: string) => signed(xml, 'AuthnRequest', { key, ...STRONG })
    const attributes = {
      Destination: portal.origin + receiveRedirectedSignOn.path,
      AssertionConsumerServiceURL: application.acsUrl,
      ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      ForceAuthn: 'true',
    }
    const optional = `<p:NameIDPolicy Format="${PERSISTENT}" AllowCreate="true"/><p:RequestedAuthnContext Comparison="exact"><a:AuthnContextClassRef>urn:one</a:AuthnContextClassRef></p:RequestedAuthnContext>`
    const whole = () => requestXml(application, attributes).replace('</p:AuthnRequest>', `${optional}</p:AuthnRequest>`)
    /** The parts without which a request still waits for its user. */
    const acceptedWithout = async (make: (at: number) => string, parts: readonly { part: string }[]) => {
      const accepted: string[] = []
      for (const [at, { part }] of parts.entries())
        if (ticketIn(await post({ SAMLRequest: base64(make(at)) })) !== '') accepted.push(part)
      return accepted
    }
    expect(ticketIn(await post({ SAMLRequest: base64(signIt(whole())) }))).not.toBe('')
    const parts = withoutEachPart(whole())
    expect(parts.length).toBeGreaterThan(15)
    expect(await acceptedWithout((at) => signIt(withoutEachPart(whole())[at]?.xml ?? ''), parts)).toEqual([
      'AuthnRequest@AssertionConsumerServiceURL',
      'AuthnRequest@ProtocolBinding',
      'AuthnRequest@ForceAuthn',
      'AuthnRequest/NameIDPolicy',
      'AuthnRequest/NameIDPolicy@Format',
      'AuthnRequest/NameIDPolicy@AllowCreate',
      'AuthnRequest/RequestedAuthnContext',
      'AuthnRequest/RequestedAuthnContext@Comparison',
    ])
    const ofSignature = withoutEachPart(signIt(whole()))
      .map(({ part }, at) => ({ part, at }))
      .filter(({ part }) => part.includes('/Signature') && !part.includes('/KeyInfo'))
    expect(ofSignature.length).toBeGreaterThan(15)
    const unsigned = (n: number) => withoutEachPart(signIt(whole()))[ofSignature[n]?.at ?? 0]?.xml ?? ''
    expect(await acceptedWithout(unsigned, ofSignature)).toEqual([])
    expect(ticketIn(await post({ RelayState: 'state' }))).toBe('')
  })

  test('a signature wrapped around another request is refused (S62)', async () => {
    const key = selfSigned()
    const columns = { requires_signed_requests: true, signing_certificates: [key.certificate] }
    const application = await samlApplication(portal, columns, ownKey(key))
    const { SAMLRequest } = await application.requestForm()
    const signed = Buffer.from(SAMLRequest, 'base64')
      .toString()
      .replace(/<\?xml[^>]*\?>/, '')
    const evil = requestXml(application).replace('</p:AuthnRequest>', `${signed}</p:AuthnRequest>`)
    const answer = await post({ SAMLRequest: base64(evil) })
    expect(answer.headers.get('location')).toBe(REFUSED)
  })

  test.each([-290_000, 290_000])('the clock of the application may be off by %i ms', async (offset) => {
    const application = await samlApplication(portal)
    const IssueInstant = new Date(Date.now() + offset).toISOString()
    expect(ticketIn(await visit(handmade(requestXml(application, { IssueInstant }))))).not.toBe('')
  })

  test('bad requests get one sentence, a line in the log, and issue nothing (S63, S70)', async () => {
    const application = await samlApplication(portal)
    const bad: [reason: string, address: string][] = [
      ['unknown issuer', handmade(requestXml({ ...application, entityId: 'urn:nobody' }))],
      [
        'unregistered assertion',
        handmade(requestXml(application, { AssertionConsumerServiceURL: `${application.acsUrl}/` })),
      ],
      ['wrong destination', handmade(requestXml(application, { Destination: 'https://other.example.test/' }))],
      ['too old', handmade(requestXml(application, { IssueInstant: new Date(Date.now() - 400_000).toISOString() }))],
      [
        'of the future',
        handmade(requestXml(application, { IssueInstant: new Date(Date.now() + 400_000).toISOString() })),
      ],
      [
        'by another binding',
        handmade(requestXml(application, { ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact' })),
      ],
      ['no well-formed XML', handmade(`<!DOCTYPE x>${requestXml(application)}`)],
      ['no well-formed XML', handmade(`${requestXml(application)}${' '.repeat(10_000_000)}`)],
      ['RelayState too long', `${handmade(requestXml(application))}&RelayState=${'x'.repeat(10_000)}`],
      ['a parameter given twice', `${handmade(requestXml(application))}&RelayState=a&RelayState=b`],
      ['no well-formed XML', receiveRedirectedSignOn.path],
    ]
    for (const [reason, address] of bad) {
      const before = portal.logged.length
      const answer = await visit(address)
      expect([reason, answer.status, answer.headers.get('location')]).toEqual([reason, 303, REFUSED])
      expect(portal.logged.slice(before).join('')).toContain(reason)
    }
    expect(await waiting(application)).toBe(0)
    const program = await portal.browser().request('GET', bad[0]?.[1] ?? '')
    expect(program).toMatchObject({ status: 400, data: null })
    expect(program.message).toMatch(/^We couldn’t verify the request/)
  })

  test('bad requests by post get the same sentence and a line in the log, and issue nothing (S63, S70)', async () => {
    const application = await samlApplication(portal)
    const good = requestXml(application)
    const bad: [reason: string, xml: string, more?: Readonly<Record<string, string>>][] = [
      ['unknown issuer', requestXml({ ...application, entityId: 'urn:nobody' })],
      ['no issuer', good.replace(/<a:Issuer>.*<\/a:Issuer>/, '')],
      [
        'unregistered assertion',
        requestXml(application, { AssertionConsumerServiceURL: `${application.acsUrl.slice(0, -1)}S` }),
      ],
      ['unregistered assertion', requestXml(application, { AssertionConsumerServiceIndex: '2' })],
      ['wrong destination', requestXml(application, { Destination: `${portal.origin}/` })],
      ['too old', requestXml(application, { IssueInstant: new Date(Date.now() - 400_000).toISOString() })],
      ['too old', requestXml(application, { IssueInstant: 'yesterday' })],
      ['wrong version or ID', requestXml(application, { ID: '7' })],
      ['not an AuthnRequest', good.replaceAll('p:AuthnRequest', 'p:LogoutRequest')],
      ['no well-formed XML', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good}`],
      ['no well-formed XML', `${good}${' '.repeat(40_000)}`],
      ['no well-formed XML', good, { SAMLRequest: `${base64(good)}!` }],
      ['RelayState too long', good, { RelayState: 'x'.repeat(10_000) }],
    ]
    for (const [reason, xml, more] of bad) {
      const before = portal.logged.length
      const answer = await post({ SAMLRequest: base64(xml), ...more })
      expect([reason, answer.status, answer.headers.get('location')]).toEqual([reason, 303, REFUSED])
      expect(portal.logged.slice(before).join('')).toContain(reason)
    }
    expect(await waiting(application)).toBe(0)
    expect(ticketIn(await post({ SAMLRequest: base64(good), RelayState: 'x'.repeat(1024) }))).not.toBe('')
  })

  test('a user with several accounts chooses one while the request waits; another user’s opens nothing', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    const other = await holderOf(portal, application)
    const theirs = await accountIn(portal, application.systemId, other.user, 'theirs')
    const [, second] = [
      await accountIn(portal, application.systemId, user, 'first'),
      await accountIn(portal, application.systemId, user, 'second'),
    ]
    const ticket = ticketIn(await visit(await application.requestAddress()))
    expect(await answerTo(browser, ticket)).toMatchObject({ code: '200', data: { accounts: [{}, {}] } })
    expect(await answerTo(browser, ticket, theirs)).toMatchObject({ status: 403, data: null })
    const answer = await answerTo(browser, ticket, second)
    expect((await application.receive(fieldsOf(answer))).nameID).toBe('second')
    expect((await answerTo(browser, ticket, second)).code).toBe('404')
  })

  test('a permission that is lost while the user chooses an account opens nothing (S39)', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    const [first] = [
      await accountIn(portal, application.systemId, user, 'first'),
      await accountIn(portal, application.systemId, user, 'second'),
    ]
    const ticket = ticketIn(await visit(await application.requestAddress()))
    expect(await answerTo(browser, ticket)).toMatchObject({ code: '200', data: { accounts: [{}, {}] } })
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [user.id])
    expect(await answerTo(browser, ticket, first)).toMatchObject({ status: 403, data: null })
    expect(await eventsAbout(portal, user)).not.toContain('application_opened')
  })

  test('a user without the permission is not signed on (S39)', async () => {
    const application = await samlApplication(portal)
    const stranger = await portal.make.user()
    const browser = await portal.as(stranger)
    const ticket = ticketIn(await visit(await application.requestAddress()))
    expect(await answerTo(browser, ticket)).toMatchObject({ status: 403, data: null })
  })

  test('one that waits too long is over', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const ticket = ticketIn(await visit(await application.requestAddress()))
    await portal.owner(`update application_requests set expires_at = clock_now() - interval '1 second'`)
    expect((await answerTo(browser, ticket)).code).toBe('404')
  })

  test('one that forces a sign-in is answered only by a newer one', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const ticket = ticketIn(await visit(await application.requestAddress('', { forceAuthn: true })))
    expect(await answerTo(browser, ticket)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    await portal.owner('update sessions set authenticated_at = clock_now() where user_id = $1', [browser.userId])
    expect((await answerTo(browser, ticket)).code).toBe('200')
  })

  test('a passive one is answered without a user where nobody is signed in, and only that', async () => {
    const application = await samlApplication(portal)
    const received = await visit(await application.requestAddress('', { passive: true }))
    expect(received.headers.get('location')).toMatch(/&passive$/)
    const decline = (ticket: string) => portal.browser().send(declineSignOnRequest, { body: { ticket } })
    const answer = await decline(ticketIn(received))
    expect(responseXml({ fields: fieldsOf(answer) })).toContain('urn:oasis:names:tc:SAML:2.0:status:NoPassive')
    expect(responseXml({ fields: fieldsOf(answer) })).not.toContain('<saml:Assertion')
    const active = ticketIn(await visit(await application.requestAddress()))
    expect((await decline(active)).code).toBe('404')
  })

  test('a passive one asks a user who is signed in for nothing: neither for an account nor for a sign-in', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    await accountIn(portal, application.systemId, user, 'only')
    const answered = async (more: object) => {
      const answer = await answerTo(browser, ticketIn(await visit(await application.requestAddress('', more))))
      expect(answer.code).toBe('200')
      return responseXml({ fields: fieldsOf(answer) })
    }
    expect(await answered({ passive: true })).toContain('>only</saml:NameID>')
    await accountIn(portal, application.systemId, user, 'second')
    const before = await eventsAbout(portal, user)
    for (const more of [{ passive: true }, { passive: true, forceAuthn: true }]) {
      const xml = await answered(more)
      expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:NoPassive')
      expect(xml).not.toContain('<saml:Assertion')
    }
    expect(await eventsAbout(portal, user)).toEqual(before)
  })

  test('an application that gets no user was not opened: not for the audit trail, and not for the sign-out (LOUT-018)', async () => {
    const application = await samlApplication(portal, { name_source: 'system-account' })
    const { user, browser } = await holderOf(portal, application)
    const ask = async (more: object) =>
      answerTo(browser, ticketIn(await visit(await application.requestAddress('', more))))
    expect((await ask({})).message).toMatch(/^You don’t have an account in /)
    await accountIn(portal, application.systemId, user, 'only')
    const smartcard = { disableRequestedAuthnContext: false, authnContext: ['urn:example:smartcard'] }
    for (const more of [smartcard, { identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }])
      expect(responseXml({ fields: fieldsOf(await ask(more)) })).not.toContain('<saml:Assertion')
    expect(await eventsAbout(portal, user)).not.toContain('application_opened')
    expect(await browser.call(listActiveApps, { params: { uid: user.id } })).toEqual([])
    expect((await ask({})).code).toBe('200')
    expect(await browser.call(listActiveApps, { params: { uid: user.id } })).toMatchObject([
      { systemId: application.systemId },
    ])
  })

  test('a name or a kind of sign-in that the portal cannot state is answered as such', async () => {
    const application = await samlApplication(portal)
    const { browser } = await holderOf(portal, application)
    const statusFor = async (more: object) => {
      const ticket = ticketIn(await visit(await application.requestAddress('', more)))
      return responseXml({ fields: fieldsOf(await answerTo(browser, ticket)) })
    }
    expect(await statusFor({ identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })).toContain(
      'status:InvalidNameIDPolicy',
    )
    const smartcard = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard'
    expect(await statusFor({ disableRequestedAuthnContext: false, authnContext: [smartcard] })).toContain(
      'status:NoAuthnContext',
    )
  })
})

describe('the accounts page of a system', () => {
  test('gets a signed token of one minute that names the user and the administrator (SSOA-002, SSOA-004)', async () => {
    const systemId = await portal.make.system({
      setup_url: 'https://accounts.example.test/setup',
      has_account_setup: true,
    })
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(admin, ['User Administration'])
    const user = await portal.make.user()
    const browser = await portal.as(admin)
    const ask = () => browser.send(manageUserAtSystem, { params: { adminuid: admin.id, uid: user.id, sid: systemId } })
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({
      code: '200',
      data: { url: 'https://accounts.example.test/setup', method: 'POST', fields: { referrer: 'CP' } },
    })
    const [certificate = ''] = await certificatesOf(portal)
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const read = async (answer: { data: unknown }) =>
      (await jwtVerify(fieldsOf(answer)['assertion'] ?? '', publicKey, { audience: 'https://accounts.example.test' }))
        .payload
    const claims = await read(first)
    expect(claims).toMatchObject({
      iss: portal.origin + getIdpMetadata.path,
      sub: user.userName,
      act: { sub: admin.userName },
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60)
    expect((await read(second)).jti).not.toBe(claims.jti)
    expect(await eventsAbout(portal, user)).toContain('accounts_page_opened')
  })

  test.each(['javascript:alert(1)', 'http://accounts.example.test/', 'https://portal@evil.example.test/'])(
    'is not opened at %s (S68)',
    async (address) => {
      const systemId = await portal.make.system({ setup_url: address, has_account_setup: true })
      const admin = await portal.make.user({ is_internal: true })
      await portal.make.adminPages(admin, ['User Administration'])
      const [user, browser] = [await portal.make.user(), await portal.as(admin)]
      const params = { adminuid: admin.id, uid: user.id, sid: systemId }
      const answer = await browser.send(manageUserAtSystem, { params })
      expect(answer).toMatchObject({ status: 404, data: null })
      expect(answer.message).toMatch(/^There is no page/)
    },
  )

  test('opens for nobody who may not manage the user, and for no system without one', async () => {
    const systemId = await portal.make.system({ setup_url: 'https://accounts.example.test/setup' })
    const withoutPage = await portal.make.system()
    const admin = await portal.make.user()
    await portal.make.adminPages(admin, ['User Administration'])
    const stranger = await portal.make.user({ client_id: await portal.make.client() })
    const colleague = await portal.make.user()
    const browser = await portal.as(admin)
    const ask = (uid: number, sid: number) =>
      browser.send(manageUserAtSystem, { params: { adminuid: admin.id, uid, sid } })
    expect((await ask(stranger.id, systemId)).status).toBe(404)
    // Of a system that the administrator does not administer.
    expect((await ask(colleague.id, systemId)).status).toBe(404)
    await portal.make.grant(admin, { systemId: withoutPage, isAdmin: true })
    expect((await ask(colleague.id, withoutPage)).message).toMatch(/^There is no page/)
  })
})
