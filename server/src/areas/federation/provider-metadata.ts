import { X509Certificate } from 'node:crypto'
import { attributeOf, childrenNamed, readXml, withDescendants, type XmlElement } from './xml-document.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const FORMAT = 'urn:oasis:names:tc:SAML:'
const LEAST_BITS = 2048

/** The content of a provider's metadata file. */
export interface ProviderMetadata {
  entityId: string
  signOnUrl: string
  /** Newest first: the current certificate, and the one before it while both are in use. */
  certificates: readonly X509Certificate[]
  nameIdFormat: string | null
}

/**
 * Parses a metadata file, or returns what is wrong with it. Metadata is uploaded as a file; nothing is fetched.
 * @param ourEntityId The entity ID of the portal, which no provider may have.
 */
export function readProviderMetadata(text: string, now: Date, ourEntityId: string): ProviderMetadata | string {
  const entity = entityIn(text)
  if (typeof entity === 'string') return entity
  const entityId = attributeOf(entity, 'entityID') ?? ''
  const [provider] = childrenNamed(entity, METADATA, 'IDPSSODescriptor')
  if (entityId === '' || !provider) return 'it does not describe an identity provider'
  const wrongName = whyNotEntityId(entityId, ourEntityId)
  if (wrongName !== null) return wrongName
  if (attributeOf(provider, 'WantAuthnRequestsSigned') === 'true')
    return 'the provider wants signed requests, which this portal does not send: turn that off there'
  const signOnUrl = signOnAddressOf(provider)
  if (signOnUrl === undefined) return 'the provider offers no single sign-on by HTTP-Redirect'
  if (!isSafeAddress(signOnUrl)) return 'the address of its single sign-on is not https'
  const certificates = certificatesOf(provider, now)
  if (typeof certificates === 'string') return certificates
  const nameIdFormat = formatOf(provider)
  if (nameIdFormat?.endsWith(':transient'))
    return 'the provider names people anew at every sign-in (transient): choose persistent, e-mail address or unspecified there'
  return { entityId, signOnUrl, certificates, nameIdFormat }
}

/** SAML 2.0 Core, 8.3.6: a URI of at most 1024 characters; an address or a URN. */
const isEntityId = (text: string): boolean =>
  text.length <= 1024 && /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text)

function whyNotEntityId(entityId: string, ourEntityId: string): string | null {
  if (!isEntityId(entityId)) return 'its entity ID is no URI of at most 1024 characters'
  return entityId === ourEntityId ? 'it has the entity ID of this portal' : null
}

function entityIn(text: string): XmlElement | string {
  const root = readXml(text.replace(/^\uFEFF/, ''))
  if (!root) return 'it is no well-formed XML, or holds a DOCTYPE, CDATA or instructions, which are refused'
  const [entity, ...others] = withDescendants(root).filter((one) => one.localName === 'EntityDescriptor')
  const isOne = entity?.namespaceURI === METADATA && others.length === 0
  return isOne ? entity : 'it does not describe exactly one SAML entity'
}

function signOnAddressOf(provider: XmlElement): string | undefined {
  const services = childrenNamed(provider, METADATA, 'SingleSignOnService')
  return attributeOf(
    services.find((one) => attributeOf(one, 'Binding') === REDIRECT),
    'Location',
  )
}

/** True of https addresses, and of any address on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname))
}

function certificatesOf(provider: XmlElement, now: Date): X509Certificate[] | string {
  const keys = childrenNamed(provider, METADATA, 'KeyDescriptor').filter(
    (one) => attributeOf(one, 'use') !== 'encryption',
  )
  const texts = keys.flatMap((key) => withDescendants(key).filter((one) => one.localName === 'X509Certificate'))
  const found = [...new Set(texts.map(({ textContent }) => textContent.replaceAll(/\s/g, '')))].map(parseCertificate)
  if (found.some((one) => one === undefined)) return 'a certificate cannot be read'
  const certificates = found
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.validFromDate.getTime() - a.validFromDate.getTime())
  const [current] = certificates
  if (!current) return 'there is no certificate to check signatures by'
  if (certificates.length > 2) return 'there are more than two certificates to check signatures by'
  if (current.validToDate <= now) return `its certificate has expired on ${current.validToDate.toISOString()}`
  const isGood = ({ publicKey }: X509Certificate) =>
    publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS
  if (!certificates.every(isGood)) return `a key is not RSA with at least ${LEAST_BITS} bits`
  return certificates
}

function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return undefined
  }
}

/** Returns the preferred name ID format that the provider offers; null leaves the choice to it. */
function formatOf(provider: XmlElement): string | null {
  const offered = childrenNamed(provider, METADATA, 'NameIDFormat').map(({ textContent }) => textContent.trim())
  const wanted = [`${FORMAT}2.0:nameid-format:persistent`, `${FORMAT}1.1:nameid-format:emailAddress`]
  const best = wanted.find((one) => offered.includes(one)) ?? offered.find((one) => !one.endsWith(':transient'))
  if (best?.endsWith(':unspecified')) return null
  return best ?? offered[0] ?? null
}
