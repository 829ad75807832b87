import { randomBytes } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import type { KeyWithCertificate } from '@portico/server/for-demo.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** The statement of a SAML 2.0 provider about a user who has just signed in. */
export interface AnswerOptions {
  issuer: string
  /** The audience, the destination and the request. */
  audience: string
  acsUrl: string
  requestId: string
  nameId: string
  attributes: Readonly<Record<string, string>>
  now: Date
  minutes: number
}

const newId = () => `_${randomBytes(16).toString('hex')}`

/** Returns the answer to a request, its assertion signed by the key. */
export function answerOf(options: AnswerOptions, key: KeyWithCertificate): string {
  const now = options.now.toISOString()
  const [audience, acsUrl, issuer] = [options.audience, options.acsUrl, options.issuer].map(escapeHtml)
  return [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${newId()}" Version="2.0" IssueInstant="${now}" Destination="${acsUrl}" InResponseTo="${options.requestId}">`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    signed(assertionOf(options, { now, audience, acsUrl, issuer }), key),
    '</samlp:Response>',
  ].join('')
}

function assertionOf(
  { now: from, minutes, requestId, nameId, attributes }: AnswerOptions,
  { now, audience, acsUrl, issuer }: Readonly<Record<'now' | 'audience' | 'acsUrl' | 'issuer', string | undefined>>,
): string {
  const end = new Date(from.getTime() + minutes * 60_000).toISOString()
  const stated = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${escapeHtml(value)}</saml:AttributeValue></saml:Attribute>`,
  )
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${newId()}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${PERSISTENT}">${escapeHtml(nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${acsUrl}" NotOnOrAfter="${end}" InResponseTo="${requestId}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${stated.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

function signed(assertion: string, { privateKey, certificate }: KeyWithCertificate): string {
  const signature = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signature.addReference({
    xpath: "/*[local-name(.)='Assertion']",
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
  })
  signature.computeSignature(assertion, {
    location: { reference: "/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
  })
  return signature.getSignedXml()
}
