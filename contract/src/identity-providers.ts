import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { admin } from './kit/guard.ts'

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
})
export type SamlIdentityProvider = z.output<typeof SamlIdentityProvider>

export const listSamlIdentityProviders = endpoint({
  name: 'listSamlIdentityProviders',
  method: 'GET',
  path: '/ccservices/secure/user/rest/database-maintenance/saml-identity-provider-with-employer',
  guard,
  summary: 'Identity providers with the employers whose users sign in there; for internal administrators',
  data: z.array(SamlIdentityProvider),
})

/** Attribute name that the provider uses; null or '': the usual names. */
const AttributeName = z.optional(z.nullable(z.string().check(z.regex(/^[^\s<>&"'\p{C}]{0,250}$/u))))

export const saveSamlIdentityProvider = endpoint({
  name: 'saveSamlIdentityProvider',
  method: 'POST',
  path: `${writes}/save-saml-identity-provider`,
  guard: freshGuard,
  summary:
    'Add an identity provider by its metadata, or change one; new metadata keeps the former certificate for a time',
  params: OwnUid,
  body: z.strictObject({
    /** Absent for a new one. */
    samlIdentityProviderId: z.optional(z.nullable(Id)),
    samlIdentityProviderNm: z.optional(text(200).check(z.minLength(1))),
    /** The provider's metadata XML. */
    metadataTxt: z.optional(text(200_000)),
    signOutUrlTxt: z.optional(z.nullable(text(2000))),
    /** When the former certificate expires; 14 days from now if omitted, null: at once. */
    prevCertExpireDt: z.optional(z.nullable(Instant)),
    emailAttributeNm: AttributeName,
    firstNmAttributeNm: AttributeName,
    lastNmAttributeNm: AttributeName,
  }),
  data: z.object({ samlIdentityProviderId: z.int() }),
})

const OneProvider = z.strictObject({ uid: Id, providerId: Id })

export const saveSamlIdentityProviderEmployers = endpoint({
  name: 'saveSamlIdentityProviderEmployers',
  method: 'POST',
  path: `${writes}/save-saml-identity-provider-employer/{providerId}`,
  guard: freshGuard,
  summary: 'Set the employers whose users sign in at an identity provider; replaces the whole list',
  params: OneProvider,
  body: z.strictObject({ employerIdList: z.array(Id).check(z.maxLength(1000)) }),
})

export const deleteSamlIdentityProvider = endpoint({
  name: 'deleteSamlIdentityProvider',
  method: 'DELETE',
  path: `${writes}/saml-identity-provider/{providerId}`,
  guard: freshGuard,
  summary: 'Remove an identity provider; its users keep their accounts but can no longer sign in there',
  params: OneProvider,
})
