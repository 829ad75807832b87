import { describe, expect, test } from 'vitest'
import { IdentityProvider, type AnswerOptions } from '../../../../test/identity-provider.ts'
import { childrenNamed, readXml, type XmlElement } from './xml-document.ts'
import { CLOCK_SKEW_MS, type Expected, answerSummary, identityOf } from './saml-rules.ts'

/** Unsigned documents, so that no check of the signature library can stand in for ours. */
const provider = new IdentityProvider()
const us = { entityId: 'https://portal.test/metadata', acsUrl: 'https://portal.test/acs' }
const asked = { id: '_request', acsUrl: us.acsUrl, audience: us.entityId, relayState: '', isForced: false }
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'

function responseOf(over: Partial<AnswerOptions> = {}): XmlElement {
  const root = readXml(provider.answer(asked, { signs: 'nothing', ...over }))
  if (!root) throw new Error('The answer of the test is no XML')
  return root
}
const facts = (over: Partial<AnswerOptions> = {}) => answerSummary(responseOf(over), us)

/** The identity at a moment; `change` is applied to the text of the assertion. */
function identity(change: (assertion: string) => string = (text) => text, over: Partial<Expected> = {}) {
  const [assertion] = childrenNamed(responseOf({ before: change }), ASSERTION, 'Assertion')
  const expected = { ...us, issuer: provider.entityId, requestId: asked.id, now: new Date(), ...over }
  return identityOf(assertion as XmlElement, expected)
}
const NOW = new Date('2026-03-10T12:00:00.000Z')
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString()
/** All moments of the assertion, set to one of each kind. */
const timed =
  (
    moments: { notBefore?: number; notOnOrAfter?: number; issued?: number },
    of = 'Conditions|SubjectConfirmationData',
  ) =>
  (assertion: string) =>
    assertion
      .replaceAll(/ NotBefore="[^"]*"/g, ` NotBefore="${at(-60_000)}"`)
      .replaceAll(/ NotOnOrAfter="[^"]*"/g, ` NotOnOrAfter="${at(60_000)}"`)
      .replaceAll(/ IssueInstant="[^"]*"/g, ` IssueInstant="${at(moments.issued ?? 0)}"`)
      .replaceAll(new RegExp(`<saml:(${of}) [^>]*`, 'g'), (tag) => {
        const end = moments.notOnOrAfter
        const start = moments.notBefore
        const ended = end === undefined ? tag : tag.replace(/ NotOnOrAfter="[^"]*"/, ` NotOnOrAfter="${at(end)}"`)
        return start === undefined ? ended : ended.replace(/ NotBefore="[^"]*"/, ` NotBefore="${at(start)}"`)
      })
const atNow = { now: NOW }

describe('an assertion counts at a moment (S63)', () => {
  test.each([
    ['a millisecond before its end, the skew included', timed({ notOnOrAfter: 1 - CLOCK_SKEW_MS }), true],
    ['not at its end', timed({ notOnOrAfter: -CLOCK_SKEW_MS }), false],
    ['not at the end of the conditions alone', timed({ notOnOrAfter: -CLOCK_SKEW_MS }, 'Conditions'), false],
    [
      'not at the end of the confirmation alone',
      timed({ notOnOrAfter: -CLOCK_SKEW_MS }, 'SubjectConfirmationData'),
      false,
    ],
    ['from its beginning, the skew included', timed({ notBefore: CLOCK_SKEW_MS }), true],
    ['not a millisecond before its beginning', timed({ notBefore: CLOCK_SKEW_MS + 1 }), false],
    ['issued as far ahead as clocks may differ', timed({ issued: CLOCK_SKEW_MS }), true],
    ['not issued a millisecond later', timed({ issued: CLOCK_SKEW_MS + 1 }), false],
  ])('%s', (_when, change, counts) => {
    const found = identity(change, atNow)
    expect(typeof found === 'string' ? found : 'an identity').toMatch(
      counts ? /^an identity$/ : /^(expired or not yet valid|issued in the future)$/,
    )
  })

  test('not without a moment of issue, or with one that is none', () => {
    const changed = (issued: string) => (text: string) => timed({})(text).replace(/ IssueInstant="[^"]*"/, issued)
    expect(identity(changed(''), atNow)).toBe('no ID, version 2.0 or time of issue')
    expect(identity(changed(' IssueInstant="yesterday"'), atNow)).toBe('issued in the future')
  })
})

describe('an assertion is meant for us by our own check', () => {
  const audiences = (inner: string) => (text: string) =>
    text.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, inner)
  const restriction = (...names: string[]) =>
    `<saml:AudienceRestriction>${names.map((name) => `<saml:Audience>${name}</saml:Audience>`).join('')}</saml:AudienceRestriction>`
  const OTHER = 'https://other.test/metadata'

  test.each([
    ['another audience', restriction(OTHER), false],
    ['no audience', '', false],
    ['an empty restriction', restriction(), false],
    ['ours with more behind it', restriction(`${us.entityId}/x`), false],
    ['ours among others', restriction(OTHER, us.entityId), true],
    ['two restrictions, one without us', restriction(us.entityId) + restriction(OTHER), false],
  ])('%s', (_what, inner, isTaken) => {
    const found = identity(audiences(inner))
    expect(typeof found === 'string' ? found : 'taken').toBe(isTaken ? 'taken' : 'wrong audience')
  })

  test('recipient, request, issuer and confirmation have to be right', () => {
    expect(identity((text) => text.replace(/ Recipient="[^"]*"/, ' Recipient="https://other.test/acs"'))).toBe(
      'wrong recipient',
    )
    expect(identity(undefined, { requestId: '_other' })).toBe('answer to another request')
    expect(identity(undefined, { issuer: 'https://other.test' })).toBe('wrong issuer')
    expect(identity((text) => text.replace(':cm:bearer', ':cm:holder-of-key'))).toBe('no subject confirmation')
    expect(identity((text) => text.replace(':persistent', ':transient'))).toBe('transient name')
  })
})

describe('the shape of an answer is judged by our own check (S62)', () => {
  test.each<[string, Partial<AnswerOptions>, string]>([
    [
      'an id given twice, to the assertion and a part of it',
      { assertionId: '_same', before: (text) => text.replace('<saml:Subject>', '<saml:Subject ID="_same">') },
      'an id given twice',
    ],
    [
      'an id given twice, in another spelling of its name',
      { assertionId: '_same', before: (text) => text.replace('<saml:Subject>', '<saml:Subject Id="_same">') },
      'an id given twice',
    ],
    [
      'the id of the response at the assertion too',
      { after: (text) => text.replace(/ ID="[^"]*"/, ' ID="_same"'), assertionId: '_same' },
      'an id given twice',
    ],
    [
      'two assertions',
      { after: (text) => text.replace(/<saml:Assertion .*<\/saml:Assertion>/s, twice) },
      'not exactly one assertion',
    ],
    ['another destination', { destination: 'https://other.test/acs' }, 'wrong destination'],
    ['no request', { inResponseTo: null }, 'unsolicited'],
    ['two issuers', { responseIssuer: 'https://other.test' }, 'wrong issuer'],
  ])('%s', (_what, over, why) => expect(facts(over)).toBe(why))

  test('and a good one states its issuer and request', () => {
    expect(facts()).toEqual({ issuer: provider.entityId, inResponseTo: asked.id, isSuccess: true })
  })
})

/** The same assertion twice, the second under another id. */
const twice = (assertion: string) => assertion + assertion.replace(/ ID="[^"]*"/, ' ID="_another"')
