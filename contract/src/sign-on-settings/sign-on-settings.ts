import * as z from 'zod/mini'
import { logoutAddressFields } from '../catalog/catalog-records.ts'
import { exactText, Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import {
  METADATA_MAX,
  nameIdFormatCodes,
  nameSources,
  SETTINGS_LIST_MAX,
  signOnFacts,
  signOnProtocols,
} from './sign-on-codes.ts'
import { ExplainedPage, TileUser } from '../tile-access/tile-access.ts'

const area = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}/sign-on-settings'
const guard = admin('Database Maintenance', { staffOnly: true })
/** Requires a fresh sign-in: the call decides who receives facts of users, and where they are sent. */
const freshGuard = admin('Database Maintenance', { staffOnly: true, freshSignIn: true })

const OneSystem = z.strictObject({ uid: Id, appSystemId: Id })
/** Longer than an address may be, so that the rules refuse with their own sentences. */
const SentText = text(4000)
const SentList = z.array(SentText).check(z.maxLength(SETTINGS_LIST_MAX))
/** PEM, or the base64 text of metadata. */
const SentCertificate = text(20_000)

/** What an application needs to know of the portal. */
export const PortalAddresses = z.object({
  /** Address of the portal's SAML metadata, which is its entity ID too. */
  metadataUrl: z.string(),
  signOnUrl: z.string(),
  /** Issuer of OpenID Connect; discovery is below it. */
  issuerUrl: z.string(),
})
export type PortalAddresses = z.output<typeof PortalAddresses>

export const SignOnSystem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  protocolCd: z.enum(signOnProtocols),
  /** Entity ID or client ID; null without one. */
  applicationIdTxt: z.nullable(z.string()),
})
export type SignOnSystem = z.output<typeof SignOnSystem>

export const listSignOnSystems = endpoint({
  name: 'listSignOnSystems',
  method: 'GET',
  path: area,
  guard,
  params: OwnUid,
  data: z.object({ portal: PortalAddresses, systems: z.array(SignOnSystem) }),
})

const attributes = z.array(z.object({ attributeNm: z.string(), factCd: z.enum(signOnFacts) }))

/** What an application gets of a user who opens it; never a secret. */
export const SignOnSettings = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  protocolCd: z.enum(signOnProtocols),
  /** The name by which the application knows a user. */
  nameSourceCd: z.enum(nameSources),
  /** SAML attributes or OpenID Connect claims, each with the fact that it carries. */
  attributeList: attributes,
  entityIdTxt: z.nullable(z.string()),
  /** Assertion consumer services for HTTP-POST; the first one is the default. */
  acsList: z.array(z.object({ urlTxt: z.string(), indexTxt: z.string() })),
  /** Null: the entity ID. */
  audienceTxt: z.nullable(z.string()),
  nameIdFormatCd: z.enum(nameIdFormatCodes),
  signedRequestsFlg: YesNo,
  signingCertificateList: z.array(z.string()),
  /** Null: assertions are not encrypted. */
  encryptionCertificateTxt: z.nullable(z.string()),
  /** Origins to which the application redirects the posted form. */
  formOriginList: z.array(z.string()),
  clientIdTxt: z.nullable(z.string()),
  /** 'Y': the application has no secret. */
  publicClientFlg: YesNo,
  redirectUrlList: z.array(z.string()),
  backChannelLogoutUrlTxt: z.nullable(z.string()),
  ...logoutAddressFields,
  version: z.int(),
  /** Version of the system itself, which keeps the logout address. */
  systemVersion: z.int(),
})
export type SignOnSettings = z.output<typeof SignOnSettings>

export const getSignOnSettings = endpoint({
  name: 'getSignOnSettings',
  method: 'GET',
  path: `${area}/{appSystemId}`,
  guard,
  params: OneSystem,
  data: SignOnSettings,
})

