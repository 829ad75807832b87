import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import {
  attributeOf,
  childrenNamed,
  childrenOf,
  decodeBase64Text,
  readXml,
  withDescendants,
  type XmlElement,
} from '../federation/public.ts'
import type { SamlApplication } from './application.ts'
import { ASSERTION, POST_BINDING, PROTOCOL, RSA_SHA256, RSA_SHA512 } from './saml-names.ts'
import { signedRoot } from './xml-signature.ts'

/** Bytes. SAML says 80 for RelayState; many applications put a whole address there. */
const RELAY_STATE_MAX = 1024
const REQUEST_MAX = 32 * 1024
const CLOCK_SKEW_MS = 5 * 60_000

/** A checked request of an application to sign a user on. */
export interface AuthnRequest {
  id: string
  acsUrl: string
  relayState: string | null
  /** The user must show anew who they are. */
  forcesSignIn: boolean
  /** The user must not be asked for anything. */
  isPassive: boolean
  /** '': none is named. */
  nameIdFormat: string
  /** Any of them will do; empty: none is named. */
  authnContexts: readonly string[]
}

/** What a request is checked against. */
export interface RequestRules {
  signOnUrl: string
  now: Date
  find: (entityId: string) => Promise<SamlApplication | undefined>
}

/** A checked request with its application, or the reason why it is refused: for the log, not for its sender. */
export type ReadRequest = { application: SamlApplication; request: AuthnRequest } | string

/** A request by HTTP-Redirect. `rawQuery`: as it was sent, because its signature is over the encoded parameters. */
export async function readRedirectRequest(rawQuery: string, rules: RequestRules): Promise<ReadRequest> {
  if (rawQuery.length > REQUEST_MAX) return 'too large'
  const parts = rawQuery.split('&')
  const raw = new Map(parts.map((part) => [part.split('=', 1)[0] ?? '', part]))
  if (raw.size !== parts.length) return 'a parameter given twice'
  const value = (name: string) => new URLSearchParams(raw.get(name)).get(name)
  const root = readRequestXml(inflated(value('SAMLRequest') ?? ''))
  if (typeof root === 'string') return root
  const application = await senderOf(root, rules)
  if (typeof application === 'string') return application
  const signature = value('Signature')
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&')
  const problem = signature === null ? null : signatureProblem(signed, signature, value('SigAlg'), application)
  if (problem !== null) return problem
  return checked(root, application, rules, { relayState: value('RelayState'), isSigned: signature !== null })
}

/** A request by HTTP-POST, whose signature is inside. */
export async function readPostedRequest(
  form: { SAMLRequest: string; RelayState: string | null },
  rules: RequestRules,
): Promise<ReadRequest> {
  const xml = decodeBase64Text(form.SAMLRequest) ?? ''
  const sent = readRequestXml(xml)
  if (typeof sent === 'string') return sent
  const application = await senderOf(sent, rules)
  if (typeof application === 'string') return application
  const isSigned = withDescendants(sent).some(({ localName }) => localName === 'Signature')
  const root = isSigned ? signedRoot(xml, sent, application.signingCertificates) : sent
  if (typeof root === 'string') return root
  // Only what was signed is read on; it has to be of the same sender.
  const signer = await senderOf(root, rules)
  if (typeof signer === 'string' || signer.systemId !== application.systemId) return 'unknown issuer'
  return checked(root, application, rules, { relayState: form.RelayState, isSigned })
}

/** A few bytes can inflate to gigabytes, hence the limit. */
function inflated(packed: string): string {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: REQUEST_MAX }).toString()
  } catch {
    return ''
  }
}

function readRequestXml(xml: string): XmlElement | string {
  const root = xml.length > REQUEST_MAX ? undefined : readXml(xml)
  if (!root) return 'no well-formed XML, or too large'
  return root.localName === 'AuthnRequest' && root.namespaceURI === PROTOCOL ? root : 'not an AuthnRequest'
}

