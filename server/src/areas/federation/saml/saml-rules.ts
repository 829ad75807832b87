import { attributeOf, childrenNamed, childrenOf, withDescendants, type XmlElement } from './xml-document.ts'

/**
 * Checks of an answer besides its signature, which the SAML library verifies. The library looks at one document at a
 * time: it accepts a replayed answer, an unsolicited one, one addressed to another party, and one signed with a broken
 * digest.
 */

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Maximum difference between the clock of an identity provider and ours. */
export const CLOCK_SKEW_MS = 60_000

const acceptedAlgorithms: Readonly<Record<string, RegExp>> = {
  SignatureMethod: /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|512)$/,
  DigestMethod: /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha(256|512))$/,
  CanonicalizationMethod: /^http:\/\/www\.w3\.org\/2001\/10\/xml-exc-c14n#$/,
  Transform: /^http:\/\/www\.w3\.org\/(2000\/09\/xmldsig#enveloped-signature|2001\/10\/xml-exc-c14n#)$/,
}

/** Why an answer is refused. */
export type SamlProblem =
  | 'not a SAML response'
  | 'no ID, version 2.0 or time of issue'
  | 'more than one response'
  | 'encrypted assertion'
  | 'not exactly one assertion'
  | 'an id given twice'
  | 'a signature out of place'
  | 'weak algorithm'
  | 'wrong destination'
  | 'unsolicited'
  | 'wrong issuer'
  | 'no subject or conditions'
  | 'wrong audience'
  | 'expired or not yet valid'
  | 'issued in the future'
  | 'no subject confirmation'
  | 'wrong recipient'
  | 'answer to another request'
  | 'no statement of a sign-in'
  | 'expired session'
  | 'no name'
  | 'transient name'

/** Unverified claims of an answer. */
export interface AnswerSummary {
  issuer: string
  inResponseTo: string
  /** False: the provider reports that it did not sign the user in. */
  isSuccess: boolean
}

/** Our identity, which an answer must be addressed to. */
export interface Addressee {
  entityId: string
  acsUrl: string
}

/** Returns the claims of an answer of the one accepted shape, or why it is refused. */
export function answerSummary(response: XmlElement, { acsUrl }: Addressee): AnswerSummary | SamlProblem {
  const problem = shapeProblem(response)
  if (problem) return problem
  if (attributeOf(response, 'Destination') !== acsUrl) return 'wrong destination'
  const inResponseTo = attributeOf(response, 'InResponseTo')
  if (!inResponseTo) return 'unsolicited'
  const [status] = childrenNamed(response, PROTOCOL, 'Status')
  const code = status && childrenNamed(status, PROTOCOL, 'StatusCode')[0]
  const assertions = childrenNamed(response, ASSERTION, 'Assertion')
  const isSuccess = attributeOf(code, 'Value') === SUCCESS
  const issuers = [response, ...assertions].flatMap((one) => childrenNamed(one, ASSERTION, 'Issuer'))
  const [issuer] = issuers.map(({ textContent }) => textContent)
  if (!issuer || lacksIssuer(response) || issuers.some(({ textContent }) => textContent !== issuer))
    return 'wrong issuer'
  if (isSuccess && assertions.length !== 1) return 'not exactly one assertion'
  return { issuer, inResponseTo, isSuccess }
}

/** Only a response that is not signed itself may leave its issuer out. */
const lacksIssuer = (response: XmlElement): boolean =>
  childrenNamed(response, SIGNATURE, 'Signature').length > 0 &&
  childrenNamed(response, ASSERTION, 'Issuer').length === 0

/** Returns why a document has no shape that is accepted; null for one that has. */
export function shapeProblem(response: XmlElement): SamlProblem | null {
  if (response.localName !== 'Response' || response.namespaceURI !== PROTOCOL) return 'not a SAML response'
  if (!isMarked(response)) return 'no ID, version 2.0 or time of issue'
  return structureProblem(withDescendants(response))
}

/** True with the attributes that every response and assertion has to have. */
const isMarked = (element: XmlElement): boolean =>
  attributeOf(element, 'Version') === '2.0' && ['ID', 'IssueInstant'].every((name) => attributeOf(element, name))

