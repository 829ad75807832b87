import { finishFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import {
  begin,
  check,
  federatedEmployer,
  type FederatedEmployer,
  federatedUser,
  post,
} from '../../../../test/federated-world.ts'
import { type AskedFor, IdentityProvider, newId, type AnswerOptions } from '../../../../test/identity-provider.ts'
import { withoutEachName, withoutEachPart } from '../../../../test/left-out.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { selfSigned } from '../../../../test/self-signed.ts'

let portal: Portal
let employer: FederatedEmployer
let browser: Browser
let asked: AskedFor
const strangerKeys = selfSigned()

beforeAll(async () => {
  portal = await startPortal()
  employer = await federatedEmployer(portal)
  await federatedUser(portal, employer, 'good')
  await federatedUser(portal, employer, 'boss')
})
afterAll(() => portal.close())
beforeEach(async () => {
  browser = portal.browser()
  asked = await begin(browser, employer.providerId)
})

const answer = (over: Partial<AnswerOptions> = {}) => employer.provider.answer(asked, { nameId: 'good', ...over })
const send = (xml: string | Buffer) => post(portal, xml, asked.relayState)

/** The audited reason of the latest failed sign-in. */
async function latestWhy(): Promise<string> {
  const [event] = await portal.owner(
    `select after from audit_events where event = 'authn_login_fail' order by id desc limit 1`,
  )
  return (event?.['after'] as { why?: string } | undefined)?.why ?? ''
}

const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const signatureIn = (xml: string) => /<Signature.*?<\/Signature>/s.exec(xml)?.[0] ?? ''
/** The same assertion about another user, under its own id and without a signature. */
const forgedCopy = (assertion: string, id = newId()) =>
  assertion
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replace('>good<', '>boss<')
    .replace(signatureIn(assertion), '')

describe('an answer is accepted (S62)', () => {
  const taken = async (over: Partial<AnswerOptions> = {}) => {
    const { ticket } = await send(answer(over))
    return check(browser, ticket)
  }

  test('when it is genuine, with the assertion or both parts signed', async () => {
    expect(await taken()).toMatchObject({ code: '200' })
    browser = portal.browser()
    asked = await begin(browser, employer.providerId)
    expect(await check(browser, (await send(answer({ signs: 'both' }))).ticket, true)).toMatchObject({ code: '200' })
  })

  test('with a comment in the name, which is then read in full and names another user', async () => {
    const user = await federatedUser(portal, employer, 'good.evil.test')
    const xml = answer({
      nameId: 'good.evil.test',
      after: (text) => text.replace('>good.evil', '>good<!-- x -->.evil'),
    })
    expect(await check(browser, (await send(xml)).ticket)).toMatchObject({ code: '200', data: { userId: user.id } })
  })

  test.each([
    ['a clock that is 50 seconds behind', { notBefore: -300, notOnOrAfter: -50 }],
    ['a clock that is 50 seconds ahead', { notBefore: 50, notOnOrAfter: 300 }],
  ])('from %s', async (_what, over) => {
    expect((await send(answer(over))).ticket).not.toBe('')
  })

  test('with the previous certificate until its expiry, and not after it', async () => {
    const next = new IdentityProvider()
    await portal.owner(
      `update saml_providers set certificate = $2, previous_certificate = $3,
              previous_certificate_expires_at = clock_now() + interval '1 hour' where id = $1`,
      [employer.providerId, next.keys.certificate, employer.provider.keys.certificate],
    )
    expect((await send(answer())).ticket).not.toBe('')
    asked = await begin(browser, employer.providerId)
    expect((await send(answer({ key: next.keys }))).ticket).not.toBe('')
    await portal.owner(
      `update saml_providers set previous_certificate_expires_at = clock_now() - interval '1 second' where id = $1`,
      [employer.providerId],
    )
    asked = await begin(browser, employer.providerId)
    expect((await send(answer())).ticket).toBe('')
    await portal.owner(
      `update saml_providers set certificate = $2, previous_certificate = null, previous_certificate_expires_at = null
        where id = $1`,
      [employer.providerId, employer.provider.keys.certificate],
    )
  })
})

const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1'

/** Answers that must be refused, and the audited reason of each. */
const forgeries: readonly [what: string, make: () => string | Buffer, why: RegExp | string][] = [
  ['nothing signed', () => answer({ signs: 'nothing' }), 'Invalid signature'],
  ['only the response signed', () => answer({ signs: 'response' }), 'Invalid signature'],
  [
    'a name changed after signing',
    () => answer({ after: (xml) => xml.replace('>good<', '>boss<') }),
    'Invalid signature',
  ],
  ['the key of a stranger', () => answer({ key: strangerKeys }), 'Invalid signature'],
  ['an end that has passed', () => answer({ notOnOrAfter: -90 }), /expired|No valid subject/],
  ['a beginning that has not come', () => answer({ notBefore: 90 }), /not yet valid/],
  ['another audience', () => answer({ audience: 'https://other.example.test' }), /audience/],
  ['another recipient', () => answer({ recipient: 'https://other.example.test/acs' }), 'wrong recipient'],
  ['another destination', () => answer({ destination: 'https://other.example.test/acs' }), 'wrong destination'],
  ['no destination', () => answer({ after: (xml) => xml.replace(/ Destination="[^"]+"/, '') }), 'wrong destination'],
  ['another issuer', () => answer({ issuer: 'https://other.example.test' }), 'wrong issuer'],
  ['two issuers', () => answer({ responseIssuer: 'https://other.example.test' }), 'wrong issuer'],
  ['a signature with SHA-1', () => answer({ signatureAlgorithm: RSA_SHA1 }), 'weak algorithm'],
  ['a digest with SHA-1', () => answer({ digestAlgorithm: SHA1 }), 'weak algorithm'],
  ['no request that it answers', () => answer({ inResponseTo: null }), 'unsolicited'],
  ['a request that nobody made', () => answer({ inResponseTo: newId() }), 'no open request'],
  [
    'a subject confirmed for another request',
    () => answer({ confirmedInResponseTo: newId() }),
    'answer to another request',
  ],
  ['a subject confirmed for no request', () => answer({ confirmedInResponseTo: null }), 'answer to another request'],
  [
    'a name that changes every time',
    () => answer({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    'transient name',
  ],
  ['an empty name', () => answer({ nameId: ' ' }), 'no name'],
  [
    'two assertions',
    () => answer({ after: (xml) => xml.replace('</samlp:Response>', `${assertionIn(xml)}</samlp:Response>`) }),
    'not exactly one assertion',
  ],
  ['a document type', () => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${answer()}`, 'unreadable'],
  ['a document type in UTF-16', () => Buffer.from(`\uFEFF<!DOCTYPE r>${answer()}`, 'utf16le'), 'unreadable'],
  ['an instruction', () => answer({ after: (xml) => `<?xml-stylesheet href="x"?>${xml}` }), 'unreadable'],
  ['no end', () => answer().slice(0, -30), 'unreadable'],
  ['no XML', () => 'hello', 'unreadable'],
  [
    'thousands of elements',
    () =>
      answer({
        after: (xml) =>
          xml.replace('</samlp:Response>', `${'<a>'.repeat(6000)}${'</a>'.repeat(6000)}</samlp:Response>`),
      }),
    'unreadable',
  ],
  ['another root', () => answer({ after: (xml) => assertionIn(xml) }), 'not a SAML response'],
  [
    'no Status that says success',
    () => answer({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    'refused by the provider',
  ],
]

/** The eight wrappings of Somorovsky et al. 2012: the signed assertion is moved and another one takes its place. */
const wrapped = (wrap: (parts: { good: string; evil: string; signature: string; xml: string }) => string) => () => {
  const xml = answer()
  const good = assertionIn(xml)
  return wrap({ good, evil: forgedCopy(good), signature: signatureIn(good), xml })
}
const wrappings: readonly [what: string, make: () => string][] = [
  [
    '1: the response is copied into the signature',
    wrapped(({ good, evil, signature, xml }) => {
      const inner = xml.replace(signature, '')
      return xml
        .replace(good, evil)
        .replace(
          '</saml:Issuer><samlp:Status>',
          `</saml:Issuer>${signature.replace('</Signature>', `<Object>${inner}</Object></Signature>`)}<samlp:Status>`,
        )
    }),
  ],
  [
    '2: the response is copied beside the signature',
    wrapped(({ good, evil, signature, xml }) =>
      xml
        .replace(good, evil)
        .replace(
          '</saml:Issuer><samlp:Status>',
          `</saml:Issuer>${xml.replace(signature, '')}${signature}<samlp:Status>`,
        ),
    ),
  ],
  ['3: another assertion before the signed one', wrapped(({ good, evil, xml }) => xml.replace(good, evil + good))],
  [
    '4: the signed assertion inside the other',
    wrapped(({ good, evil, xml }) => xml.replace(good, evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`))),
  ],
  [
    '5: the other carries the signature, the signed one follows',
    wrapped(({ good, evil, signature, xml }) =>
      xml.replace(
        good,
        `${evil.replace('<saml:Subject>', `${signature}<saml:Subject>`)}${good.replace(signature, '')}`,
      ),
    ),
  ],
  [
    '6: the signed assertion inside the signature of the other',
    wrapped(({ good, evil, signature, xml }) =>
      xml.replace(
        good,
        evil.replace(
          '<saml:Subject>',
          `${signature.replace('</Signature>', `${good.replace(signature, '')}</Signature>`)}<saml:Subject>`,
        ),
      ),
    ),
  ],
  [
    '7: another assertion in extensions',
    wrapped(({ good, evil, xml }) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`).replace(good, good),
    ),
  ],
  [
    '8: the signed assertion in an object of the signature',
    wrapped(({ good, evil, signature, xml }) =>
      xml.replace(
        good,
        evil.replace(
          '<saml:Subject>',
          `${signature.replace('</Signature>', `<Object>${good.replace(signature, '')}</Object></Signature>`)}<saml:Subject>`,
        ),
      ),
    ),
  ],
]

/** The sentence for a program that calls without a browser, by the fault that the sign-in page shows. */
const messages: Readonly<Record<string, string>> = {
  refused: defaultTexts.sso_answer_refused,
  expired: defaultTexts.sso_expired,
  company: defaultTexts.sso_company_refused,
}

describe('an answer is refused (S62, S63, S70)', () => {
  const refused = async (xml: string | Buffer) => {
    const { ticket, status, headers, message } = await send(xml)
    expect({ ticket, status }).toEqual({ ticket: '', status: 401 })
    const [, failure = ''] = /^\/login\/federated#failed=(\w+)$/.exec(headers.get('location') ?? '') ?? []
    expect(message).toBe(`Error calling SSO services : ${messages[failure]}`)
    expect(
      await portal.owner('select 1 from sessions where user_id in (select user_id from federated_identities)'),
    ).toEqual(await knownSessions())
  }
  let before: unknown[]
  const knownSessions = async () => before
  beforeEach(async () => {
    before = await portal.owner('select 1 from sessions where user_id in (select user_id from federated_identities)')
  })

  test.each(forgeries)('with %s', async (_what, make, why) => {
    await refused(make())
    expect(await latestWhy()).toMatch(why)
    // A valid answer to the same request is still accepted: nothing was consumed.
    expect((await send(answer({ assertionId: newId() }))).ticket).not.toBe('')
  })

  test.each(wrappings)('with the signature wrapped, way %s', async (_what, make) => {
    const xml = make()
    expect(xml).toContain('>boss<')
    await refused(xml)
  })

  test('from a provider that speaks for other employers, though it answers the request in hand', async () => {
    const other = await federatedEmployer(portal)
    await refused(other.provider.answer(asked, { nameId: 'good' }))
    expect(await latestWhy()).toBe('wrong issuer')
    await refused(answer({ key: other.provider.keys }))
  })

  test('with an unknown state: an address leads nowhere (S63, S68)', async () => {
    for (const state of ['https://evil.test', '//evil.test', '', newId()]) {
      const { ticket, headers } = await post(portal, answer(), state)
      expect({ ticket, location: headers.get('location') }).toEqual({
        ticket: '',
        location: '/login/federated#failed=expired',
      })
    }
  })

  test('when it answers the request of another browser: the ticket is valid there only', async () => {
    const other = portal.browser()
    await begin(other, employer.providerId)
    const { ticket } = await send(answer())
    expect(await check(other, ticket)).toMatchObject({ status: 401 })
    expect(other.sessionToken).toBeUndefined()
  })

  test('after ten minutes', async () => {
    await portal.moveClock('11 minutes')
    const late = await send(answer({ notOnOrAfter: 900 }))
    await portal.moveClock('0')
    expect(late.headers.get('location')).toBe('/login/federated#failed=expired')
  })

  test('when it was used before, also for another request', async () => {
    const assertionId = newId()
    expect((await send(answer({ assertionId }))).ticket).not.toBe('')
    expect((await send(answer({ assertionId }))).headers.get('location')).toBe('/login/federated#failed=expired')
    asked = await begin(browser, employer.providerId)
    expect((await send(answer({ assertionId }))).headers.get('location')).toBe('/login/federated#failed=expired')
    expect(await latestWhy()).toBe('replayed')
  })
})

describe('an answer that lacks a part is refused, each left out in turn', () => {
  /** The parts without which an answer still signs in. */
  async function acceptedWithout(answers: readonly { part: string; xml: () => string }[]): Promise<string[]> {
    const accepted: string[] = []
    for (const { part, xml } of answers) {
      const { ticket, status } = await send(xml())
      if (ticket === '' && status === 401) continue
      accepted.push(ticket === '' ? `${part}: ${status}` : part)
      asked = await begin(browser, employer.providerId)
    }
    return accepted
  }

  /** The parts of what the test provider would sign. */
  function assertionParts(over: Partial<AnswerOptions> = {}) {
    let whole = ''
    answer({ ...over, before: (text) => (whole = text) })
    return withoutEachPart(whole).map(({ part }, at) => ({
      part,
      xml: () => answer({ ...over, before: (text) => withoutEachPart(text)[at]?.xml ?? '' }),
    }))
  }

  test('of the assertion, which is signed without it (S62)', async () => {
    const parts = assertionParts({ attributes: { mail: 'good@example.test' } })
    expect(parts.length).toBeGreaterThan(30)
    expect(await acceptedWithout(parts)).toEqual([
      'Assertion/Subject/NameID@Format',
      'Assertion/Conditions@NotBefore',
      'Assertion/AuthnStatement@SessionIndex',
      // Users who are linked are found by their name alone.
      'Assertion/AttributeStatement',
      'Assertion/AttributeStatement/Attribute',
      'Assertion/AttributeStatement/Attribute/AttributeValue',
      'the text of Assertion/AttributeStatement/Attribute/AttributeValue',
    ])
  })

  test('of the response around it, and of the signature (S62)', async () => {
    const parts = withoutEachPart(answer())
      .map(({ part }, at) => ({ part, xml: () => withoutEachPart(answer())[at]?.xml ?? '' }))
      .filter(({ part }) => !part.includes('/Assertion') || /\/Signature|Assertion$/.test(part))
    expect(parts.length).toBeGreaterThan(25)
    const optional = /^Response\/Issuer$|\/KeyInfo/
    expect((await acceptedWithout(parts)).filter((part) => !optional.test(part))).toEqual([])
    const ofSigned = () => answer({ signs: 'both', after: (xml) => xml.replace(/<saml:Issuer.*?<\/saml:Issuer>/, '') })
    expect(await acceptedWithout([{ part: 'the issuer of a response that is signed itself', xml: ofSigned }])).toEqual(
      [],
    )
  })

  test('of the form that brings it', async () => {
    const whole = { SAMLResponse: Buffer.from(answer()).toString('base64'), RelayState: asked.relayState }
    for (const { part, rest } of withoutEachName(whole)) {
      const { status, headers } = await portal.browser().request('POST', finishFederatedSignIn.path, {
        body: new URLSearchParams(rest as Record<string, string>).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([part, status >= 400, headers.get('location') ?? '']).toEqual([
        part,
        true,
        expect.not.stringContaining('ticket='),
      ])
    }
  })
})

test('of twenty posts of one answer to two nodes at once, one opens a session (S64, R17)', async () => {
  // Both nodes share one public address.
  const node = await startPortal({ beside: portal, environment: { PORTAL_PUBLIC_URL: portal.origin } })
  const xml = answer()
  const posts = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(n % 2 ? portal : node, xml, asked.relayState)),
  )
  const tickets = posts.map(({ ticket }) => ticket).filter(Boolean)
  expect(tickets).toHaveLength(1)
  expect(posts.filter(({ headers }) => headers.get('location')?.endsWith('#failed=expired'))).toHaveLength(19)
  expect(await check(browser, tickets[0] ?? '', true)).toMatchObject({ code: '200' })
  await node.close()
})
