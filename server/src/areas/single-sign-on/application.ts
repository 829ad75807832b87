import type { NameSource, SignOnFact } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { NameIdFormat } from './saml-names.ts'

/** An assertion consumer service for HTTP-POST. */
export interface AcsAddress {
  url: string
  /** AssertionConsumerServiceIndex; '' without one. */
  index: string
}

/** Where an assertion is encrypted to. */
export interface Encryption {
  /** PEM. */
  certificate: string
  /** Identifier of an AES-GCM mode. */
  algorithm: string
}

/** A SAML application as it is registered. */
export interface SamlApplication {
  systemId: number
  systemName: string
  entityId: string
  /** The first one is the default. */
  acs: readonly AcsAddress[]
  nameIdFormat: NameIdFormat
  nameSource: NameSource
  /** Names of attributes, each with the fact that it carries. */
  attributes: Readonly<Record<string, SignOnFact>>
  audience: string
  requiresSignedRequests: boolean
  /** PEM; several while the application changes its key. */
  signingCertificates: readonly string[]
  encryption: Encryption | null
  /** Origins to which the application redirects the form post. */
  formOrigins: readonly string[]
}