async function senderOf(root: XmlElement, { find }: RequestRules): Promise<SamlApplication | string> {
  const [issuer, ...others] = childrenNamed(root, ASSERTION, 'Issuer')
  if (!issuer || others.length > 0) return 'no issuer'
  return (await find(issuer.textContent.trim())) ?? 'unknown issuer'
}

const hashes = new Map([
  [RSA_SHA256, 'sha256'],
  [RSA_SHA512, 'sha512'],
])

function signatureProblem(
  signed: string,
  signature: string,
  algorithm: string | null,
  { signingCertificates }: SamlApplication,
): string | null {
  const hash = hashes.get(algorithm ?? '')
  if (hash === undefined) return 'weak algorithm'
  const bytes = Buffer.from(signature, 'base64')
  const isValid = signingCertificates.some((pem) =>
    verify(hash, Buffer.from(signed), new X509Certificate(pem).publicKey, bytes),
  )
  return isValid ? null : 'invalid signature'
}

const isTrue = (root: XmlElement, name: string) => ['true', '1'].includes(attributeOf(root, name) ?? '')

interface SentWith {
  relayState: string | null
  isSigned: boolean
}

function checked(root: XmlElement, application: SamlApplication, rules: RequestRules, sent: SentWith): ReadRequest {
  const problem = contentProblem(root, application, rules, sent)
  if (problem !== null) return problem
  const value = (name: string) => attributeOf(root, name) ?? ''
  const acsUrl = acsUrlFor(application, value('AssertionConsumerServiceURL'), value('AssertionConsumerServiceIndex'))
  if (acsUrl === undefined) return 'unregistered assertion consumer service'
  const contexts = contextsIn(root)
  if (contexts.some((names) => names.length === 0 || names.includes(''))) return 'names no context'
  const [policy] = childrenNamed(root, PROTOCOL, 'NameIDPolicy')
  return {
    application,
    request: {
      id: value('ID'),
      acsUrl,
      relayState: sent.relayState,
      forcesSignIn: isTrue(root, 'ForceAuthn'),
      isPassive: isTrue(root, 'IsPassive'),
      nameIdFormat: attributeOf(policy, 'Format') ?? '',
      authnContexts: contexts.flat(),
    },
  }
}

/** The contexts that are requested, by class or by declaration. */
const contextsIn = (root: XmlElement): string[][] =>
  childrenNamed(root, PROTOCOL, 'RequestedAuthnContext').map((requested) =>
    childrenOf(requested).map(({ textContent }) => textContent.trim()),
  )

function contentProblem(
  root: XmlElement,
  { requiresSignedRequests }: SamlApplication,
  { signOnUrl, now }: RequestRules,
  { relayState, isSigned }: SentWith,
): string | null {
  const value = (name: string) => attributeOf(root, name) ?? ''
  if (requiresSignedRequests && !isSigned) return 'not signed'
  // A signed request without a destination could have been meant for another identity provider.
  if (value('Destination') !== signOnUrl && (isSigned || value('Destination') !== '')) return 'wrong destination'
  if (value('Version') !== '2.0' || !/^[A-Za-z_][\w.-]{0,255}$/.test(value('ID'))) return 'wrong version or ID'
  const age = Math.abs(Date.parse(value('IssueInstant')) - now.getTime())
  if (!(age <= CLOCK_SKEW_MS)) return 'too old, or of the future'
  if (!['', POST_BINDING].includes(value('ProtocolBinding'))) return 'wants its response by another binding'
  return Buffer.byteLength(relayState ?? '') > RELAY_STATE_MAX ? 'RelayState too long' : null
}

/** The registered address that a request names, or the default; undefined for any other address. */
function acsUrlFor({ acs }: SamlApplication, url: string, index: string): string | undefined {
  if (url !== '') return acs.find((one) => one.url === url)?.url
  return index === '' ? acs[0]?.url : acs.find((one) => one.index === index)?.url
}
