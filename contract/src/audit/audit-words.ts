import { underscored } from '../underscored.ts'
import { userFieldTexts } from '../users/user-field-texts.ts'
import { deviceSentence, wordDescription } from '../session/device-words.ts'
import { passwordRuleTypes } from '../password/password-rule-types.ts'
import { type StoredSentence, storedSentence } from '../texts/stored-words.ts'
import { auditFieldTexts } from './audit-field-texts.ts'
import { auditValueTexts } from './audit-value-texts.ts'
import { deviceTexts } from '../session/device-texts.ts'
import { mailKindTexts } from '../mail/mail-kind-texts.ts'
import { referenceDataTexts } from '../reference-data/reference-data-texts.ts'
import { shippedNameTexts } from '../texts/shipped-name-texts.ts'
import { grantSourceTexts } from '../users/grant-source-texts.ts'
import { userProfileTexts } from '../users/user-profile-texts.ts'

const { permission_assigned, permission_admin, permission_sensitive, permission_until } = userProfileTexts
const { permission_by_group, permission_by_set } = grantSourceTexts
/** What the audit trail keeps of a permission, in the source language and with commas between. */
const permissionTexts = {
  permission_assigned,
  permission_admin,
  permission_sensitive,
  permission_until,
  permission_by_group,
  permission_by_set,
}

/** Every text that a value of the audit trail can have. */
export const auditWordTexts = {
  ...auditValueTexts,
  ...deviceTexts,
  ...mailKindTexts,
  ...permissionTexts,
  ...referenceDataTexts,
  ...shippedNameTexts,
}
type AuditWordKey = keyof typeof auditWordTexts
/** A text that a value of the audit trail has, with its values. */
export type AuditSentence = StoredSentence<AuditWordKey>
type AuditState = Readonly<Record<string, unknown>> | null

/** Stands for a value that the audit trail does not keep. */
const HIDDEN = '(hidden)'
/** Stands for a text about a user who was erased since. */
const ERASED = '(erased)'

const ofFacts = {
  'user-name': 'audit_value_fact_user_name',
  email: 'audit_value_fact_email',
  'first-name': 'audit_value_fact_first_name',
  'last-name': 'audit_value_fact_last_name',
  'display-name': 'audit_value_fact_display_name',
  client: 'audit_value_fact_client',
  'is-internal': 'audit_value_fact_is_internal',
  'is-administrator': 'audit_value_fact_is_administrator',
  account: 'audit_value_fact_account',
  'account-type': 'audit_value_fact_account_type',
  pairwise: 'audit_value_fact_pairwise',
  'system-account': 'audit_value_fact_account',
} as const