/** Returns a reason for shapes that no provider needs and attacks use; null for others. */
function structureProblem(all: readonly XmlElement[]): SamlProblem | null {
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

/** The user whom an assertion is about. */
export interface Identity {
  assertionId: string
  nameId: string
  nameIdFormat: string
  attributes: ReadonlyMap<string, string>
  /** When the person last showed the provider who they are, by its latest statement. */
  authenticatedAt: Date
  /** From then on the assertion is refused for its age. */
  expiresAt: Date
}

export interface Expected extends Addressee {
  issuer: string
  requestId: string
  now: Date
}

/** Returns the identity of a verified assertion, or why it is not valid here and now. */
export function identityOf(assertion: XmlElement, expected: Expected): Identity | SamlProblem {
  const { now, issuer, entityId } = expected
  if (!isMarked(assertion)) return 'no ID, version 2.0 or time of issue'
  const [issuedBy] = childrenNamed(assertion, ASSERTION, 'Issuer')
  if (issuedBy?.textContent !== issuer) return 'wrong issuer'
  const [subject, ...otherSubjects] = childrenNamed(assertion, ASSERTION, 'Subject')
  const [conditions, ...otherConditions] = childrenNamed(assertion, ASSERTION, 'Conditions')
  if (!subject || !conditions || otherSubjects.length + otherConditions.length > 0) return 'no subject or conditions'
  if (!isMeantFor(conditions, entityId)) return 'wrong audience'
  const outsideValidity = validityProblem(assertion, conditions, now)
  if (outsideValidity !== null) return outsideValidity
  const confirmations = childrenNamed(subject, ASSERTION, 'SubjectConfirmation')
  const problems = confirmations.map((one) => confirmationProblem(one, expected))
  if (!problems.includes(null)) return problems[0] ?? 'no subject confirmation'
  return statementProblem(assertion, now) ?? readIdentity(assertion, subject, conditions, now)
}

function statementProblem(assertion: XmlElement, now: Date): SamlProblem | null {
  const statements = childrenNamed(assertion, ASSERTION, 'AuthnStatement')
  if (statements.length === 0 || !statements.every(isWholeStatement)) return 'no statement of a sign-in'
  const isOpen = statements.every((one) => isBefore(now, attributeOf(one, 'SessionNotOnOrAfter')))
  return isOpen ? null : 'expired session'
}

/** True where a statement says when and how the person showed who they are. */
function isWholeStatement(statement: XmlElement): boolean {
  const hows = childrenNamed(statement, ASSERTION, 'AuthnContext').flatMap(childrenOf)
  const isHow = ({ localName, textContent }: XmlElement) =>
    localName === 'AuthnContextDecl' || (/^AuthnContext(Class|Decl)Ref$/.test(localName) && textContent.trim() !== '')
  return instantOf(attributeOf(statement, 'AuthnInstant')) !== undefined && hows.some(isHow)
}

function validityProblem(assertion: XmlElement, conditions: XmlElement, now: Date): SamlProblem | null {
  if (!isWithin(conditions, now)) return 'expired or not yet valid'
  return isPast(attributeOf(assertion, 'IssueInstant'), now) ? null : 'issued in the future'
}

function isMeantFor(conditions: XmlElement, entityId: string): boolean {
  const audiences = childrenNamed(conditions, ASSERTION, 'AudienceRestriction')
  const names = (restriction: XmlElement) => childrenOf(restriction).some((one) => one.textContent === entityId)
  return audiences.length > 0 && audiences.every(names)
}

function confirmationProblem(confirmation: XmlElement, { acsUrl, requestId, now }: Expected): SamlProblem | null {
  const [data] = childrenNamed(confirmation, ASSERTION, 'SubjectConfirmationData')
  if (attributeOf(confirmation, 'Method') !== BEARER || !data) return 'no subject confirmation'
  if (attributeOf(data, 'Recipient') !== acsUrl) return 'wrong recipient'
  if (attributeOf(data, 'InResponseTo') !== requestId) return 'answer to another request'
  return attributeOf(data, 'NotOnOrAfter') !== undefined && isWithin(data, now) ? null : 'expired or not yet valid'
}

/** True where the person has shown who they are since the request, and not by an earlier sign-in at the provider. */
export const isAuthenticatedAnew = (
  { authenticatedAt }: Pick<Identity, 'authenticatedAt'>,
  requestedAt: Date,
): boolean => authenticatedAt.getTime() >= requestedAt.getTime() - CLOCK_SKEW_MS

function readIdentity(
  assertion: XmlElement,
  subject: XmlElement,
  conditions: XmlElement,
  now: Date,
): Identity | SamlProblem {
  const [name, ...others] = childrenNamed(subject, ASSERTION, 'NameID')
  const assertionId = attributeOf(assertion, 'ID')
  const nameId = name?.textContent ?? ''
  const nameIdFormat = attributeOf(name, 'Format') ?? ''
  if (others.length > 0 || nameId.trim() === '' || nameId.length > 1024 || !assertionId) return 'no name'
  // A transient name changes with every sign-in: nothing can be linked to it.
  if (nameIdFormat.endsWith(':transient')) return 'transient name'
  const data = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').flatMap((one) => childrenOf(one))
  const ends = [conditions, ...data].flatMap((one) => instantOf(attributeOf(one, 'NotOnOrAfter')) ?? [])
  const lastEnd = Math.max(now.getTime(), ...ends) + CLOCK_SKEW_MS
  const attributes = attributesOf(assertion)
  const moments = childrenNamed(assertion, ASSERTION, 'AuthnStatement').map(
    (one) => instantOf(attributeOf(one, 'AuthnInstant')) ?? 0,
  )
  const authenticatedAt = new Date(Math.max(0, ...moments))
  return { assertionId, nameId, nameIdFormat, attributes, authenticatedAt, expiresAt: new Date(lastEnd) }
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

/** False also for a missing or malformed time. */
const isPast = (moment: string | undefined, now: Date): boolean =>
  (instantOf(moment) ?? Number.POSITIVE_INFINITY) <= now.getTime() + CLOCK_SKEW_MS

/** True without an end; a malformed end counts as passed. */
const isBefore = (now: Date, end: string | undefined): boolean =>
  end === undefined || now.getTime() - CLOCK_SKEW_MS < (instantOf(end) ?? Number.NEGATIVE_INFINITY)

/** Milliseconds of a UTC time, the only form that SAML allows. */
function instantOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
