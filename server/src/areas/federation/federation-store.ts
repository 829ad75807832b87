import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { Grants } from '../grants/public.ts'
import { REQUEST_MINUTES } from './provider.ts'

export interface NewRequest {
  id: string
  providerId: number
  relayStateHash: Buffer
  bindingHash: Buffer
  /** Page of the portal to open afterwards; '' for none. */
  returnTo: string
}

const beginRequest = `
  insert into saml_requests (id, provider_id, relay_state_hash, binding_hash, return_to, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => ${REQUEST_MINUTES}))`

const consumeRequest = `delete from saml_requests where id = $1 and expires_at > clock_now() returning 1`

const consumeAssertion = `
  insert into used_assertions (provider_id, assertion_id, expires_at) values ($1, $2, $3)
  on conflict do nothing returning 1`

const linkedUser = `
  select link.user_id as "userId", account.sign_in_kind as "signInKind", account.client_id as "clientId"
    from federated_identities link join users account on account.id = link.user_id
   where link.provider_id = $1 and link.name_id = $2`

const usersOfEmail = `
  select account.id as "userId", account.sign_in_kind as "signInKind", account.client_id as "clientId",
         exists (select from federated_identities link where link.user_id = account.id) as "isLinked"
    from users account
   where account.email_folded = fold_email($1) and account.status < 3 and account.client_id = any ($2)`

const employersOfDomain = `
  select domain.client_id as "clientId", exists (
           select from sso_employers employer where employer.client_id = domain.client_id) as "createsUsers"
    from client_domains domain
    join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = $1 and domain.is_confirmed and domain.sign_in_kind = 'federated'
     and domain.client_id = any ($2)`

export interface KnownUser {
  userId: number
  signInKind: 'password' | 'directory' | 'federated'
  clientId: number
}

/** The tables `saml_requests`, `used_assertions` and `federated_identities`. */
export function federationStore(tx: Tx) {
  return {
    begin: async (request: NewRequest): Promise<void> => {
      const values = [request.id, request.providerId, request.relayStateHash, request.bindingHash, request.returnTo]
      await query(tx, beginRequest, values)
    },

    /** Consumes the request and the assertion; false when one of them was used before. */
    consume: async (requestId: string, providerId: number, assertion: { id: string; expiresAt: Date }) => {
      const open = await query(tx, consumeRequest, [requestId])
      const fresh = await query(tx, consumeAssertion, [providerId, assertion.id, assertion.expiresAt])
      return open.length > 0 && fresh.length > 0
    },

    findLinked: async (providerId: number, nameId: string): Promise<KnownUser | undefined> =>
      (await query<KnownUser>(tx, linkedUser, [providerId, nameId]))[0],

    /** Undeleted users of these employers with this confirmed address. */
    findByEmail: (email: string, clientIds: readonly number[]): Promise<(KnownUser & { isLinked: boolean })[]> =>
      query(tx, usersOfEmail, [email, clientIds]),

    /** Returns those of these employers that use the domain for federated sign-on. */
    employersOfDomain: (domain: string, clientIds: readonly number[]) =>
      query<{ clientId: number; createsUsers: boolean }>(tx, employersOfDomain, [domain, clientIds]),

    link: async (providerId: number, nameId: string, userId: number): Promise<void> => {
      await tx
        .insertInto('federated_identities')
        .values({ provider_id: providerId, name_id: nameId, user_id: userId })
        .execute()
    },

    /** The grants that new users of an employer begin with. */
    mappedGrants: async (clientId: number): Promise<Grants> => {
      const [row] = await query<MappedGrants>(tx, mappedGrants, [clientId])
      const { systemIds, pageIds, customerIds, facilityCodes } = row as MappedGrants
      return {
        system: systemIds.map((systemId) => ({ systemId, isAdmin: false, hasSensitiveData: false, endsAt: null })),
        page: pageIds.map((pageId) => ({ pageId, endsAt: null })),
        facility: facilityCodes.map((facilityCode) => ({ facilityCode, hasAllCustomers: false, endsAt: null })),
        customer: customerIds.map((customerId) => ({ customerId, endsAt: null })),
      }
    },

    /** Creates a federated user without grants; undefined when the name is taken. */
    create: async (person: NewPerson): Promise<number | undefined> => {
      const [made] = await tx
        .insertInto('users')
        .values({
          user_name: person.userName,
          first_name: person.firstName,
          last_name: person.lastName,
          email: person.email,
          client_id: person.clientId,
          sign_in_kind: 'federated',
          // The company requires a second factor itself if it wants one.
          second_factor_required: false,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      return made?.id
    },
  }
}

export interface NewPerson {
  userName: string
  firstName: string
  lastName: string
  email: string
  clientId: number
}

/** Administration pages are granted by administrators, never by a mapping. */
const mappedGrants = `
  with page as (
    select page.id, page.system_id, system.facility_code
      from sso_employer_pages mapped
      join pages page on page.id = mapped.page_id and page.deleted_at is null
      join systems system on system.id = page.system_id
     where mapped.client_id = $1 and page.system_id > 2),
  customer as (
    select customer.id, customer.facility_code
      from sso_employer_customers mapped join customers customer on customer.id = mapped.customer_id
     where mapped.client_id = $1)
  select array(select distinct system_id from page order by 1) as "systemIds",
         array(select distinct id from page order by 1) as "pageIds",
         array(select distinct id from customer order by 1) as "customerIds",
         array(select facility_code from page where facility_code is not null
               union select facility_code from customer where facility_code is not null order by 1) as "facilityCodes"`

interface MappedGrants {
  systemIds: number[]
  pageIds: number[]
  customerIds: number[]
  facilityCodes: string[]
}
