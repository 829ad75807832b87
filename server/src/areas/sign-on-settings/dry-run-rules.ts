import { X509Certificate } from 'node:crypto'
import type { SignOnCheck, SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import type { StoredSettings } from './stored-settings.ts'

/** What would be sent, before it is encoded. */
export interface DryRunStatement {
  /** Null: the user has no name for the application; '': a random one is made, at the first sign-on or at each. */
  name: string | null
  nameFormat: string | null
  attributes: Readonly<Record<string, readonly string[]>>
  account: string | null
}

export interface DryRunFacts {
  pages: SignOnDryRun['pages']
  settings: StoredSettings
  /** True where the pages of the system open by SAML only. */
  isSamlPost: boolean
  statement: DryRunStatement | null
  /** When the certificate of the key that signs now ends; null: there is none. */
  signsUntil: Date | null
  now: Date
}

type Check = SignOnDryRun['checks'][number]
const check = (checkCd: SignOnCheck, passedFlg: boolean, detailTxt = ''): Check => ({ checkCd, passedFlg, detailTxt })

/** What decides whether the user gets in, in the order in which it is explained: the portal's part, then the other side's. */
export function dryRunChecks(facts: DryRunFacts): Check[] {
  const { pages, settings, isSamlPost, statement } = facts
  const open = pages.filter(({ visibleFlg, linkEnabledFlg }) => visibleFlg && linkEnabledFlg)
  const permission = check('PERMISSION', open.length > 0, open[0]?.pageNm)
  // Pages of other systems without single sign-on are plain addresses, which need no settings.
  if (settings.protocol === 'none') return isSamlPost ? [permission, check('SETTINGS', false)] : [permission]
  const begin = [permission, check('SETTINGS', true)]
  if (!statement) return begin
  const { name, attributes } = statement
  const empty = Object.keys(settings.attributes).filter((attribute) => (attributes[attribute] ?? []).length === 0)
  return [
    ...begin,
    check('NAME', name !== null, name ?? ''),
    ...(settings.protocol === 'saml' ? [formatCheck(settings, name)] : []),
    check('ATTRIBUTES', empty.length === 0, empty.join(', ')),
    ...(settings.protocol === 'saml' ? samlChecks(facts) : []),
  ]
}

/** Applications refuse an email address that is none. */
const formatCheck = ({ nameIdFormat }: StoredSettings, name: string | null) =>
  check('NAME_FORMAT', nameIdFormat !== 'emailAddress' || name === null || /^\S+@\S+$/.test(name))

function samlChecks({ settings, signsUntil, now }: DryRunFacts): Check[] {
  const { requiresSignedRequests, signingCertificates, encryptionCertificate } = settings
  const checks = [check('SIGNATURE', signsUntil === null || signsUntil > now)]
  if (requiresSignedRequests)
    checks.push(
      check(
        'REQUEST_CERTIFICATE',
        signingCertificates.some((pem) => isValidAt(pem, now)),
      ),
    )
  if (encryptionCertificate !== null) checks.push(check('ENCRYPTION', isValidAt(encryptionCertificate, now)))
  return checks
}

/** True while a certificate (PEM) counts. */
export function isValidAt(pem: string, now: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(pem)
  return validFromDate <= now && now < validToDate
}