/** Texts by the field of a state and the code in it; codes that are missing are shown as they are recorded. */
const ofField: Readonly<Record<string, Readonly<Record<string, AuditWordKey>>>> = {
  status: {
    1: 'shipped_active',
    2: 'shipped_inactive',
    3: 'shipped_deleted',
    review: 'shipped_review',
    published: 'shipped_published',
    expired: 'shipped_expired',
    deleted: 'shipped_deleted',
  },
  kind: { promotional: 'shipped_promotional', operational: 'shipped_operational' },
  audience: { all: 'shipped_all', external: 'shipped_external', internal: 'shipped_internal' },
  by: {
    code: 'audit_value_by_code',
    passkey: 'audit_value_by_passkey',
    'recovery code': 'audit_value_by_recovery_code',
    password: 'audit_value_by_password',
    'password and code': 'audit_value_by_password_and_code',
    'password and passkey': 'audit_value_by_password_and_passkey',
    'password and recovery code': 'audit_value_by_password_and_recovery_code',
    provider: 'audit_value_by_provider',
    'identity provider': 'audit_value_by_provider',
    directory: 'audit_value_by_directory',
    'federated sign-on': 'audit_value_by_federated',
    administrator: 'audit_value_by_administrator',
    operator: 'audit_value_by_operator',
  },
  verdict: {
    passed: 'audit_value_verdict_passed',
    bypassed: 'audit_value_verdict_bypassed',
    denied: 'audit_value_verdict_denied',
  },
  secondFactor: { removed: 'audit_value_removed' },
  removed: {
    document: 'audit_value_removed_document',
    version: 'audit_value_removed_version',
    file: 'audit_value_removed_file',
  },
  action: {
    published: 'audit_value_key_published',
    rescheduled: 'audit_value_key_rescheduled',
    removed: 'audit_value_removed',
  },
  purpose: { saml: 'audit_value_protocol_saml', oidc: 'audit_value_protocol_oidc' },
  outcome: {
    FAILED: 'audit_value_outcome_failed',
    'not-restorable': 'audit_value_outcome_not_restorable',
    refused: 'audit_value_outcome_refused',
    'signs-in': 'audit_value_outcome_signs_in',
    links: 'audit_value_outcome_links',
    creates: 'audit_value_outcome_creates',
  },
  change: {
    authenticator_added: 'audit_value_factor_authenticator_added',
    passkey_added: 'audit_value_factor_passkey_added',
    recovery_codes_made: 'audit_value_factor_recovery_codes_made',
    recovery_code_used: 'audit_value_factor_recovery_code_used',
    factor_removed: 'audit_value_factor_removed',
    factor_reset_by_administrator: 'audit_value_factor_reset',
  },
  decision: { confirmed: 'audit_value_decision_confirmed', ended: 'audit_value_decision_ended' },
  state: {
    received: 'audit_value_request_received',
    'in-review': 'audit_value_request_in_review',
    planned: 'audit_value_request_planned',
    done: 'audit_value_request_done',
    declined: 'audit_value_request_declined',
  },
  mode: { default: 'audit_value_brand_default', custom: 'audit_value_brand_custom' },
  sectionSort: {
    ALPHABETICAL: 'audit_value_sort_alphabetical',
    FAVORITES: 'audit_value_sort_favorites',
    FAVORITES_ONLY: 'audit_value_sort_favorites_only',
    RECENTLY_USED: 'audit_value_sort_recently_used',
  },
  direction: { asc: 'audit_value_ascending', desc: 'audit_value_descending' },
  language: { en: 'audit_value_language_en', de: 'audit_value_language_de' },
  from: {
    'account settings': 'audit_value_from_account_settings',
    'recovery link': 'audit_value_from_recovery_link',
    expired: 'audit_value_from_expired',
    secured: 'audit_value_from_secured',
    temporary: 'audit_value_from_temporary',
  },
  endReason: {
    logout: 'audit_value_end_logout',
    replaced: 'audit_value_end_replaced',
    displaced: 'audit_value_end_displaced',
    revoked: 'audit_value_end_revoked',
    'password-changed': 'audit_value_end_password_changed',
    company: 'audit_value_end_company',
    idle: 'audit_value_end_idle',
    limit: 'audit_value_end_limit',
  },
  protocol: {
    none: 'audit_value_protocol_none',
    saml: 'audit_value_protocol_saml',
    oidc: 'audit_value_protocol_oidc',
  },
  nameSource: ofFacts,
  attributes: ofFacts,
  way: { federated: 'audit_value_by_federated' },
  typeCd: passwordRuleTypes,
  why: {
    'duplicate session': 'audit_value_why_duplicate_session',
    'second-factor': 'audit_value_why_second_factor',
    'no longer valid': 'audit_value_why_no_longer_valid',
    inactive: 'audit_value_why_inactive',
    locked: 'audit_value_why_locked',
    'the provider did not vouch': 'audit_value_why_not_vouched',
    'nobody here is linked': 'audit_value_why_nobody_linked',
    unreadable: 'audit_value_why_unreadable',
    'no open request': 'audit_value_why_no_request',
    'no ID, version 2.0 or time of issue': 'audit_value_why_incomplete',
    'wrong issuer': 'audit_value_why_wrong_issuer',
    'refused by the provider': 'audit_value_why_refused',
    'not authenticated anew': 'audit_value_why_not_anew',
    replayed: 'audit_value_why_replayed',
    'not a SAML response': 'audit_value_why_no_saml',
    'more than one response': 'audit_value_why_several',
    'encrypted assertion': 'audit_value_why_encrypted',
    'not exactly one assertion': 'audit_value_why_assertions',
    'no signed assertion': 'audit_value_why_unsigned',
    'an id given twice': 'audit_value_why_duplicate_id',
    'a signature out of place': 'audit_value_why_signature_place',
    'weak algorithm': 'audit_value_why_algorithm',
    'wrong destination': 'audit_value_why_destination',
    unsolicited: 'audit_value_why_unsolicited',
    'no subject or conditions': 'audit_value_why_no_subject',
    'wrong audience': 'audit_value_why_audience',
    'expired or not yet valid': 'audit_value_why_time',
    'issued in the future': 'audit_value_why_future',
    'no subject confirmation': 'audit_value_why_no_confirmation',
    'wrong recipient': 'audit_value_why_recipient',
    'answer to another request': 'audit_value_why_other_request',
    'no statement of a sign-in': 'audit_value_why_no_statement',
    'expired session': 'audit_value_why_expired_session',
    'no name': 'audit_value_why_no_name',
    'transient name': 'audit_value_why_transient',
    'no e-mail address stated': 'audit_value_why_no_email',
    'not a domain of this provider': 'audit_value_why_domain',
    'the address belongs to somebody else': 'audit_value_why_taken',
    'no account, and none is made': 'audit_value_why_no_account',
    'no first or last name stated': 'audit_value_why_no_person',
    'no federated user of this provider any more': 'audit_value_why_not_federated',
    'no user name is free': 'audit_value_why_no_user_name',
  },
}

