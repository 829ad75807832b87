import type { X509Certificate } from 'node:crypto'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { MessageRef, sentences } from '../../../http/sentences.ts'
import { certificatesIn, METADATA, readEntity } from '../saml/entity-metadata.ts'
import { attributeOf, childrenNamed, type XmlElement } from '../saml/xml-document.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const FORMAT = 'urn:oasis:names:tc:SAML:'

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
export function readProviderMetadata(text: string, now: Date, ourEntityId: string): ProviderMetadata | MessageRef {
  const described = readEntity(
    text,
    { role: 'IDPSSODescriptor', missing: sentences.metadata_fault_no_provider },
    ourEntityId,
  )
  if (described instanceof MessageRef) return described
  const { entityId, descriptor: provider } = described
  if (attributeOf(provider, 'WantAuthnRequestsSigned') === 'true') return sentences.metadata_fault_signed_requests
  const signOnUrl = signOnAddressOf(provider)
  if (signOnUrl === undefined) return sentences.metadata_fault_no_redirect
  if (!isSafeAddress(signOnUrl)) return sentences.metadata_fault_not_https
  const certificates = certificatesOf(provider, now)
  if (certificates instanceof MessageRef) return certificates
  const nameIdFormat = formatOf(provider)
  if (nameIdFormat?.endsWith(':transient')) return sentences.metadata_fault_transient
  return { entityId, signOnUrl, certificates, nameIdFormat }
}

/** Returns metadata that state a provider so. */
export function providerMetadataText({ entityId, signOnUrl, certificates, nameIdFormat }: ProviderMetadata): string {
  const keys = certificates.map(
    ({ raw }) => `
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data><X509Certificate>${raw.toString('base64')}</X509Certificate></X509Data>
      </KeyInfo>
    </KeyDescriptor>`,
  )
  const format = nameIdFormat === null ? '' : `\n    <NameIDFormat>${escapeHtml(nameIdFormat)}</NameIDFormat>`
  return `<EntityDescriptor xmlns="${METADATA}" entityID="${escapeHtml(entityId)}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${format}
    <SingleSignOnService Binding="${REDIRECT}" Location="${escapeHtml(signOnUrl)}"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`
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

function certificatesOf(provider: XmlElement, now: Date): X509Certificate[] | MessageRef {
  const found = certificatesIn(provider, 'signing')
  if (found instanceof MessageRef) return found
  const [current] = found
  if (!current) return sentences.metadata_fault_no_certificate
  if (found.length > 2) return sentences.metadata_fault_certificates
  if (current.validToDate <= now)
    return sentences.metadata_fault_expired({ date: current.validToDate.toISOString().slice(0, 10) })
  return found
}

/** Returns the preferred name ID format that the provider offers; null leaves the choice to it. */
function formatOf(provider: XmlElement): string | null {
  const offered = childrenNamed(provider, METADATA, 'NameIDFormat').map(({ textContent }) => textContent.trim())
  const wanted = [`${FORMAT}2.0:nameid-format:persistent`, `${FORMAT}1.1:nameid-format:emailAddress`]
  const best = wanted.find((one) => offered.includes(one)) ?? offered.find((one) => !one.endsWith(':transient'))
  if (best?.endsWith(':unspecified')) return null
  return best ?? offered[0] ?? null
}
