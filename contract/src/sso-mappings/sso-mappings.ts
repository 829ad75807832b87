import * as z from 'zod/mini'
import { Id, Offset, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })
/** Requires a fresh sign-in: a mapping gives access to users whom no administrator has looked at. */
const freshGuard = admin('Database Maintenance', { staffOnly: true, freshSignIn: true })

/** Most pages or customers of one call. */
export const SSO_MAPPINGS_MAX = 500

/** An employer whose users get an account at their first sign-on, with what it begins with (DBMT-070..079). */
export const SsoMapping = z.object({
  employerId: z.int(),
  employerName: z.string(),
  employerApplications: z.array(z.object({ employerPageId: z.int(), pageId: z.int(), pageNm: z.string() })),
  employerCustomers: z.array(
    z.object({
      employerClientMasterId: z.int(),
      customerId: z.int(),
      customerNm: z.string(),
      parentCustId: z.nullable(z.int()),
    }),
  ),
})
export type SsoMapping = z.output<typeof SsoMapping>

export const listSsoMappings = endpoint({
  name: 'listSsoMappings',
  method: 'GET',
  path: '/ccservices/secure/user/rest/database-maintenance/sso-mappings',
  guard,
  data: z.array(SsoMapping),
})

const reads = '/ccservices/secure/user/rest/database-maintenance/sso-mappings'

/** Customers of the first answer, and of each further one (DBMT-162). */
export const FIRST_CUSTOMERS = 150
export const MORE_CUSTOMERS = 100
/** Applications of an answer. */
export const MAPPABLE_PAGES = 100

export const listMappableApplications = endpoint({
  name: 'listMappableApplications',
  method: 'GET',
  path: `${reads}/applications`,
  guard,
  query: z.strictObject({ keyword: z.optional(text(100)), offset: z.optional(Offset) }),
  data: z.array(z.object({ pageId: z.int(), pageNm: z.string(), systemNm: z.string() })),
})

/** A customer to choose, in the tree of its facility. */
const MappableCustomer = z.object({
  customerId: z.int(),
  customerNm: z.string(),
  /** Names from the first level down, with ' / ' between them. */
  path: z.string(),
  /** Ids from the first level down, with '/' between them. */
  pathAsCustomerId: z.string(),
  facilityNm: z.string(),
  childCnt: z.int(),
})
export type MappableCustomer = z.output<typeof MappableCustomer>

export const listMappableCustomers = endpoint({
  name: 'listMappableCustomers',
  method: 'GET',
  path: `${reads}/customers`,
  guard,
  query: z.strictObject({
    keyword: z.optional(text(100)),
    parentId: z.optional(Id),
    offset: z.optional(Offset),
  }),
  data: z.array(MappableCustomer),
})

export const addSsoMappingApplications = endpoint({
  name: 'addSsoMappingApplications',
  method: 'POST',
  path: `${writes}/add-sso-mapping-application`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({
    employerId: Id,
    applications: z.array(z.strictObject({ pageId: Id })).check(z.maxLength(SSO_MAPPINGS_MAX)),
  }),
})

export const addSsoMappingCustomers = endpoint({
  name: 'addSsoMappingCustomers',
  method: 'POST',
  path: `${writes}/add-sso-mapping-customer`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({
    employerId: Id,
    customers: z.array(z.strictObject({ customerId: Id })).check(z.maxLength(SSO_MAPPINGS_MAX)),
  }),
})

const OneEmployer = z.strictObject({ uid: Id, employerId: Id })

export const addSsoMapping = endpoint({
  name: 'addSsoMapping',
  method: 'POST',
  path: `${writes}/sso-mapping-employer/{employerId}`,
  guard: freshGuard,
  params: OneEmployer,
})

export const deleteSsoMappingApplication = endpoint({
  name: 'deleteSsoMappingApplication',
  method: 'DELETE',
  path: `${writes}/employer-page/{employerPageId}`,
  guard: freshGuard,
  params: z.strictObject({ uid: Id, employerPageId: Id }),
  data: UndoOffer,
})

export const deleteSsoMappingCustomer = endpoint({
  name: 'deleteSsoMappingCustomer',
  method: 'DELETE',
  path: `${writes}/employer-client-master/{employerClientMasterId}`,
  guard: freshGuard,
  params: z.strictObject({ uid: Id, employerClientMasterId: Id }),
  data: UndoOffer,
})

export const deleteSsoMapping = endpoint({
  name: 'deleteSsoMapping',
  method: 'DELETE',
  path: `${writes}/sso-mapping/{employerId}`,
  guard: freshGuard,
  params: OneEmployer,
  data: UndoOffer,
})

export const restoreSsoMapping = endpoint({
  name: 'restoreSsoMapping',
  method: 'POST',
  path: `${writes}/restore-sso-mapping`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
})

export const summaries = {
  listSsoMappings: 'Employers whose users get an account at their first sign-on, with its applications and customers',
  listMappableApplications: `Applications that new accounts can begin with, by name; ${MAPPABLE_PAGES} from an offset`,
  listMappableCustomers: `Customers that new accounts can begin with: the first level of all facilities, the children of one, or those whose name contains a keyword; the first ${FIRST_CUSTOMERS}, or ${MORE_CUSTOMERS} from an offset`,
  addSsoMappingApplications:
    'Add applications to what new accounts of an employer begin with; those that it has are left as they are',
  addSsoMappingCustomers:
    'Add customers to what new accounts of an employer begin with; none of them may be there already',
  addSsoMapping: 'Give new users of an employer an account at their first sign-on',
  deleteSsoMappingApplication:
    'Remove an application from what new accounts of an employer begin with. For an hour this can be taken back',
  deleteSsoMappingCustomer:
    'Remove a customer from what new accounts of an employer begin with. For an hour this can be taken back',
  deleteSsoMapping:
    'Give new users of an employer no account any more; accounts that exist stay. For an hour this can be taken back',
  restoreSsoMapping: 'Take back one’s own deletion of an employer, an application or a customer',
}
