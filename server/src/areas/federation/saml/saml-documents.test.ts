import { describe, expect, test } from 'vitest'
import { answerSummary, CLOCK_SKEW_MS, identityOf, isAuthenticatedAnew } from './saml-rules.ts'
import { childrenNamed, readXml, type XmlElement } from './xml-document.ts'

/** Written out by hand, part by part: what a provider may send besides the usual answer. */
const SAML = 'urn:oasis:names:tc:SAML:2.0:'
const ISSUER = 'https://idp.test'
const us = { entityId: 'https://portal.test/metadata', acsUrl: 'https://portal.test/acs' }
const NOW = new Date('2026-03-10T12:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

const issuer = (name = ISSUER) => `<a:Issuer>${name}</a:Issuer>`
const status = (code: string) => `<p:Status><p:StatusCode Value="${SAML}status:${code}"/></p:Status>`
const data = (end = ` NotOnOrAfter="${at(60_000)}"`, recipient = us.acsUrl) =>
  `<a:SubjectConfirmationData Recipient="${recipient}" InResponseTo="_request"${end}/>`
const confirmation = (inner = data()) =>
  `<a:SubjectConfirmation Method="${SAML}cm:bearer">${inner}</a:SubjectConfirmation>`
const nameId = '<a:NameID Format="urn:persistent">ada</a:NameID>'
const subject = (inner = nameId + confirmation()) => `<a:Subject>${inner}</a:Subject>`
const conditions = (times = ` NotOnOrAfter="${at(120_000)}"`) =>
  `<a:Conditions${times}><a:AudienceRestriction><a:Audience>${us.entityId}</a:Audience></a:AudienceRestriction></a:Conditions>`
const context = '<a:AuthnContext><a:AuthnContextClassRef>urn:password</a:AuthnContextClassRef></a:AuthnContext>'
const statement = (times = '', instant = at(-5000)) =>
  `<a:AuthnStatement AuthnInstant="${instant}"${times}>${context}</a:AuthnStatement>`
const assertion = (inner = issuer() + subject() + conditions() + statement(), id = ' ID="_assertion"') =>
  `<a:Assertion${id} Version="2.0" IssueInstant="${at(0)}">${inner}</a:Assertion>`
const response = (inner: string, name = 'Response', namespace = `${SAML}protocol`) =>
  `<p:${name} xmlns:p="${namespace}" xmlns:a="${SAML}assertion" xmlns:d="http://www.w3.org/2000/09/xmldsig#" xmlns:o="urn:other" ID="_response" Version="2.0" IssueInstant="${at(0)}" Destination="${us.acsUrl}" InResponseTo="_request">${inner}</p:${name}>`

function read(xml: string): XmlElement {
  const root = readXml(xml)
  if (!root) throw new Error(`No XML: ${xml}`)
  return root
}
const summary = (inner: string, ...named: [string?, string?]) => answerSummary(read(response(inner, ...named)), us)
const good = issuer() + status('Success') + assertion()

describe('the claims of an answer (S62)', () => {
  const claims = { issuer: ISSUER, inResponseTo: '_request', isSuccess: true }

  test('are those of its one assertion, or of the answer that there is none', () => {
    expect(summary(good)).toEqual(claims)
    expect(summary(status('Success') + assertion())).toEqual(claims)
    for (const failed of [status('Responder'), '<p:Status/>', ''])
      expect(summary(issuer() + failed)).toEqual({ ...claims, isSuccess: false })
  })

  test.each([
    ['an answer of another protocol', good, ['Response', 'urn:other'], 'not a SAML response'],
    ['a request', good, ['AuthnRequest'], 'not a SAML response'],
    ['a response within', good + response(''), [], 'more than one response'],
    ['a response within, of another protocol', `${good}<o:Response/>`, [], 'more than one response'],
    ['an encrypted assertion', `${good}<a:EncryptedAssertion/>`, [], 'encrypted assertion'],
    ['a second assertion elsewhere', `${good}<o:x>${assertion(issuer(), '')}</o:x>`, [], 'not exactly one assertion'],
    [
      'an assertion out of place alone',
      `${issuer()}${status('Success')}<o:x>${assertion()}</o:x>`,
      [],
      'not exactly one assertion',
    ],
    ['success without an assertion', issuer() + status('Success'), [], 'not exactly one assertion'],
    ['no issuer', status('Success') + assertion(''), [], 'wrong issuer'],
    ['an empty issuer', issuer('') + status('Success') + assertion(issuer('')), [], 'wrong issuer'],
    ['two issuers', issuer('https://other.test') + status('Success') + assertion(), [], 'wrong issuer'],
    ['an id twice, in lower case', `${good}<o:x id="_assertion"/>`, [], 'an id given twice'],
  ] as [string, string, [string?, string?], string][])('are refused for %s', (_what, inner, named, why) =>
    expect(summary(inner, ...named)).toBe(why),
  )
})

describe('a signature (S62)', () => {
  const W3 = 'http://www.w3.org/'
  const signature = (part: string, algorithm?: string) =>
    `<d:Signature><d:SignedInfo><d:${part}${algorithm === undefined ? '' : ` Algorithm="${algorithm}"`}/></d:SignedInfo><d:SignatureValue>x</d:SignatureValue></d:Signature>`
  const accepted: [string, string][] = [
    ['SignatureMethod', `${W3}2001/04/xmldsig-more#rsa-sha256`],
    ['SignatureMethod', `${W3}2001/04/xmldsig-more#rsa-sha512`],
    ['DigestMethod', `${W3}2001/04/xmlenc#sha256`],
    ['DigestMethod', `${W3}2001/04/xmlenc#sha512`],
    ['CanonicalizationMethod', `${W3}2001/10/xml-exc-c14n#`],
    ['Transform', `${W3}2000/09/xmldsig#enveloped-signature`],
    ['Transform', `${W3}2001/10/xml-exc-c14n#`],
  ]

  test.each(accepted)('may have as %s %s', (part, algorithm) => {
    expect(summary(good + signature(part, algorithm))).toMatchObject({ isSuccess: true })
    expect(summary(good + signature(part, `x${algorithm}`))).toBe('weak algorithm')
    expect(summary(good + signature(part, `${algorithm}x`))).toBe('weak algorithm')
    expect(summary(good + signature(part))).toBe('weak algorithm')
  })

  test.each([
    ['SignatureMethod', `${W3}2000/09/xmldsig#rsa-sha1`],
    ['DigestMethod', `${W3}2000/09/xmldsig#sha1`],
    ['CanonicalizationMethod', `${W3}2001/10/xml-exc-c14n#WithComments`],
    ['Transform', `${W3}TR/1999/REC-xslt-19991116`],
  ])('may not have as %s %s', (part, algorithm) =>
    expect(summary(good + signature(part, algorithm))).toBe('weak algorithm'),
  )

  test('is checked wherever it stands, the second one too', () => {
    const [part, algorithm] = accepted[0] ?? ['', '']
    const signed = assertion(issuer() + signature('DigestMethod', 'x'))
    expect(summary(issuer() + status('Success') + signature(part, algorithm) + signed)).toBe('weak algorithm')
  })

  test('stands in the response or the assertion only', () => {
    const strong = signature('Transform', accepted[5]?.[1])
    const inAssertion = assertion(issuer() + strong)
    expect(summary(issuer() + status('Success') + strong + inAssertion)).toMatchObject({ isSuccess: true })
    expect(summary(`${good}<o:x>${strong}</o:x>`)).toBe('a signature out of place')
    // A signature of another kind is none.
    expect(summary(`${good}<o:x><o:Signature/></o:x>`)).toMatchObject({ isSuccess: true })
    expect(summary(`${good}<o:x><d:SignatureValue/></o:x>`)).toMatchObject({ isSuccess: true })
  })
})

const identity = (inner?: string, id?: string) => {
  const [one] = childrenNamed(read(response(assertion(inner, id))), `${SAML}assertion`, 'Assertion')
  return identityOf(one as XmlElement, { ...us, issuer: ISSUER, requestId: '_request', now: NOW })
}
const of = (parts: { subject?: string; conditions?: string; statement?: string; more?: string }) =>
  identity(
    issuer() +
      (parts.subject ?? subject()) +
      (parts.conditions ?? conditions()) +
      (parts.statement ?? statement()) +
      (parts.more ?? ''),
  )

describe('the identity of an assertion (S62, S63)', () => {
  test('has its name, its attributes, and when it began and ends', () => {
    expect(identity()).toEqual({
      assertionId: '_assertion',
      nameId: 'ada',
      nameIdFormat: 'urn:persistent',
      attributes: new Map(),
      authenticatedAt: new Date(at(-5000)),
      expiresAt: new Date(at(120_000 + CLOCK_SKEW_MS)),
    })
  })

  test.each([
    ['no subject', { subject: '' }, 'no subject or conditions'],
    ['two subjects', { more: subject() }, 'no subject or conditions'],
    ['no conditions', { conditions: '' }, 'no subject or conditions'],
    ['two conditions', { more: conditions() }, 'no subject or conditions'],
    ['no confirmation', { subject: subject(nameId) }, 'no subject confirmation'],
    ['a confirmation without data', { subject: subject(nameId + confirmation('')) }, 'no subject confirmation'],
    ['a confirmation without end', { subject: subject(nameId + confirmation(data(''))) }, 'expired or not yet valid'],
    ['no statement of a sign-in', { statement: '' }, 'no statement of a sign-in'],
    ['an ended session', { statement: statement(` SessionNotOnOrAfter="${at(-CLOCK_SKEW_MS)}"`) }, 'expired session'],
    [
      'one ended session of two',
      { more: statement(` SessionNotOnOrAfter="${at(-CLOCK_SKEW_MS)}"`) },
      'expired session',
    ],
    ['a session with an end that is none', { statement: statement(' SessionNotOnOrAfter="soon"') }, 'expired session'],
    ['two names', { subject: subject(nameId + nameId + confirmation()) }, 'no name'],
    ['no name', { subject: subject(confirmation()) }, 'no name'],
    ['a blank name', { subject: subject(`<a:NameID> </a:NameID>${confirmation()}`) }, 'no name'],
    [
      'a name that is too long',
      { subject: subject(`<a:NameID>${'x'.repeat(1025)}</a:NameID>${confirmation()}`) },
      'no name',
    ],
    [
      'a name for one sign-in',
      { subject: subject(`<a:NameID Format="urn:transient">x</a:NameID>${confirmation()}`) },
      'transient name',
    ],
    [
      'conditions with a beginning that is none',
      { conditions: conditions(' NotBefore="soon"') },
      'expired or not yet valid',
    ],
    [
      'conditions with an end that is none',
      { conditions: conditions(' NotOnOrAfter="soon"') },
      'expired or not yet valid',
    ],
  ])('is refused for %s', (_what, parts, why) => expect(of(parts)).toBe(why))

  test('is refused without an id', () => {
    expect(identity(undefined, '')).toBe('no ID, version 2.0 or time of issue')
    expect(identity(undefined, ' ID=""')).toBe('no ID, version 2.0 or time of issue')
  })

  test('needs one confirmation that holds, and gives the reason of the first', () => {
    const other = confirmation(data(undefined, 'https://other.test'))
    expect(of({ subject: subject(nameId + other + confirmation()) })).toMatchObject({ nameId: 'ada' })
    expect(of({ subject: subject(nameId + other + confirmation('')) })).toBe('wrong recipient')
  })

  test('may have the longest name, without a format, and conditions without times', () => {
    const long = 'x'.repeat(1024)
    expect(
      of({ subject: subject(`<a:NameID>${long}</a:NameID>${confirmation()}`), conditions: conditions('') }),
    ).toMatchObject({ nameId: long, nameIdFormat: '', expiresAt: new Date(at(60_000 + CLOCK_SKEW_MS)) })
    const similar = subject(`<a:NameID Format="urn:transient:x">x</a:NameID>${confirmation()}`)
    expect(of({ subject: similar })).toMatchObject({ nameIdFormat: 'urn:transient:x' })
  })

  test('ends with the latest of its times, and not before now', () => {
    const both = (first: number, second: number) =>
      of({
        conditions: conditions(''),
        subject: subject(
          nameId +
            confirmation(data(` NotOnOrAfter="${at(first)}"`)) +
            confirmation(data(` NotOnOrAfter="${at(second)}"`)),
        ),
      })
    expect(both(1000, 300_000)).toMatchObject({ expiresAt: new Date(at(300_000 + CLOCK_SKEW_MS)) })
    expect(both(-30_000, -40_000)).toMatchObject({ expiresAt: new Date(at(CLOCK_SKEW_MS)) })
  })

  test('counts from the latest sign-in of its statements; one without a time is refused', () => {
    const two = (first: string, second: string) => of({ statement: statement('', first) + statement('', second) })
    expect(two(at(-9000), at(-4000))).toMatchObject({ authenticatedAt: new Date(at(-4000)) })
    expect(two('soon', at(-4000))).toBe('no statement of a sign-in')
    expect(of({ statement: statement('', '') })).toBe('no statement of a sign-in')
  })

  test.each([
    ['2026-03-10T11:59:55Z', -5000],
    ['2026-03-10T11:59:55.25Z', -4750],
    ['2026-03-10T13:59:55+02:00', -5000],
    ['2026-03-10T06:29:55-05:30', -5000],
  ])('reads the time %s', (text, ms) =>
    expect(of({ statement: statement('', text) })).toMatchObject({
      authenticatedAt: new Date(at(ms)),
    }),
  )

  test.each([
    '2026-03-10T11:59:55',
    '2026-03-10 11:59:55Z',
    '2026-03-10',
    '2026-03-10T11:59Z',
    '2026-13-10T11:59:55Z',
    'x2026-03-10T11:59:55Z',
    '2026-03-10T11:59:55Zx',
    '2026-03-10T11:59:55.Z',
    '26-03-10T11:59:55Z',
    '2026-3-10T11:59:55Z',
    '2026-03-10T11:59:55+2:00',
    '2026-03-10T11:59:55+0200',
    '2026-03-10T11:59:55Z (noon)',
    '(noon) 2026-03-10T11:59:55Z',
  ])('takes %s for no time', (text) => expect(of({ statement: statement('', text) })).toBe('no statement of a sign-in'))

  test('has the first value of each attribute of all statements', () => {
    const attribute = (name: string, ...values: string[]) =>
      `<a:Attribute${name}>${values.map((value) => `<a:AttributeValue>${value}</a:AttributeValue>`).join('')}</a:Attribute>`
    const more =
      `<a:AttributeStatement>${attribute(' Name="mail"', 'one', 'two')}${attribute(' Name="mail"', 'three')}${attribute(' Name="none"')}${attribute('', 'four')}<o:Attribute Name="other"/></a:AttributeStatement>` +
      `<a:AttributeStatement>${attribute(' Name="mail"', 'five')}${attribute(' Name="sn"', 'six')}</a:AttributeStatement>`
    expect(of({ more })).toMatchObject({
      attributes: new Map([
        ['mail', 'one'],
        ['sn', 'six'],
      ]),
    })
  })
})

test('a user has signed in anew where the provider says so since the request, the skew included (S52)', () => {
  const anew = (ms: number) => isAuthenticatedAnew({ authenticatedAt: new Date(at(ms)) }, NOW)
  expect([anew(0), anew(-CLOCK_SKEW_MS), anew(-CLOCK_SKEW_MS - 1)]).toEqual([true, true, false])
})
