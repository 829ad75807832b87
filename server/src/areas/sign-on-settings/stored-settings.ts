import type { NameSource, SignOnFact, SignOnProtocol } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { AcsAddress, NameIdFormat } from '../single-sign-on/public.ts'

/** The settings of an application as they are stored, without its secret. */
export interface StoredSettings {
  protocol: SignOnProtocol
  nameSource: NameSource
  attributes: Record<string, SignOnFact>
  entityId: string | null
  acs: AcsAddress[]
  audience: string | null
  nameIdFormat: NameIdFormat
  requiresSignedRequests: boolean
  /** PEM. */
  signingCertificates: string[]
  encryptionCertificate: string | null
  encryptionAlgorithm: string | null
  formOrigins: string[]
  clientId: string | null
  redirectAddresses: string[]
  backChannelLogoutAddress: string | null
}

/** What the settings of a system have to do with the system itself: where the browser signs out of it. */
export interface HeldSystem {
  code: string | null
  logoutTemplate: string | null
  /** Addresses at which the system is registered, without those of the settings. */
  pageAddresses: (string | null)[]
  version: number
  changedAt: Date
  changedByName: string | null
}

export interface HeldSettings {
  systemId: number
  systemName: string
  /** True where the pages of the system open by SAML only. */
  isSamlPost: boolean
  settings: StoredSettings
  hasSecret: boolean
  system: HeldSystem
  /** 0: there are no settings yet. */
  version: number
  changedAt: Date
  changedByName: string | null
}
