import { X509Certificate } from 'node:crypto'
import type { SignOnCheck, SignOnTrial } from '@portico/contract/sign-on-settings.ts'
import type { StoredSettings } from './stored-settings.ts'

/** What would be sent, before it is encoded. */
export interface TrialStatement {
  /** Null: the user has no name for the application; '': a random one is made at the first sign-on. */
  name: string | null
  nameFormat: string | null
  attributes: Readonly<Record<string, readonly string[]>>
  account: string | null
}

export interface TrialFacts {
  pages: SignOnTrial['pages']
  settings: StoredSettings
  hasSecret: boolean
  statement: TrialStatement | null
  /** When the certificate of the key that signs now ends; null: there is none. */
  signsUntil: Date | null
  now: Date
}

type Check = SignOnTrial['checks'][number]
const check = (checkCd: SignOnCheck, passedFlg: boolean, detailTxt = ''): Check => ({ checkCd, passedFlg, detailTxt })

/** What decides whether the user gets in, in the order in which it is explained: the portal's part, then the other side's. */
export function trialChecks(facts: TrialFacts): Check[] {
  const { pages, settings, statement } = facts
  const open = pages.filter(({ visibleFlg, linkEnabledFlg }) => visibleFlg && linkEnabledFlg)
  const begin = [check('PERMISSION', open.length > 0, open[0]?.pageNm), check('SETTINGS', settings.protocol !== 'none')]
  if (!statement || settings.protocol === 'none') return begin
  const { name, attributes } = statement
  const empty = Object.keys(settings.attributes).filter((attribute) => (attributes[attribute] ?? []).length === 0)
  return [
    ...begin,
    check('NAME', name !== null, name ?? ''),
    ...(settings.protocol === 'saml' ? [formatCheck(settings, name)] : []),
    check('ATTRIBUTES', empty.length === 0, empty.join(', ')),
    ...(settings.protocol === 'saml' ? samlChecks(facts) : openIdChecks(facts)),
  ]
}

/** Applications refuse an email address that is none. */
const formatCheck = ({ nameIdFormat }: StoredSettings, name: string | null) =>
  check('NAME_FORMAT', nameIdFormat !== 'emailAddress' || name === null || /^\S+@\S+$/.test(name), nameIdFormat)

function samlChecks({ settings, signsUntil, now }: TrialFacts): Check[] {
  const { entityId, audience, acs, requiresSignedRequests, signingCertificates, encryptionCertificate } = settings
  const checks = [
    check('AUDIENCE', audience === null || audience === entityId, audience ?? entityId ?? ''),
    check('RECIPIENT', acs.length > 0, acs[0]?.url),
    check('SIGNATURE', signsUntil === null || signsUntil > now),
  ]
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

const openIdChecks = ({ settings, hasSecret }: TrialFacts): Check[] => [
  check('AUDIENCE', settings.clientId !== null, settings.clientId ?? ''),
  check('RECIPIENT', settings.redirectAddresses.length > 0, settings.redirectAddresses[0]),
  check('CLIENT_SECRET', true, hasSecret ? 'secret' : 'public'),
]

/** True while a certificate (PEM) counts. */
export function isValidAt(pem: string, now: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(pem)
  return validFromDate <= now && now < validToDate
}
