import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import type { KeyWithCertificate } from '../src/crypto/certificate.ts'
import { selfSigned } from './self-signed.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Algorithms of a signature that is accepted. */
export const STRONG = {
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
}

/** The content of an answer. Every part can be made wrong. */
export interface AnswerOptions {
  issuer: string
  responseIssuer: string
  audience: string
  recipient: string
  destination: string
  inResponseTo: string | null
  confirmedInResponseTo: string | null
  nameId: string
  nameIdFormat: string
  attributes: Readonly<Record<string, string>>
  /** Seconds from now. */
  notBefore: number
  notOnOrAfter: number
  status: string
  signatureAlgorithm: string
  digestAlgorithm: string
  key: KeyWithCertificate
  assertionId: string
  /** What is signed: the assertion, the response, both, or nothing. */
  signs: 'assertion' | 'response' | 'both' | 'nothing'
  /** A last change of the assertion before it is signed, and of the whole after. */
  before: (assertion: string) => string
  after: (response: string) => string
}

/** The request that a browser brought to the provider. */
export interface AskedFor {
  id: string
  acsUrl: string
  audience: string
  relayState: string
  /** The user is to sign in there anew. */
  isForced: boolean
}

/** Reads the address to which the portal sent the browser. */
export function readRequest(location: string): AskedFor {
  const { searchParams } = new URL(location)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const part = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: part(/ ID="([^"]+)"/),
    acsUrl: part(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: part(/Issuer[^>]*>([^<]+)</),
    relayState: searchParams.get('RelayState') ?? '',
    isForced: / ForceAuthn="true"/.test(xml),
  }
}

/** An identity provider that can also be made to lie. It shares no code with the portal. */
export class IdentityProvider {
  readonly entityId: string
  readonly signOnUrl: string
  readonly keys: KeyWithCertificate

  constructor(name = randomBytes(4).toString('hex'), keys = selfSigned()) {
    this.entityId = `https://${name}.idp.example.test/metadata`
    this.signOnUrl = `https://${name}.idp.example.test/sso`
    this.keys = keys
  }

  /** The answer to a request, as XML. */
  answer(to: AskedFor, over: Partial<AnswerOptions> = {}): string {
    const options: AnswerOptions = {
      issuer: this.entityId,
      responseIssuer: over.issuer ?? this.entityId,
      audience: to.audience,
      recipient: to.acsUrl,
      destination: to.acsUrl,
      inResponseTo: to.id,
      confirmedInResponseTo: over.inResponseTo === undefined ? to.id : over.inResponseTo,
      nameId: 'a-person',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: {},
      notBefore: -30,
      notOnOrAfter: 120,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ...STRONG,
      key: this.keys,
      assertionId: newId(),
      signs: 'assertion',
      before: (assertion) => assertion,
      after: (response) => response,
      ...over,
    }
    const plain = options.before(assertionOf(options))
    const assertion =
      options.signs === 'assertion' || options.signs === 'both' ? signed(plain, 'Assertion', options) : plain
    const response = responseOf(options, assertion)
    return options.after(
      options.signs === 'response' || options.signs === 'both' ? signed(response, 'Response', options) : response,
    )
  }

  /** Its metadata, as it would be handed to an operator. */
  metadata({ certificates = [this.keys.certificate], binding = 'HTTP-Redirect', location = this.signOnUrl } = {}) {
    const keys = certificates.map(
      (pem) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    return `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}"><IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${keys.join('')}<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/></IDPSSODescriptor></EntityDescriptor>`
  }
}

export const newId = (): string => `_${randomBytes(16).toString('hex')}`

const escape = (text: string) => text.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const about = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${escape(value)}"`)

function assertionOf(options: AnswerOptions): string {
  const statements = Object.entries(options.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${escape(name)}"><saml:AttributeValue>${escape(value)}</saml:AttributeValue></saml:Attribute>`,
  )
  const confirmation = `<saml:SubjectConfirmationData Recipient="${escape(options.recipient)}" NotOnOrAfter="${at(options.notOnOrAfter)}"${about('InResponseTo', options.confirmedInResponseTo)}/>`
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${options.assertionId}" Version="2.0" IssueInstant="${at(0)}">`,
    `<saml:Issuer>${escape(options.issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${options.nameIdFormat}">${escape(options.nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">${confirmation}</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(options.notBefore)}" NotOnOrAfter="${at(options.notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${escape(options.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    statements.length ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('')
}

const responseOf = (options: AnswerOptions, assertion: string) =>
  [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}"${about('Destination', options.destination)}${about('InResponseTo', options.inResponseTo)}>`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${escape(options.responseIssuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${options.status}"/></samlp:Status>`,
    assertion,
    '</samlp:Response>',
  ].join('')

/** The document with its root signed, the signature behind the first issuer; without one it comes last. */
export function signed(
  xml: string,
  root: 'Assertion' | 'Response' | 'AuthnRequest',
  options: Pick<AnswerOptions, 'key' | 'signatureAlgorithm' | 'digestAlgorithm'>,
): string {
  const signature = new SignedXml({
    privateKey: options.key.privateKey,
    publicCert: options.key.certificate,
    signatureAlgorithm: options.signatureAlgorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  const top = `/*[local-name(.)='${root}']`
  signature.addReference({
    xpath: top,
    digestAlgorithm: options.digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
  })
  const hasIssuer = new RegExp(`^<[^>]*${root}[^>]*><[^>]*Issuer`).test(xml)
  const location = hasIssuer
    ? { reference: `${top}/*[local-name(.)='Issuer']`, action: 'after' as const }
    : { reference: top, action: 'append' as const }
  signature.computeSignature(xml, { location })
  return signature.getSignedXml()
}
