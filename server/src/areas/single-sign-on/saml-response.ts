import { createPublicKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyObject } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import type { Encryption, SamlApplication } from './application.ts'
import {
  ASSERTION,
  BASIC_NAME,
  BEARER,
  ENVELOPED,
  EXCLUSIVE_C14N,
  nameIdFormats,
  PROTOCOL,
  RSA_SHA256,
  SHA256,
  STATUS,
} from './saml-names.ts'
import { xmlInOneLine, xmlText as x } from './xml-text.ts'

/** Clocks of applications may be behind ours by so much. */
export const NOT_BEFORE_MS = 60_000
export const ASSERTION_LIFE_MS = 5 * 60_000

/** A key with its certificate. A KeyObject signs faster than a PEM text. */
export interface SigningKey {
  privateKey: KeyObject
  certificate: string
}

/** The portal as it names itself, and the key that it signs with now. */
export interface Issuer {
  entityId: string
  key: SigningKey
}

/** Where a response goes. */
export interface SamlRecipient {
  application: Pick<SamlApplication, 'entityId' | 'audience' | 'encryption'>
  acsUrl: string
  /** ID of the application's request; null: the portal began. */
  inResponseTo: string | null
}

/** What a response says of a user. */
export interface Statement {
  /** Format: its identifier. */
  nameId: { format: string; value: string }
  attributes: Readonly<Record<string, readonly string[]>>
  authnContext: string
  authenticatedAt: Date
  /** When the portal's session ends at the latest. */
  sessionEndsAt: Date
  sessionIndex: string
}

/** Why a response says nothing of a user. */
export type ResponseStatus = 'NoPassive' | 'NoAuthnContext' | 'InvalidNameIDPolicy' | 'RequestDenied'

/** An XML ID, which must not begin with a digit. */
const newXmlId = (): string => `_${randomBytes(20).toString('hex')}`

const instant = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')

/** Returns the response: the assertion is signed, then encrypted if the application asks for it; then the response. */
export async function samlResponse(
  issuer: Issuer,
  to: SamlRecipient,
  content: Statement | ResponseStatus,
  now: Date,
): Promise<string> {
  const assertion = typeof content === 'string' ? '' : await assertionFor(issuer, to, content, now)
  const code = (value: string, inner = '') => `<samlp:StatusCode Value="${STATUS}${value}">${inner}</samlp:StatusCode>`
  const status = typeof content === 'string' ? code('Responder', code(content)) : code('Success')
  const start = xmlInOneLine(`<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" Version="2.0"
    ID="${newXmlId()}" IssueInstant="${instant(now.getTime())}" Destination="${x(to.acsUrl)}"${replyTo(to)}>
    <saml:Issuer>${x(issuer.entityId)}</saml:Issuer>
    <samlp:Status>${status}</samlp:Status>`)
  return signed(`${start}${assertion}</samlp:Response>`, issuer.key)
}

/** The assertion as the application gets it. */
async function assertionFor(issuer: Issuer, to: SamlRecipient, statement: Statement, now: Date): Promise<string> {
  const assertion = signed(xmlInOneLine(assertionXml(issuer, to, statement, now.getTime())), issuer.key)
  const { encryption } = to.application
  if (!encryption) return assertion
  return `<saml:EncryptedAssertion>${await encrypted(assertion, encryption)}</saml:EncryptedAssertion>`
}

const replyTo = ({ inResponseTo }: SamlRecipient) => (inResponseTo === null ? '' : ` InResponseTo="${x(inResponseTo)}"`)

/** Signs the root. The schema wants the signature right behind the issuer. */
function signed(xml: string, { privateKey, certificate }: SigningKey): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  })
  signer.addReference({ xpath: '/*', digestAlgorithm: SHA256, transforms: [ENVELOPED, EXCLUSIVE_C14N] })
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: '/*/*[1]', action: 'after' } })
  return signer.getSignedXml()
}

/** OAEP with SHA-1 inside is safe, and the only form of it that every library reads. */
const keyTransport = {
  keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  keyEncryptionDigest: 'sha1',
} as const

async function encrypted(xml: string, { certificate, algorithm }: Encryption): Promise<string> {
  const { encrypt } = await import('xml-encryption')
  const publicKey = createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString()
  return promisify(encrypt)(xml, {
    ...keyTransport,
    pem: certificate,
    rsa_pub: publicKey,
    encryptionAlgorithm: algorithm as 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  })
}

function assertionXml(issuer: Issuer, to: SamlRecipient, statement: Statement, now: number): string {
  const { nameId, attributes, sessionIndex, authnContext } = statement
  const until = `NotOnOrAfter="${instant(now + ASSERTION_LIFE_MS)}"`
  const isPersistent = nameId.format === nameIdFormats.persistent
  const qualifiers = isPersistent
    ? ` NameQualifier="${x(issuer.entityId)}" SPNameQualifier="${x(to.application.entityId)}"`
    : ''
  return `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${newXmlId()}" Version="2.0" IssueInstant="${instant(now)}">
    <saml:Issuer>${x(issuer.entityId)}</saml:Issuer>
    <saml:Subject><saml:NameID Format="${x(nameId.format)}"${qualifiers}>${x(nameId.value)}</saml:NameID>
      <saml:SubjectConfirmation Method="${BEARER}">
        <saml:SubjectConfirmationData Recipient="${x(to.acsUrl)}" ${until}${replyTo(to)}/></saml:SubjectConfirmation></saml:Subject>
    <saml:Conditions NotBefore="${instant(now - NOT_BEFORE_MS)}" ${until}>
      <saml:AudienceRestriction><saml:Audience>${x(to.application.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
    <saml:AuthnStatement AuthnInstant="${instant(statement.authenticatedAt.getTime())}"
      SessionIndex="${x(sessionIndex)}" SessionNotOnOrAfter="${instant(statement.sessionEndsAt.getTime())}"><saml:AuthnContext>
      <saml:AuthnContextClassRef>${x(authnContext)}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
    ${attributeStatement(attributes)}</saml:Assertion>`
}

function attributeStatement(attributes: Statement['attributes']): string {
  const value = (one: string) => `<saml:AttributeValue>${x(one)}</saml:AttributeValue>`
  const known = Object.entries(attributes).filter(([, values]) => values.length > 0)
  const attribute = ([name, values]: [string, readonly string[]]) =>
    `<saml:Attribute Name="${x(name)}" NameFormat="${BASIC_NAME}">${values.map(value).join('')}</saml:Attribute>`
  return known.length > 0 ? `<saml:AttributeStatement>${known.map(attribute).join('')}</saml:AttributeStatement>` : ''
}
