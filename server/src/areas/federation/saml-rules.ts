import { attributeOf, childrenNamed, childrenOf, withDescendants, type XmlElement } from './xml-document.ts'

/**
 * What has to hold of an answer beside its signature, which the SAML library checks. The library looks
 * at one document at a time: it takes the same answer twice, one that nobody asked for, one that is
 * meant for somebody else, and one signed with a broken digest.
 */

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** By how much the clock of an identity provider may differ from ours. */
export const CLOCK_SKEW_MS = 60_000

const acceptedAlgorithms: Readonly<Record<string, RegExp>> = {
  SignatureMethod: /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|512)$/,
  DigestMethod: /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha(256|512))$/,
  CanonicalizationMethod: /^http:\/\/www\.w3\.org\/2001\/10\/xml-exc-c14n#$/,
  Transform: /^http:\/\/www\.w3\.org\/(2000\/09\/xmldsig#enveloped-signature|2001\/10\/xml-exc-c14n#)$/,
}

/** What an answer says of itself before anything of it is believed. */
export interface AnswerFacts {
  issuer: string
  inResponseTo: string
  /** False: the provider says that it did not sign anybody in. */
  isSuccess: boolean
}

/** Where an answer has to be meant for. */
export interface Addressee {
  entityId: string
  acsUrl: string
}

/** The facts of an answer of the one shape that is taken, or why it is not taken. */
export function factsOfAnswer(response: XmlElement, { acsUrl }: Addressee): AnswerFacts | string {
  if (response.localName !== 'Response' || response.namespaceURI !== PROTOCOL) return 'not a SAML response'
  const all = withDescendants(response)
  const strange = whyStrange(all)
  if (strange) return strange
  if (attributeOf(response, 'Destination') !== acsUrl) return 'wrong destination'
  const inResponseTo = attributeOf(response, 'InResponseTo')
  if (!inResponseTo) return 'unsolicited'
  const [status] = childrenNamed(response, PROTOCOL, 'Status')
  const code = status && childrenNamed(status, PROTOCOL, 'StatusCode')[0]
  const assertions = childrenNamed(response, ASSERTION, 'Assertion')
  const isSuccess = attributeOf(code, 'Value') === SUCCESS
  const issuers = [response, ...assertions].flatMap((one) => childrenNamed(one, ASSERTION, 'Issuer'))
  const [issuer] = issuers.map(({ textContent }) => textContent)
  if (!issuer || issuers.some(({ textContent }) => textContent !== issuer)) return 'wrong issuer'
  if (isSuccess && assertions.length !== 1) return 'not exactly one assertion'
  return { issuer, inResponseTo, isSuccess }
}

/** Shapes that no provider needs and that tricks are made of. */
function whyStrange(all: readonly XmlElement[]): string | null {
  const named = (name: string) => all.filter(({ localName }) => localName === name)
  if (named('Response').length !== 1) return 'more than one response'
  if (named('EncryptedAssertion').length > 0) return 'encrypted assertion'
  if (named('Assertion').length > 1) return 'not exactly one assertion'
  const ids = all.flatMap((one) => ['ID', 'Id', 'id'].flatMap((name) => attributeOf(one, name) ?? []))
  if (new Set(ids).size !== ids.length) return 'an id given twice'
  const signatures = all.filter((one) => one.localName === 'Signature' && one.namespaceURI === SIGNATURE)
  const isInPlace = ({ parentNode }: XmlElement) => ['Response', 'Assertion'].includes(parentNode?.localName ?? '')
  if (!signatures.every(isInPlace)) return 'a signature out of place'
  const isAccepted = (one: XmlElement) =>
    acceptedAlgorithms[one.localName]?.test(attributeOf(one, 'Algorithm') ?? '') ?? true
  return signatures.flatMap(withDescendants).every(isAccepted) ? null : 'weak algorithm'
}

/** Who an assertion is about. */
export interface Identity {
  assertionId: string
  nameId: string
  nameIdFormat: string
  attributes: ReadonlyMap<string, string>
  /** From then on the assertion would be refused for its age. */
  expiresAt: Date
}

export interface Expected extends Addressee {
  issuer: string
  requestId: string
  now: Date
}

