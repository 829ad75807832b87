import type { X509Certificate } from 'node:crypto'
import type { nameIdFormatCodes } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import { MessageRef, sentences } from '../../http/sentences.ts'
import {
  attributeOf,
  certificatesIn,
  childrenNamed,
  METADATA,
  readEntity,
  withDescendants,
  type XmlElement,
} from '../federation/public.ts'
import { type AcsAddress, ENCRYPTION_ALGORITHMS, nameIdFormats, POST_BINDING } from '../single-sign-on/public.ts'

/** What an application's metadata states. */
export interface ApplicationMetadata {
  entityId: string
  /** The default one first. */
  acs: AcsAddress[]
  /** Null: the application names none. */
  nameIdFormat: (typeof nameIdFormatCodes)[number] | null
  requiresSignedRequests: boolean
  /** PEM. */
  signingCertificates: string[]
  /** Null: the application wants assertions that are not encrypted. */
  encryption: { certificate: string; algorithm: string } | null
}

/**
 * Parses an application's metadata, or returns what is wrong with it. Nothing is fetched.
 * @param ourEntityId The entity ID of the portal, which no application may have.
 */
export function readApplicationMetadata(
  text: string,
  now: Date,
  ourEntityId: string,
): ApplicationMetadata | MessageRef {
  const described = readEntity(
    text,
    { role: 'SPSSODescriptor', missing: sentences.metadata_fault_no_application },
    ourEntityId,
  )
  if (described instanceof MessageRef) return described
  const { entityId, descriptor } = described
  const acs = acsOf(descriptor)
  if (acs.length === 0) return sentences.metadata_fault_no_post
  const format = formatOf(descriptor)
  if (format === undefined) return sentences.metadata_fault_name_format
  const signing = certificatesIn(descriptor, 'signing')
  if (signing instanceof MessageRef) return signing
  const encryption = encryptionOf(descriptor, now)
  if (encryption instanceof MessageRef) return encryption
  return {
    entityId,
    acs,
    nameIdFormat: format,
    requiresSignedRequests: attributeOf(descriptor, 'AuthnRequestsSigned') === 'true',
    signingCertificates: signing.map(String),
    encryption,
  }
}

function acsOf(descriptor: XmlElement): ApplicationMetadata['acs'] {
  const services = childrenNamed(descriptor, METADATA, 'AssertionConsumerService').filter(
    (one) => attributeOf(one, 'Binding') === POST_BINDING,
  )
  const isDefault = (one: XmlElement) => attributeOf(one, 'isDefault') === 'true'
  return [...services.filter(isDefault), ...services.filter((one) => !isDefault(one))].map((one) => ({
    url: attributeOf(one, 'Location') ?? '',
    index: attributeOf(one, 'index') ?? '',
  }))
}

/**
 * Returns the first format that both sides know; null where the application names none, undefined where they share
 * none.
 */
function formatOf(descriptor: XmlElement): ApplicationMetadata['nameIdFormat'] | undefined {
  const offered = childrenNamed(descriptor, METADATA, 'NameIDFormat').map(({ textContent }) => textContent.trim())
  if (offered.length === 0) return null
  const known = Object.entries(nameIdFormats) as [keyof typeof nameIdFormats, string][]
  return offered.flatMap((urn) => known.filter(([, ours]) => ours === urn).map(([code]) => code))[0]
}

function encryptionOf(descriptor: XmlElement, now: Date): ApplicationMetadata['encryption'] | MessageRef {
  const isForEncryption = (one: XmlElement) => attributeOf(one, 'use') === 'encryption'
  const keys = childrenNamed(descriptor, METADATA, 'KeyDescriptor').filter(isForEncryption)
  if (keys.length === 0) return null
  const certificates = certificatesIn(descriptor, 'encryption')
  if (certificates instanceof MessageRef) return certificates
  const isValid = ({ validFromDate, validToDate }: X509Certificate) => validFromDate <= now && validToDate > now
  const certificate = certificates.find(isValid)
  if (!certificate) return sentences.metadata_fault_encryption_certificate
  const wanted = keys
    .flatMap((key) => withDescendants(key).filter(({ localName }) => localName === 'EncryptionMethod'))
    .map((one) => attributeOf(one, 'Algorithm') ?? '')
    .filter((algorithm) => !algorithm.includes('rsa-'))
  const algorithm = ENCRYPTION_ALGORITHMS.find((one) => wanted.length === 0 || wanted.includes(one))
  return algorithm === undefined
    ? sentences.metadata_fault_encryption
    : { certificate: certificate.toString(), algorithm }
}
