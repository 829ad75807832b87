import type { SignOnFact, SignOnProtocol } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { signOnSettingTexts } from '@portico/contract/sign-on-settings/sign-on-setting-texts.ts'
import { isEntityId } from '../federation/public.ts'
import { type AcsAddress, ACTOR_NAME } from '../single-sign-on/public.ts'

/** Most characters of an address, and of an attribute's name. */
const ADDRESS_MAX = 2000
const ATTRIBUTE_NAME_MAX = 250

/** Claims that the protocol or the provider itself sets. */
const RESERVED_CLAIMS: ReadonlySet<string> = new Set(
  'sub iss aud exp nbf iat jti nonce auth_time acr amr azp sid at_hash c_hash s_hash _claim_names _claim_sources cnf act events'.split(
    ' ',
  ),
)

type Text = keyof typeof signOnSettingTexts | 'field_required'
export type SignOnField = Exclude<keyof SignOnDraft, 'protocol' | 'requiresSignedRequests'>
/** A broken value: its field, the text about it and the value itself. */
export interface SignOnIssue {
  field: SignOnField
  text: Text
  value: string
}

/** What the rules look at; for SAML as the metadata or the administrator states it. */
export interface SignOnDraft {
  protocol: SignOnProtocol
  attributes: readonly { name: string; fact: SignOnFact }[]
  entityId: string
  acs: readonly AcsAddress[]
  audience: string | null
  requiresSignedRequests: boolean
  signingCertificates: readonly string[]
  formOrigins: readonly string[]
  redirectAddresses: readonly string[]
  backChannelLogoutAddress: string | null
}

/** True of https addresses, and of http addresses on this machine; without a name, a password or a fragment. */
export function isSignOnAddress(address: string): boolean {
  if (address.length > ADDRESS_MAX || address.includes('#') || /[\s\\]/.test(address)) return false
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
}
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const isOrigin = (text: string): boolean => isSignOnAddress(text) && new URL(text).origin === text

const isAttributeName = (name: string): boolean =>
  name.length <= ATTRIBUTE_NAME_MAX && /^[^\s<>&"'\p{C}]+$/u.test(name) && name !== '__proto__'

/** What is wrong with the settings of an application; the first issue of a field comes first. */
export function signOnIssues(draft: SignOnDraft): SignOnIssue[] {
  if (draft.protocol === 'none') return []
  return [...(draft.protocol === 'saml' ? samlIssues(draft) : openIdIssues(draft)), ...attributeIssues(draft)]
}

function attributeIssues({ protocol, attributes }: SignOnDraft): SignOnIssue[] {
  const names = attributes.map(({ name }) => name)
  const issue = (text: Text, value: string | undefined): SignOnIssue[] =>
    value === undefined ? [] : [{ field: 'attributes', text, value }]
  const isReserved = (name: string) => name === ACTOR_NAME || (protocol === 'oidc' && RESERVED_CLAIMS.has(name))
  return [
    ...issue(
      'sign_on_attribute_invalid',
      names.find((name) => !isAttributeName(name)),
    ),
    ...issue('sign_on_attribute_reserved', names.find(isReserved)),
    ...issue(
      'sign_on_attribute_twice',
      names.find((name, at) => names.indexOf(name) !== at),
    ),
  ]
}

function samlIssues(draft: SignOnDraft): SignOnIssue[] {
  const { entityId, acs, audience, requiresSignedRequests, signingCertificates, formOrigins } = draft
  const issues: SignOnIssue[] = []
  const add = (field: SignOnField, text: Text, value = '') => void issues.push({ field, text, value })
  if (entityId === '') add('entityId', 'field_required')
  else if (!isEntityId(entityId)) add('entityId', 'sign_on_entity_id_invalid')
  issues.push(...acsIssues(acs))
  if (audience !== null && !isEntityId(audience)) add('audience', 'sign_on_entity_id_invalid')
  if (requiresSignedRequests && signingCertificates.length === 0)
    add('signingCertificates', 'sign_on_certificate_missing')
  for (const origin of formOrigins) if (!isOrigin(origin)) add('formOrigins', 'sign_on_origin_invalid', origin)
  return issues
}

function acsIssues(acs: SignOnDraft['acs']): SignOnIssue[] {
  const issues: SignOnIssue[] = []
  const add = (text: Text, value = '') => void issues.push({ field: 'acs', text, value })
  if (acs.length === 0) add('field_required')
  for (const { url } of acs) if (!isSignOnAddress(url)) add('sign_on_address_unsafe', url)
  const indexes = acs.map(({ index }) => index).filter((index) => index !== '')
  const broken = indexes.find((index, at) => !/^\d{1,5}$/.test(index) || indexes.indexOf(index) !== at)
  if (broken !== undefined) add('sign_on_acs_index', broken)
  return issues
}

function openIdIssues({ redirectAddresses, backChannelLogoutAddress }: SignOnDraft): SignOnIssue[] {
  const issues: SignOnIssue[] = []
  const add = (field: SignOnField, text: Text, value = '') => void issues.push({ field, text, value })
  if (redirectAddresses.length === 0) add('redirectAddresses', 'field_required')
  for (const address of redirectAddresses)
    if (!isSignOnAddress(address)) add('redirectAddresses', 'sign_on_address_unsafe', address)
  // The provider names users per host: with a second one it would refuse the whole client.
  const hosts = redirectAddresses.filter(isSignOnAddress).map((address) => new URL(address).host)
  const other = hosts.find((host) => host !== hosts[0])
  if (other !== undefined) add('redirectAddresses', 'sign_on_hosts_differ', other)
  if (backChannelLogoutAddress !== null && !isSignOnAddress(backChannelLogoutAddress))
    add('backChannelLogoutAddress', 'sign_on_address_unsafe', backChannelLogoutAddress)
  return issues
}