/** The identity that a verified assertion states, or why it does not count here and now. */
export function identityOf(assertion: XmlElement, expected: Expected): Identity | string {
  const { now, issuer, entityId } = expected
  const [issuedBy] = childrenNamed(assertion, ASSERTION, 'Issuer')
  if (issuedBy?.textContent !== issuer) return 'wrong issuer'
  const [subject, ...otherSubjects] = childrenNamed(assertion, ASSERTION, 'Subject')
  const [conditions, ...otherConditions] = childrenNamed(assertion, ASSERTION, 'Conditions')
  if (!subject || !conditions || otherSubjects.length + otherConditions.length > 0) return 'no subject or conditions'
  if (!isMeantFor(conditions, entityId)) return 'wrong audience'
  if (!isWithin(conditions, now)) return 'expired or not yet valid'
  const confirmations = childrenNamed(subject, ASSERTION, 'SubjectConfirmation')
  const whys = confirmations.map((one) => whyNotConfirmed(one, expected))
  if (!whys.includes(null)) return whys[0] ?? 'no subject confirmation'
  const statements = childrenNamed(assertion, ASSERTION, 'AuthnStatement')
  if (statements.length === 0) return 'no statement of a sign-in'
  if (!statements.every((one) => isBefore(now, attributeOf(one, 'SessionNotOnOrAfter')))) return 'expired session'
  return readIdentity(assertion, subject, conditions, now)
}

function isMeantFor(conditions: XmlElement, entityId: string): boolean {
  const audiences = childrenNamed(conditions, ASSERTION, 'AudienceRestriction')
  const names = (restriction: XmlElement) => childrenOf(restriction).some((one) => one.textContent === entityId)
  return audiences.length > 0 && audiences.every(names)
}

function whyNotConfirmed(confirmation: XmlElement, { acsUrl, requestId, now }: Expected): string | null {
  const [data] = childrenNamed(confirmation, ASSERTION, 'SubjectConfirmationData')
  if (attributeOf(confirmation, 'Method') !== BEARER || !data) return 'no subject confirmation'
  if (attributeOf(data, 'Recipient') !== acsUrl) return 'wrong recipient'
  if (attributeOf(data, 'InResponseTo') !== requestId) return 'answer to another request'
  return attributeOf(data, 'NotOnOrAfter') !== undefined && isWithin(data, now) ? null : 'expired or not yet valid'
}

function readIdentity(
  assertion: XmlElement,
  subject: XmlElement,
  conditions: XmlElement,
  now: Date,
): Identity | string {
  const [name, ...others] = childrenNamed(subject, ASSERTION, 'NameID')
  const assertionId = attributeOf(assertion, 'ID')
  const nameId = name?.textContent ?? ''
  const nameIdFormat = attributeOf(name, 'Format') ?? ''
  if (others.length > 0 || nameId.trim() === '' || nameId.length > 1024 || !assertionId) return 'no name'
  // Such a name is another one with every sign-in: nothing can be tied to it.
  if (nameIdFormat.endsWith(':transient')) return 'transient name'
  const data = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').flatMap((one) => childrenOf(one))
  const ends = [conditions, ...data].flatMap((one) => instantOf(attributeOf(one, 'NotOnOrAfter')) ?? [])
  const lastEnd = Math.max(now.getTime(), ...ends) + CLOCK_SKEW_MS
  return { assertionId, nameId, nameIdFormat, attributes: attributesOf(assertion), expiresAt: new Date(lastEnd) }
}

/** The first value of each attribute. */
function attributesOf(assertion: XmlElement): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of childrenNamed(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name')
      const [value] = childrenNamed(attribute, ASSERTION, 'AttributeValue')
      if (name && value && !found.has(name)) found.set(name, value.textContent)
    }
  return found
}

function isWithin(element: XmlElement, now: Date): boolean {
  const from = attributeOf(element, 'NotBefore')
  const start = from === undefined ? Number.NEGATIVE_INFINITY : (instantOf(from) ?? Number.POSITIVE_INFINITY)
  return start <= now.getTime() + CLOCK_SKEW_MS && isBefore(now, attributeOf(element, 'NotOnOrAfter'))
}

/** True where there is no end; an end that is no moment has passed. */
const isBefore = (now: Date, end: string | undefined): boolean =>
  end === undefined || now.getTime() - CLOCK_SKEW_MS < (instantOf(end) ?? Number.NEGATIVE_INFINITY)

/** Milliseconds of a moment in UTC, the only form that SAML allows. */
function instantOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
