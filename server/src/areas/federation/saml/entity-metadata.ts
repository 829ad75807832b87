import { X509Certificate } from 'node:crypto'
import { MessageRef, sentences } from '../../../http/sentences.ts'
import { attributeOf, childrenNamed, readXml, withDescendants, type XmlElement } from './xml-document.ts'

export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const LEAST_BITS = 2048

/** What a metadata file describes an entity as. */
interface EntityRole {
  role: 'IDPSSODescriptor' | 'SPSSODescriptor'
  /** What is wrong with a file that describes none. */
  missing: MessageRef
}

/**
 * Returns the one entity of a metadata file with its descriptor of the role, or what is wrong with the file.
 * @param ourEntityId The entity ID of the portal, which nobody else may have.
 */
export function readEntity(
  text: string,
  { role, missing }: EntityRole,
  ourEntityId: string,
): { entityId: string; descriptor: XmlElement } | MessageRef {
  const entity = entityIn(text)
  if (entity instanceof MessageRef) return entity
  const entityId = attributeOf(entity, 'entityID') ?? ''
  const [descriptor] = childrenNamed(entity, METADATA, role)
  if (entityId === '' || !descriptor) return missing
  if (!isEntityId(entityId)) return sentences.metadata_fault_entity_id
  return entityId === ourEntityId ? sentences.metadata_fault_own_entity_id : { entityId, descriptor }
}

/** SAML 2.0 Core, 8.3.6: a URI of at most 1024 characters; an address or a URN. */
export const isEntityId = (text: string): boolean =>
  text.length <= 1024 && /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text)

function entityIn(text: string): XmlElement | MessageRef {
  const root = readXml(text.replace(/^\uFEFF/, ''))
  if (!root) return sentences.metadata_fault_xml
  const [entity, ...others] = withDescendants(root).filter((one) => one.localName === 'EntityDescriptor')
  const isOne = entity?.namespaceURI === METADATA && others.length === 0
  return isOne ? entity : sentences.metadata_fault_entities
}

/** Returns the certificates of a descriptor for one use, the newest first, or what is wrong with one. */
export function certificatesIn(descriptor: XmlElement, use: 'signing' | 'encryption'): X509Certificate[] | MessageRef {
  const keys = childrenNamed(descriptor, METADATA, 'KeyDescriptor').filter((one) =>
    [use, undefined].includes(attributeOf(one, 'use') as typeof use | undefined),
  )
  const texts = keys.flatMap((key) => withDescendants(key).filter((one) => one.localName === 'X509Certificate'))
  return readCertificates(texts.map(({ textContent }) => textContent))
}

/** Parses certificates, PEM or base64 alone: the newest first, each once; or returns what is wrong with one. */
export function readCertificates(texts: readonly string[]): X509Certificate[] | MessageRef {
  const encoded = texts.map((one) => one.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
  const found = [...new Set(encoded)].map(parseCertificate)
  if (found.some((one) => one === undefined)) return sentences.metadata_fault_certificate
  const certificates = found.filter((one) => one !== undefined)
  if (!certificates.every(isStrong)) return sentences.metadata_fault_key({ bits: LEAST_BITS })
  return certificates.toSorted((a, b) => b.validFromDate.getTime() - a.validFromDate.getTime())
}

const isStrong = ({ publicKey }: X509Certificate) =>
  publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS

function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return undefined
  }
}