type Say = (sentence: AuditSentence) => string

/** Events whose states have what a user holds, by the names of systems and applications. */
const OF_PERMISSIONS = new Set(['user_permissions_changed', 'grants_ended'])

function wordsOfCode(field: string, code: string, say: Say): string | null {
  const codes = ofField[field]
  const key = codes && Object.hasOwn(codes, code) ? codes[code] : undefined
  if (key !== undefined) return say({ key, values: {} })
  if (field === 'device') return wordDescription(code, deviceSentence(code), say)
  if (field !== 'template') return null
  const kind = `mail_kind_${code.replaceAll('-', '_')}`
  return Object.hasOwn(mailKindTexts, kind) ? say({ key: kind as keyof typeof mailKindTexts, values: {} }) : null
}

function wordsOfPermission(recorded: string, say: Say): string | null {
  const parts = recorded.split(', ').map((part) => storedSentence(permissionTexts, part))
  return parts.every((part) => part !== null) ? parts.map(say).join(', ') : null
}

/** Returns the key of the text for a value that is the same in every field. */
function keyOfMark(value: unknown) {
  if (typeof value === 'boolean') return value ? 'audit_value_yes' : 'audit_value_no'
  if (value === HIDDEN) return 'audit_value_hidden'
  return value === ERASED ? 'audit_value_erased' : undefined
}

function valueInWords(event: string, field: string, value: unknown, say: Say): unknown {
  const key = keyOfMark(value)
  if (key !== undefined) return say({ key, values: {} })
  if (typeof value === 'number') return wordsOfCode(field, String(value), say) ?? value
  if (typeof value === 'string')
    return (OF_PERMISSIONS.has(event) ? wordsOfPermission(value, say) : wordsOfCode(field, value, say)) ?? value
  if (Array.isArray(value)) return value.map((one) => valueInWords(event, field, one, say))
  if (typeof value !== 'object' || value === null) return value
  // A field within a field may have codes of its own.
  const fieldOf = (name: string) => (Object.hasOwn(ofField, name) ? name : field)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, valueInWords(event, fieldOf(name), one, say)]),
  )
}

/**
 * Returns a state that the audit trail keeps for an event, with its known codes in the words of a reader; everything
 * else stays as it is recorded. `say` gives the words of a sentence.
 */
export const stateInWords = (event: string, state: AuditState, say: Say): AuditState =>
  state &&
  Object.fromEntries(Object.entries(state).map(([field, value]) => [field, valueInWords(event, field, value, say)]))

/** Returns the key of the text for a field of a state; null: the field has none and is shown as it is recorded. */
export function auditFieldKey(field: string): keyof typeof auditFieldTexts | keyof typeof userFieldTexts | null {
  const name = underscored(field)
  const [own, shared] = [`audit_field_${name}`, `user_field_${name}`]
  if (Object.hasOwn(userFieldTexts, shared)) return shared as keyof typeof userFieldTexts
  return Object.hasOwn(auditFieldTexts, own) ? (own as keyof typeof auditFieldTexts) : null
}
