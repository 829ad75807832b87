import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { holdsPage } from './kit/guard.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = holdsPage('Database Maintenance')

/** Where people of employers sign in (DBMT-063..065). */
export const SamlIdentityProvider = z.object({
  samlIdentityProviderId: z.int(),
  samlIdentityProviderNm: z.string(),
  /** How it calls itself. */
  entityIdTxt: z.string(),
  signOnUrlTxt: z.string(),
  signOutUrlTxt: z.nullable(z.string()),
  certExpireDt: z.nullable(Instant),
  /** Until then its former certificate counts too; null: there is none any more. */
  prevCertExpireDt: z.nullable(Instant),
  /** Employers whose people sign in there. */
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
  summary: 'Identity providers with the employers whose people sign in there; for internal administrators',
  data: z.array(SamlIdentityProvider),
})

/** The name under which a provider states something; null or '' for the usual names. */
const AttributeName = z.optional(z.nullable(z.string().check(z.regex(/^[^\s<>&"'\p{C}]{0,250}$/u))))

export const saveSamlIdentityProvider = endpoint({
  name: 'saveSamlIdentityProvider',
  method: 'POST',
  path: `${writes}/save-saml-identity-provider`,
  guard,
  summary: 'Add an identity provider by its metadata, or change one; with new metadata its former certificate stays',
  params: OwnUid,
  body: z.strictObject({
    /** Absent for a new one. */
    samlIdentityProviderId: z.optional(z.nullable(Id)),
    samlIdentityProviderNm: z.optional(text(200).check(z.minLength(1))),
    /** Its metadata file, as text. */
    metadataTxt: z.optional(text(200_000)),
    signOutUrlTxt: z.optional(z.nullable(text(2000))),
    /** How long its former certificate counts; 14 days from now unless said otherwise, null for no more. */
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
  guard,
  summary: 'Say whose people sign in at an identity provider; the whole list',
  params: OneProvider,
  body: z.strictObject({ employerIdList: z.array(Id).check(z.maxLength(1000)) }),
})

export const deleteSamlIdentityProvider = endpoint({
  name: 'deleteSamlIdentityProvider',
  method: 'DELETE',
  path: `${writes}/saml-identity-provider/{providerId}`,
  guard,
  summary: 'Remove an identity provider; its people keep their accounts and cannot sign in there any more',
  params: OneProvider,
})
