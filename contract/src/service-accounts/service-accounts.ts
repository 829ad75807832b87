import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { LookupOptions, lookupQuery } from '../kit/lookup.ts'
import { serviceScopes } from '../kit/service-scopes.ts'
import { serviceAccountStates } from './service-account-rules.ts'

const accounts = '/ccservices/secure/admin/rest/db/service-accounts/admin-users/{uid}/accounts'
const mayRead = admin('Database Maintenance', { staffOnly: true })
const mayChange = admin('Database Maintenance', { portalAdminOnly: true, freshSignIn: true })
const OneAccount = z.strictObject({ uid: Id, serviceAccountId: Id })

export const serviceAccountList = listQuery({
  columns: ['serviceAccountNm', 'clientNm', 'ownerNm', 'expireDt', 'lastUsedDt'],
  filters: {
    /** Part of the name, of the employer's name or of the owner's user ID. */
    nm: text(100),
    stateCd: z.enum(serviceAccountStates),
    scopeCd: z.enum(serviceScopes),
  },
  defaultSort: { column: 'serviceAccountNm', direction: 'asc' },
})

/** A token that works. The token itself is shown once, when it is made. */
export const ServiceToken = z.object({
  serviceTokenId: z.int(),
  /** How it begins. */
  prefixTxt: z.string(),
  expireDt: Instant,
  /** To the minute; null: not used yet. */
  lastUsedDt: z.nullable(Instant),
})
export type ServiceToken = z.output<typeof ServiceToken>

/** A service account; a revoked one stays as long as its owner. */
export const ServiceAccount = z.object({
  serviceAccountId: z.int(),
  serviceAccountNm: z.string(),
  /** Null: of the installation. */
  clientNm: z.nullable(z.string()),
  ownerId: z.int(),
  ownerNm: z.string(),
  scopeList: z.array(z.enum(serviceScopes)),
  /** Networks in CIDR notation; none: from everywhere. */
  networkList: z.array(z.string()),
  /** When the account ends. */
  endDt: Instant,
  /** When its last token expires; null: no token works. */
  expireDt: z.nullable(Instant),
  lastUsedDt: z.nullable(Instant),
  stateCd: z.enum(serviceAccountStates),
  /** Null: not revoked. */
  revokedDt: z.nullable(Instant),
  /** Who revoked it; null: nobody, the command line, or a user who is gone. */
  revokedByNm: z.nullable(z.string()),
  tokenList: z.array(ServiceToken),
  version: z.int(),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

export const listServiceAccounts = endpoint({
  name: 'listServiceAccounts',
  method: 'GET',
  path: accounts,
  guard: mayRead,
  params: OwnUid,
  query: serviceAccountList.query,
  data: z.array(ServiceAccount),
})

export const getServiceAccountOptions = endpoint({
  name: 'getServiceAccountOptions',
  method: 'GET',
  path: accounts.replace(/accounts$/, 'options'),
  guard: mayRead,
  params: OwnUid,
  data: z.object({ mayChangeFlg: YesNo, scopeList: z.array(z.enum(serviceScopes)) }),
})

export const searchServiceOwners = endpoint({
  name: 'searchServiceOwners',
  method: 'GET',
  path: accounts.replace(/accounts$/, 'owners'),
  guard: mayRead,
  params: OwnUid,
  query: lookupQuery,
  data: LookupOptions,
  rate: 'search',
})

// Above the limits, so that the field's own rule refuses a longer text with its own message.
const SentName = text(1000)
const SentScopes = z.array(z.enum(serviceScopes)).check(z.maxLength(serviceScopes.length))
const SentNetworks = z.array(text(200)).check(z.maxLength(200))

export const createServiceAccount = endpoint({
  name: 'createServiceAccount',
  method: 'POST',
  path: accounts,
  guard: mayChange,
  params: OwnUid,
  body: z.strictObject({
    serviceAccountNm: SentName,
    /** The employer whose data it is for; null: the whole installation. */
    clientId: z.nullable(Id),
    ownerId: Id,
    scopeList: SentScopes,
    /** Addresses and networks, one each; empty ones do not count. */
    networkList: SentNetworks,
    endDt: Instant,
  }),
  data: z.object({ serviceAccountId: z.int(), tokenTxt: z.string(), expireDt: Instant }),
})

export const updateServiceAccount = endpoint({
  name: 'updateServiceAccount',
  method: 'PUT',
  path: `${accounts}/{serviceAccountId}`,
  guard: mayChange,
  params: OneAccount,
  body: z.strictObject({
    serviceAccountNm: SentName,
    scopeList: SentScopes,
    networkList: SentNetworks,
    /** The version that the caller has read; with another one the call is refused. */
    version: z.optional(Id),
  }),
})

export const rotateServiceToken = endpoint({
  name: 'rotateServiceToken',
  method: 'POST',
  path: `${accounts}/{serviceAccountId}/rotate`,
  guard: mayChange,
  params: OneAccount,
  body: z.strictObject({
    /** Days for which the former token goes on; 0: it ends now. */
    overlapDays: z.int().check(z.minimum(0), z.maximum(1000)),
  }),
  data: z.object({
    tokenTxt: z.string(),
    expireDt: Instant,
    /** Until when a former token works; null: none does. */
    formerUntilDt: z.nullable(Instant),
  }),
})

export const revokeServiceAccount = endpoint({
  name: 'revokeServiceAccount',
  method: 'POST',
  path: `${accounts}/{serviceAccountId}/revoke`,
  guard: mayChange,
  params: OneAccount,
  body: z.strictObject({ serviceTokenId: z.optional(Id) }),
})

export const summaries = {
  listServiceAccounts:
    'The service accounts of programs, ended and revoked ones too, with their tokens that work; for internal administrators',
  getServiceAccountOptions:
    'Whether the administrator may change service accounts, and the scopes whose page they hold',
  searchServiceOwners: 'Active users who hold a page that a scope needs, a hundred at a time',
  createServiceAccount:
    'Make a service account with its first token, stated this once; its scopes need pages that the owner and the administrator hold; for portal administrators',
  updateServiceAccount: 'Change the name, the scopes and the networks of a service account; for portal administrators',
  rotateServiceToken:
    'Make a further token, stated this once; the former one goes on for some days; for portal administrators',
  revokeServiceAccount:
    'Revoke a service account with all of its tokens, or one token of it; for portal administrators',
}
