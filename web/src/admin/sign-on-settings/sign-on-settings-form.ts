import * as z from 'zod/mini'
import {
  METADATA_MAX,
  nameIdFormatCodes,
  nameSources,
  signOnFacts,
  signOnProtocols,
} from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { optionalText } from '../../patterns/field-schemas.ts'

const LINES_MAX = 100_000

/** Attributes as lines: a name, '=', a fact. */
const attributeLines = z
  .string()
  .check(z.refine((text) => linesOf(text).every((line) => attributeOf(line) !== undefined), 'sso_attributes_invalid'))

/** Field names of the call, so that its errors find their fields. Lists are lines of text. */
export const settingsFields = z.object({
  protocolCd: z.enum(signOnProtocols),
  nameSourceCd: z.enum(nameSources),
  attributeList: attributeLines,
  metadataTxt: optionalText(METADATA_MAX),
  entityIdTxt: optionalText(4000),
  acsList: optionalText(LINES_MAX),
  audienceTxt: optionalText(4000),
  nameIdFormatCd: z.enum(nameIdFormatCodes),
  signedRequestsFlg: z.boolean(),
  signingCertificateList: optionalText(LINES_MAX),
  encryptionCertificateTxt: optionalText(20_000),
  formOriginList: optionalText(LINES_MAX),
  publicClientFlg: z.boolean(),
  redirectUrlList: optionalText(LINES_MAX),
  backChannelLogoutUrlTxt: optionalText(4000),
  browserLogoutUrl: optionalText(2000),
})
export type SettingsFields = z.output<typeof settingsFields>

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function attributeOf(line: string) {
  const at = line.lastIndexOf('=')
  const factCd = signOnFacts.find((fact) => fact === line.slice(at + 1).trim())
  const attributeNm = line.slice(0, at).trim()
  return at > 0 && factCd && attributeNm !== '' ? { attributeNm, factCd } : undefined
}

/** A row of the table of claims: the name that is sent, and the fact; '' while none is entered. */
export interface ClaimRow {
  name: string
  fact: string
}

/** Between name and fact of a line. */
const SEPARATOR = ' = '

/** The lines of a form as rows, also those that are not complete yet. */
export const claimRows = (lines: string): ClaimRow[] =>
  lines === ''
    ? []
    : lines.split('\n').map((line) => {
        const at = line.lastIndexOf(SEPARATOR)
        return at < 0 ? { name: line, fact: '' } : { name: line.slice(0, at), fact: line.slice(at + SEPARATOR.length) }
      })

/** The opposite. */
export const claimLines = (rows: readonly ClaimRow[]): string =>
  rows.map(({ name, fact }) => name + SEPARATOR + fact).join('\n')

export const signOnFieldsOf = (settings: SignOnSettings): SettingsFields => ({
  protocolCd: settings.protocolCd,
  nameSourceCd: settings.nameSourceCd,
  attributeList: claimLines(
    settings.attributeList.map(({ attributeNm, factCd }) => ({ name: attributeNm, fact: factCd })),
  ),
  metadataTxt: '',
  entityIdTxt: settings.entityIdTxt ?? '',
  acsList: settings.acsList.map(({ urlTxt, indexTxt }) => `${urlTxt} ${indexTxt}`.trim()).join('\n'),
  audienceTxt: settings.audienceTxt ?? '',
  nameIdFormatCd: settings.nameIdFormatCd,
  signedRequestsFlg: settings.signedRequestsFlg,
  signingCertificateList: settings.signingCertificateList.join('\n'),
  encryptionCertificateTxt: settings.encryptionCertificateTxt ?? '',
  formOriginList: settings.formOriginList.join('\n'),
  publicClientFlg: settings.publicClientFlg,
  redirectUrlList: settings.redirectUrlList.join('\n'),
  backChannelLogoutUrlTxt: settings.backChannelLogoutUrlTxt ?? '',
  browserLogoutUrl: settings.browserLogoutUrl ?? '',
})

/** Certificates in PEM stand one after another; any other text is one that the server refuses. */
const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? (text.trim() === '' ? [] : [text])

/** The request body: fields of the chosen protocol, and the version that was read. */
export function settingsChange(
  { version, systemVersion }: Pick<SignOnSettings, 'version' | 'systemVersion'>,
  values: SettingsFields,
) {
  const { protocolCd, nameSourceCd, browserLogoutUrl } = values
  const ofAny = { protocolCd, browserLogoutUrl, systemVersion, version }
  const attributeList = linesOf(values.attributeList).flatMap((line) => attributeOf(line) ?? [])
  const common = { ...ofAny, nameSourceCd, attributeList }
  if (protocolCd === 'none') return ofAny
  if (protocolCd === 'oidc')
    return {
      ...common,
      publicClientFlg: values.publicClientFlg,
      redirectUrlList: linesOf(values.redirectUrlList),
      backChannelLogoutUrlTxt: values.backChannelLogoutUrlTxt,
    }
  return {
    ...common,
    ...(values.metadataTxt !== '' && { metadataTxt: values.metadataTxt }),
    entityIdTxt: values.entityIdTxt,
    acsList: linesOf(values.acsList).map((line) => {
      const [urlTxt = '', indexTxt = ''] = line.split(/\s+/)
      return { urlTxt, indexTxt: indexTxt.slice(0, 10) }
    }),
    audienceTxt: values.audienceTxt,
    nameIdFormatCd: values.nameIdFormatCd,
    signedRequestsFlg: values.signedRequestsFlg,
    signingCertificateList: certificatesIn(values.signingCertificateList),
    encryptionCertificateTxt: values.encryptionCertificateTxt,
    formOriginList: linesOf(values.formOriginList),
  }
}
