import * as z from 'zod/mini'
import { exactText, Id, Instant, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })
/** Requires a fresh sign-in: an identity provider can sign in as any user of its employers. */
const freshGuard = admin('Database Maintenance', { staffOnly: true, freshSignIn: true })

/** Identity providers of employers (DBMT-063..065). */
export const SamlIdentityProvider = z.object({
  samlIdentityProviderId: z.int(),
  samlIdentityProviderNm: z.string(),
  /** The provider's SAML entity id. */
  entityIdTxt: z.string(),
  signOnUrlTxt: z.string(),
  signOutUrlTxt: z.nullable(z.string()),
  certExpireDt: z.nullable(Instant),
  /** Until then the former certificate is accepted too; null: no former certificate. */
  prevCertExpireDt: z.nullable(Instant),
  /** Employers whose users sign in there. */
  employerIdList: z.array(z.int()),
  emailAttributeNm: z.nullable(z.string()),
  firstNmAttributeNm: z.nullable(z.string()),
  lastNmAttributeNm: z.nullable(z.string()),
  version: z.int(),
})
export type SamlIdentityProvider = z.output<typeof SamlIdentityProvider>

export const listSamlIdentityProviders = endpoint({
  name: 'listSamlIdentityProviders',
  method: 'GET',
  path: '/ccservices/secure/user/rest/database-maintenance/saml-identity-provider-with-employer',
  guard,
  data: z.array(SamlIdentityProvider),
})

/** The version that the caller has read; with another one the call is refused. */
const version = z.optional(Id)