export const saveSignOnSettings = endpoint({
  name: 'saveSignOnSettings',
  method: 'POST',
  path: `${area}/{appSystemId}`,
  guard: freshGuard,
  params: OneSystem,
  body: z.strictObject({
    protocolCd: z.enum(signOnProtocols),
    nameSourceCd: z.optional(z.enum(nameSources)),
    attributeList: z.optional(
      z
        .array(z.strictObject({ attributeNm: SentText, factCd: z.enum(signOnFacts) }))
        .check(z.maxLength(SETTINGS_LIST_MAX)),
    ),
    /** The application's SAML metadata. */
    metadataTxt: z.optional(exactText(METADATA_MAX)),
    entityIdTxt: z.optional(SentText),
    acsList: z.optional(
      z
        .array(z.strictObject({ urlTxt: SentText, indexTxt: z.optional(text(10)) }))
        .check(z.maxLength(SETTINGS_LIST_MAX)),
    ),
    audienceTxt: z.optional(z.nullable(SentText)),
    nameIdFormatCd: z.optional(z.enum(nameIdFormatCodes)),
    signedRequestsFlg: z.optional(YesNo),
    signingCertificateList: z.optional(z.array(SentCertificate).check(z.maxLength(SETTINGS_LIST_MAX))),
    encryptionCertificateTxt: z.optional(z.nullable(SentCertificate)),
    formOriginList: z.optional(SentList),
    publicClientFlg: z.optional(YesNo),
    redirectUrlList: z.optional(SentList),
    backChannelLogoutUrlTxt: z.optional(z.nullable(SentText)),
    /** Where the browser signs out, whatever the protocol; null or '' clears. */
    browserLogoutUrl: z.optional(z.nullable(SentText)),
    /** The version of the system that the caller has read; with another one the logout address is not changed. */
    systemVersion: z.optional(Id),
    /** The version that the caller has read; with another one the call is refused. */
    version: z.optional(z.int().check(z.minimum(0))),
  }),
  data: z.object({
    settings: SignOnSettings,
    /** Of a client that has just got its first secret; stated this once. */
    clientSecretTxt: z.nullable(z.string()),
  }),
})

export const makeClientSecret = endpoint({
  name: 'makeClientSecret',
  method: 'POST',
  path: `${area}/{appSystemId}/client-secret`,
  guard: freshGuard,
  params: OneSystem,
  data: z.object({ clientSecretTxt: z.string(), version: z.int() }),
})

/** What a sign-on needs on both sides, in the order in which it is explained. */
export const signOnChecks = [
  'PERMISSION',
  'SETTINGS',
  'NAME',
  'NAME_FORMAT',
  'ATTRIBUTES',
  'SIGNATURE',
  'REQUEST_CERTIFICATE',
  'ENCRYPTION',
] as const
export type SignOnCheck = (typeof signOnChecks)[number]

/** What an application would get of a user, and what it will find. */
export const SignOnDryRun = z.object({
  user: TileUser,
  systemNm: z.string(),
  protocolCd: z.enum(signOnProtocols),
  /** Pages of the application, with what every gate says to the user. */
  pages: z.array(ExplainedPage),
  checks: z.array(
    z.object({
      checkCd: z.enum(signOnChecks),
      passedFlg: YesNo,
      /** What the check is about, such as names of attributes without a value; '' for nothing. */
      detailTxt: z.string(),
    }),
  ),
  /** Null where nothing would be sent. */
  sent: z.nullable(
    z.object({
      /** NameID or sub; null: a random one is made at the first sign-on. */
      nameTxt: z.nullable(z.string()),
      /** Format of the NameID; null for OpenID Connect. */
      nameFormatTxt: z.nullable(z.string()),
      issuerTxt: z.string(),
      audienceTxt: z.string(),
      /** Assertion consumer service or redirect address. */
      recipientUrlTxt: z.string(),
      notBeforeDt: Instant,
      notOnOrAfterDt: Instant,
      encryptedFlg: YesNo,
      /** The account in the system that is named; null: none. */
      accountNm: z.nullable(z.string()),
      attributes: z.array(z.object({ attributeNm: z.string(), valueList: z.array(z.string()) })),
    }),
  ),
})
export type SignOnDryRun = z.output<typeof SignOnDryRun>

export const dryRunSignOn = endpoint({
  name: 'dryRunSignOn',
  method: 'POST',
  path: `${area}/{appSystemId}/dry-run`,
  guard: admin(['User Administration', 'Database Maintenance']),
  params: OneSystem,
  body: z.strictObject({ userId: Id }),
  data: SignOnDryRun,
})

export const summaries = {
  listSignOnSystems: 'Every system with its single sign-on protocol, and what applications need to know of the portal',
  getSignOnSettings: 'The single sign-on settings of a system; version 0 where it has none yet',
  saveSignOnSettings:
    'Set the single sign-on of a system, and where the browser signs out of it. Settings of the other protocol are kept. Metadata replaces what it states: entity ID, addresses, format and certificates.',
  makeClientSecret:
    'Give an OpenID Connect application a new secret, stated this once; the former one no longer counts',
  dryRunSignOn:
    'What the application would get of a user of the administrator’s scope, decoded and checked; nothing is issued or sent, and only the audit event is stored',
}
