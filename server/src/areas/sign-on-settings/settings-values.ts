import { createHash } from 'node:crypto'
import type { saveSignOnSettings, SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import type { z } from 'zod'
import { logoutAddressView } from '../logout-chain/public.ts'
import { ENCRYPTION_ALGORITHMS } from '../single-sign-on/public.ts'
import type { ApplicationMetadata } from './application-metadata.ts'
import type { SignOnDraft, SignOnField } from './application-rules.ts'
import type { HeldSettings, HeldSystem, StoredSettings } from './stored-settings.ts'

export type SentSettings = z.output<typeof saveSignOnSettings.body>

/** Sent fields that are no settings of the protocols. */
export type SentApart = 'metadataTxt' | 'version' | 'browserLogoutUrl' | 'systemVersion'

/** The field of the call behind a setting. */
const fieldNames = {
  attributes: 'attributeList',
  entityId: 'entityIdTxt',
  acs: 'acsList',
  audience: 'audienceTxt',
  signingCertificates: 'signingCertificateList',
  formOrigins: 'formOriginList',
  redirectAddresses: 'redirectUrlList',
  backChannelLogoutAddress: 'backChannelLogoutUrlTxt',
} as const satisfies Record<SignOnField, keyof SentSettings>

const METADATA_FIELDS: readonly SignOnField[] = ['entityId', 'acs', 'signingCertificates']

/** The field of the call that a setting is wrong in: what metadata states is wrong at the metadata. */
export const sentFieldOf = (field: SignOnField, { metadataTxt = '' }: SentSettings): keyof SentSettings =>
  metadataTxt !== '' && METADATA_FIELDS.includes(field) ? 'metadataTxt' : fieldNames[field]

/** An empty text removes a value that may be missing, undefined keeps it. */
const optional = (before: string | null, sent: string | null | undefined): string | null =>
  sent === undefined ? before : sent === '' ? null : sent

/** The settings after a save. Certificates in `sent` are PEM already; fields that are not sent stay as they are. */
export function mergedSettings(
  before: StoredSettings,
  sent: Omit<SentSettings, SentApart>,
  metadata: ApplicationMetadata | undefined,
): StoredSettings {
  const { attributeList: attributes, nameSourceCd } = sent
  const merged: StoredSettings = {
    ...before,
    ...samlAfter(before, sent),
    protocol: sent.protocolCd,
    nameSource: nameSourceCd ?? before.nameSource,
    attributes: attributes
      ? Object.fromEntries(attributes.map(({ attributeNm, factCd }) => [attributeNm, factCd]))
      : before.attributes,
    redirectAddresses: sent.redirectUrlList ?? before.redirectAddresses,
    backChannelLogoutAddress: optional(before.backChannelLogoutAddress, sent.backChannelLogoutUrlTxt),
  }
  return metadata ? { ...merged, ...statedBy(metadata, merged) } : merged
}

const samlAfter = (before: StoredSettings, sent: Omit<SentSettings, SentApart>): Partial<StoredSettings> => ({
  entityId: optional(before.entityId, sent.entityIdTxt),
  acs: sent.acsList?.map(({ urlTxt, indexTxt = '' }) => ({ url: urlTxt, index: indexTxt })) ?? before.acs,
  audience: optional(before.audience, sent.audienceTxt),
  nameIdFormat: sent.nameIdFormatCd ?? before.nameIdFormat,
  requiresSignedRequests: sent.signedRequestsFlg ?? before.requiresSignedRequests,
  signingCertificates: sent.signingCertificateList ?? before.signingCertificates,
  ...encryptionAfter(before, sent.encryptionCertificateTxt),
  formOrigins: sent.formOriginList ?? before.formOrigins,
})

function encryptionAfter(
  { encryptionCertificate, encryptionAlgorithm }: StoredSettings,
  sent: string | null | undefined,
): Pick<StoredSettings, 'encryptionCertificate' | 'encryptionAlgorithm'> {
  const certificate = optional(encryptionCertificate, sent)
  if (certificate === null) return { encryptionCertificate: null, encryptionAlgorithm: null }
  return {
    encryptionCertificate: certificate,
    encryptionAlgorithm: certificate === encryptionCertificate ? encryptionAlgorithm : ENCRYPTION_ALGORITHMS[0],
  }
}

const statedBy = (metadata: ApplicationMetadata, { nameIdFormat }: StoredSettings): Partial<StoredSettings> => ({
  entityId: metadata.entityId,
  acs: metadata.acs,
  nameIdFormat: metadata.nameIdFormat ?? nameIdFormat,
  requiresSignedRequests: metadata.requiresSignedRequests,
  signingCertificates: metadata.signingCertificates,
  encryptionCertificate: metadata.encryption?.certificate ?? null,
  encryptionAlgorithm: metadata.encryption?.algorithm ?? null,
})

/** What the rules look at. `sentAttributes`: as they were sent, because a name may be there twice. */
export const draftOf = (settings: StoredSettings, sentAttributes: SentSettings['attributeList']): SignOnDraft => ({
  ...settings,
  attributes: (sentAttributes ?? attributeList(settings)).map(({ attributeNm, factCd }) => ({
    name: attributeNm,
    fact: factCd,
  })),
  entityId: settings.entityId ?? '',
})

const attributeList = ({ attributes }: StoredSettings) =>
  Object.entries(attributes).map(([attributeNm, factCd]) => ({ attributeNm, factCd }))

/** The settings as administrators read them. */
export const settingsView = (
  {
    systemId,
    systemName,
    settings,
    hasSecret,
    system,
    version,
  }: Pick<HeldSettings, 'systemId' | 'systemName' | 'settings' | 'hasSecret' | 'system' | 'version'>,
  portal: URL,
): SignOnSettings => ({
  systemId,
  systemNm: systemName,
  protocolCd: settings.protocol,
  nameSourceCd: settings.nameSource,
  attributeList: attributeList(settings),
  entityIdTxt: settings.entityId,
  acsList: settings.acs.map(({ url, index }) => ({ urlTxt: url, indexTxt: index })),
  audienceTxt: settings.audience,
  nameIdFormatCd: settings.nameIdFormat,
  signedRequestsFlg: settings.requiresSignedRequests,
  signingCertificateList: settings.signingCertificates,
  encryptionCertificateTxt: settings.encryptionCertificate,
  formOriginList: settings.formOrigins,
  clientIdTxt: settings.clientId,
  publicClientFlg: settings.clientId !== null && !hasSecret,
  redirectUrlList: settings.redirectAddresses,
  backChannelLogoutUrlTxt: settings.backChannelLogoutAddress,
  ...logoutAddressView({ systemId, code: system.code, ...logoutAddressOf(system, settings) }, portal),
  version,
  systemVersion: system.version,
})

/** The logout address of a system, with the addresses at which it is registered by these settings. */
export const logoutAddressOf = (
  { logoutTemplate, pageAddresses }: Pick<HeldSystem, 'logoutTemplate' | 'pageAddresses'>,
  { acs, redirectAddresses }: Pick<StoredSettings, 'acs' | 'redirectAddresses'>,
) => ({ template: logoutTemplate, registered: [...pageAddresses, ...acs.map(({ url }) => url), ...redirectAddresses] })

const fingerprint = (certificate: string) => createHash('sha256').update(certificate).digest('hex')

/** The settings as the audit trail keeps them: fingerprints instead of certificates, and no secret. */
export const auditedSettings = (
  { signingCertificates, encryptionCertificate, ...settings }: StoredSettings,
  hasSecret: boolean,
) => ({
  ...settings,
  signingCertificates: signingCertificates.map(fingerprint),
  encryptionCertificate: encryptionCertificate === null ? null : fingerprint(encryptionCertificate),
  hasSecret,
})