/** The name of an attribute: up to 250 characters without spaces, and none that means something in XML. */
export const ATTRIBUTE_NAME = /^[^\s<>&"'\p{C}]{0,250}$/u

/** Attribute name that the provider uses; null or '': the usual names. */
const AttributeName = z.optional(z.nullable(z.string().check(z.regex(ATTRIBUTE_NAME))))

export const saveSamlIdentityProvider = endpoint({
  name: 'saveSamlIdentityProvider',
  method: 'POST',
  path: `${writes}/save-saml-identity-provider`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({
    /** Absent for a new one. */
    samlIdentityProviderId: z.optional(z.nullable(Id)),
    samlIdentityProviderNm: z.optional(text(200).check(z.minLength(1))),
    /** The provider's metadata XML. */
    metadataTxt: z.optional(exactText(200_000)),
    signOutUrlTxt: z.optional(z.nullable(text(2000))),
    /** When the former certificate expires; 14 days from now if omitted, null: at once. */
    prevCertExpireDt: z.optional(z.nullable(Instant)),
    emailAttributeNm: AttributeName,
    firstNmAttributeNm: AttributeName,
    lastNmAttributeNm: AttributeName,
    version,
  }),
  data: z.object({ samlIdentityProviderId: z.int() }),
})

const OneProvider = z.strictObject({ uid: Id, providerId: Id })

export const saveSamlIdentityProviderEmployers = endpoint({
  name: 'saveSamlIdentityProviderEmployers',
  method: 'POST',
  path: `${writes}/save-saml-identity-provider-employer/{providerId}`,
  guard: freshGuard,
  params: OneProvider,
  body: z.strictObject({ employerIdList: z.array(Id).check(z.maxLength(1000)), version }),
})

export const deleteSamlIdentityProvider = endpoint({
  name: 'deleteSamlIdentityProvider',
  method: 'DELETE',
  path: `${writes}/saml-identity-provider/{providerId}`,
  guard: freshGuard,
  params: OneProvider,
  query: z.strictObject({ version }),
  data: UndoOffer,
})

export const restoreSamlIdentityProvider = endpoint({
  name: 'restoreSamlIdentityProvider',
  method: 'POST',
  path: `${writes}/restore-saml-identity-provider`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
})

/** What a test sign-in at an identity provider (SAML) examines, in the order in which it is shown. */
export const signInTestChecks = [
  'FORM',
  'STATUS',
  'ISSUER',
  'SIGNATURE',
  'CERTIFICATE',
  'DESTINATION',
  'REQUEST',
  'AUDIENCE',
  'RECIPIENT',
  'TIME',
  'FRESH',
  'NAME',
  'PERSON',
  'ACCOUNT',
] as const
/** The same at an OpenID Connect provider. */
export const oidcTestChecks = [
  'STATUS',
  'CODE',
  'ISSUER',
  'SIGNATURE',
  'REQUEST',
  'AUDIENCE',
  'TIME',
  'GROUPS',
  'PERSON',
  'ACCOUNT',
] as const
/** The same at an LDAP directory. */
export const ldapTestChecks = [
  'CONNECTION',
  'SEARCH_ACCOUNT',
  'ENTRY',
  'GROUPS',
  'PASSWORD',
  'PERSON',
  'ACCOUNT',
] as const
const allTestChecks = [...new Set([...signInTestChecks, ...oidcTestChecks, ...ldapTestChecks])] as const
export type SignInTestCheck = (typeof allTestChecks)[number]

const CheckResult = z.enum(['passed', 'warning', 'failed', 'skipped'])
export type CheckResult = z.output<typeof CheckResult>

/** Why a check did not pass, where what was received alone does not say it. */
export const signInTestReasons = [
  'unreadable',
  'no_response',
  'incomplete',
  'several_responses',
  'encrypted',
  'assertion_count',
  'duplicate_id',
  'misplaced_signature',
  'weak_algorithm',
  'no_request',
  'mismatch',
  'no_subject',
  'untimely',
  'issued_in_future',
  'no_confirmation',
  'no_statement',
  'session_expired',
  'no_name',
  'transient_name',
  'not_signed',
  'bad_signature',
  'not_verified',
  'no_email',
  'other_domain',
  'address_taken',
  'no_account',
  'no_names',
  'no_longer_here',
  'account_gone',
  'account_deleted',
  'client_deleted',
  'account_inactive',
  'account_locked',
  'no_claim',
  'not_linked',
  'no_directory_user',
  'no_entry',
  'several_entries',
  'no_member',
  'wrong_password',
  'no_answer',
] as const
export type SignInTestReason = (typeof signInTestReasons)[number]

const ExaminedCheck = z.object({
  checkCd: z.enum(allTestChecks),
  resultCd: CheckResult,
  reasonCd: z.nullable(z.enum(signInTestReasons)),
  /** What the answer has; null where there is nothing to show. */
  foundTxt: z.nullable(z.string()),
  /** What it should have. */
  expectedTxt: z.nullable(z.string()),
})
export type ExaminedCheck = z.output<typeof ExaminedCheck>

/** What would have happened at a real sign-in. */
export const signInOutcomes = ['refused', 'signs-in', 'links', 'creates'] as const

export const signInTestKinds = ['saml', 'oidc', 'ldap'] as const

/** The decoded answer of an identity provider or directory to a test. */
export const SignInTest = z.object({
  kindCd: z.enum(signInTestKinds),
  /** Name of the identity provider, or the address of the directory. */
  samlIdentityProviderNm: z.string(),
  startedDt: Instant,
  /** Null: no answer has arrived yet, and all below is empty. */
  answeredDt: z.nullable(Instant),
  outcomeCd: z.enum(signInOutcomes),
  checks: z.array(ExaminedCheck),
  /** The provider’s name for the user, and its format (SAML). */
  nameIdTxt: z.nullable(z.string()),
  nameIdFormatTxt: z.nullable(z.string()),
  attributes: z.array(z.object({ attributeNm: z.string(), values: z.array(z.string()) })),
  /** As whom the user would be signed in; null where the sign-in would be refused. */
  user: z.nullable(
    z.object({ userNm: z.nullable(z.string()), fullNm: z.string(), emailAddress: z.string(), clientNm: z.string() }),
  ),
})
export type SignInTest = z.output<typeof SignInTest>

export const startSignInTest = endpoint({
  name: 'startSignInTest',
  method: 'POST',
  path: `${writes}/saml-identity-provider/{providerId}/sign-in-test`,
  guard,
  params: OneProvider,
  data: z.object({ signInTestId: z.int(), urlTxt: z.string() }),
})

export const getSignInTest = endpoint({
  name: 'getSignInTest',
  method: 'GET',
  path: `${writes}/sign-in-test/{signInTestId}`,
  guard,
  params: z.strictObject({ uid: Id, signInTestId: Id }),
  data: SignInTest,
})

export const summaries = {
  listSamlIdentityProviders:
    'Identity providers with the employers whose users sign in there; for internal administrators',
  saveSamlIdentityProvider:
    'Add an identity provider by its metadata, or change one; new metadata keeps the former certificate for a time',
  saveSamlIdentityProviderEmployers:
    'Set the employers whose users sign in at an identity provider; replaces the whole list',
  deleteSamlIdentityProvider:
    'Remove an identity provider; its users keep their accounts but can no longer sign in there. For an hour this can be taken back',
  restoreSamlIdentityProvider:
    'Take back one’s own removal of an identity provider, with its employers and connected accounts',
  startSignInTest:
    'Start a test sign-in at an identity provider: its answer is decoded and shown, and nobody is signed in',
  getSignInTest: 'The decoded answer to a test sign-in, for the session that started it, for a quarter of an hour',
}
