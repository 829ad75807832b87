import type { Tx } from '../../../db/database.ts'
import type { Grants } from '../../grants/public.ts'
import { REQUEST_MINUTES } from '../providers/provider.ts'
import { queries } from '../../../db/queries.ts'
import { run, runFirst, runCount } from '../../../db/run.ts'
import { arrayOf, bool, bytes, instant, int, type RowOf, statement, text, textOf } from '../../../db/statement.ts'

export interface NewRequest {
  id: string
  providerId: number
  relayStateHash: Buffer
  bindingHash: Buffer
  /** Page of the portal to open afterwards; '' for none. */
  returnTo: string
}

const beginRequest = statement([text, int, bytes, bytes, text], {
  name: 'federation: begin request',
  text: `
  insert into saml_requests (id, provider_id, relay_state_hash, binding_hash, return_to, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => ${REQUEST_MINUTES}))`,
})

const consumeRequest = statement([text], {
  name: 'federation: consume request',
  text: `delete from saml_requests where id = $1 and expires_at > clock_now()`,
})

const consumeAssertion = statement([int, text, instant], {
  name: 'federation: consume assertion',
  text: `
  insert into used_assertions (provider_id, assertion_id, expires_at) values ($1, $2, $3)
  on conflict do nothing`,
})

const linkedUser = statement([int, text], {
  name: 'federation: linked user',
  text: `
  select link.user_id as "userId", account.sign_in_kind as "signInKind", account.client_id as "clientId"
    from federated_identities link join users account on account.id = link.user_id
   where link.provider_id = $1 and link.name_id = $2`,
  row: { userId: int, signInKind: textOf<'password' | 'directory' | 'federated'>(), clientId: int },
})

const usersOfEmail = statement([text, arrayOf(int)], {
  name: 'federation: users of email',
  text: `
  select account.id as "userId", account.sign_in_kind as "signInKind", account.client_id as "clientId",
         exists (select from federated_identities link where link.user_id = account.id) as "isLinked"
    from users account
   where account.email_folded = fold_email($1) and account.status < 3 and account.client_id = any ($2)`,
  row: { userId: int, signInKind: textOf<'password' | 'directory' | 'federated'>(), clientId: int, isLinked: bool },
})

const employersOfDomain = statement([text, arrayOf(int)], {
  name: 'federation: employers of domain',
  text: `
  select domain.client_id as "clientId", exists (
           select from sso_employers employer where employer.client_id = domain.client_id) as "createsUsers"
    from client_domains domain
    join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = $1 and domain.is_confirmed and domain.sign_in_kind = 'federated'
     and domain.client_id = any ($2)`,
  row: { clientId: int, createsUsers: bool },
})

export type KnownUser = RowOf<typeof linkedUser>

// The tables `saml_requests`, `used_assertions` and `federated_identities`.

export async function beginSamlRequest(tx: Tx, request: NewRequest): Promise<void> {
  await run(
    tx,
    beginRequest(request.id, request.providerId, request.relayStateHash, request.bindingHash, request.returnTo),
  )
}

/** Consumes the request and the assertion; false when one of them was used before. */
export async function consumeSamlAnswer(
  tx: Tx,
  requestId: string,
  providerId: number,
  assertion: { id: string; expiresAt: Date },
) {
  const open = await runCount(tx, consumeRequest(requestId))
  const fresh = await runCount(tx, consumeAssertion(providerId, assertion.id, assertion.expiresAt))
  return open > 0 && fresh > 0
}

export const findUserOfNameId = async (tx: Tx, providerId: number, nameId: string): Promise<KnownUser | undefined> =>
  await runFirst(tx, linkedUser(providerId, nameId))

/** Undeleted users of these employers with this confirmed address. */
export const findUsersByEmail = (
  tx: Tx,
  email: string,
  clientIds: readonly number[],
): Promise<(KnownUser & { isLinked: boolean })[]> => run(tx, usersOfEmail(email, clientIds))

/** Returns those of these employers that use the domain for federated sign-on. */
export const listEmployersOfDomain = (tx: Tx, domain: string, clientIds: readonly number[]) =>
  run(tx, employersOfDomain(domain, clientIds))

export async function linkFederatedUser(tx: Tx, providerId: number, nameId: string, userId: number): Promise<void> {
  await run(
    tx,
    queries.insertInto('federated_identities').values({ provider_id: providerId, name_id: nameId, user_id: userId }),
  )
}

/** The grants that new users of an employer begin with. */
export async function readMappedGrants(tx: Tx, clientId: number): Promise<Grants> {
  const row = await runFirst(tx, mappedGrants(clientId))
  const { systemIds, pageIds, customerIds, facilityCodes } = row as MappedGrants
  return {
    system: systemIds.map((systemId) => ({ systemId, isAdmin: false, hasSensitiveData: false, endsAt: null })),
    page: pageIds.map((pageId) => ({ pageId, endsAt: null })),
    facility: facilityCodes.map((facilityCode) => ({ facilityCode, hasAllCustomers: false, endsAt: null })),
    customer: customerIds.map((customerId) => ({ customerId, endsAt: null })),
  }
}

/** Creates a federated user without grants; undefined when the name is taken. */
export async function createFederatedUser(tx: Tx, person: NewPerson): Promise<number | undefined> {
  const made = await runFirst(
    tx,
    queries
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
      .returning('id'),
  )
  return made?.id
}

export interface NewPerson {
  userName: string
  firstName: string
  lastName: string
  email: string
  clientId: number
}

/** Administration pages are granted by administrators, never by a mapping. */
const mappedGrants = statement([int], {
  name: 'federation: mapped grants',
  text: `
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
               union select facility_code from customer where facility_code is not null order by 1) as "facilityCodes"`,
  row: { systemIds: arrayOf(int), pageIds: arrayOf(int), customerIds: arrayOf(int), facilityCodes: arrayOf(text) },
})

type MappedGrants = RowOf<typeof mappedGrants>
