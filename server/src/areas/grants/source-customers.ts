import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'
import { mayGiveBySource } from './source-rights.ts'

// Customers that permission sets give, each with all below it, and the facilities that come with them. A customer that is
// held otherwise, one above it, or all customers of the facility come first: nothing is given besides.

/** SQL: the user has the customer already, by one above it or by all customers of the facility. */
export const hasCustomer = (userId: string, customer: string): string => `
  (exists (select from user_customer_grants one where one.user_id = ${userId} and one.customer_id = any (${customer}.path)
              and one.valid_to is null)
   or exists (select from user_facility_grants whole where whole.user_id = ${userId} and whole.all_customers
                 and whole.facility_code = ${customer}.facility_code and whole.valid_to is null))`

/** SQL: the user's access to the facility has ended on its date, which is not recorded yet. */
const hasEndedFacility = (userId: string, facilityCode: string): string => `
  exists (select from user_facility_grants over where over.user_id = ${userId} and over.facility_code = ${facilityCode}
             and over.valid_to is null and over.ends_at <= clock_now())`

const changeRow = {
  userId: int,
  systemName: text,
  pageName: text,
  kind: nullable(textOf<'set'>()),
  name: nullable(text),
  version: nullable(int),
  endsAt: nullable(instant),
}

/** SQL: an open facility grant `held` of a set, of which the user has no open customer but those in `gone`. */
const isEmptyFacility = (gone: string): string => `
  held.by_group and held.valid_to is null and not held.all_customers
       and not exists (
         select from user_customer_grants one join customers customer on customer.id = one.customer_id
          where one.user_id = held.user_id and one.valid_to is null and customer.facility_code = held.facility_code
            ${gone})`

const closeStatement = statement([int, arrayOf(int)], {
  name: 'grants: close customers that no set gives',
  text: `
  with concerned as materialized (
    select id from users where id = any ($2::integer[]) and client_id = $1),
  due as materialized (
    select one.user_id, given.customer_id
      from source_members one join source_customers given on given.set_id = one.source_id
     where one.kind = 'set' and one.client_id = $1 and one.user_id = any ($2::integer[])),
  closed as (
    update user_customer_grants held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
     where held.user_id in (select id from concerned) and held.by_group and held.valid_to is null
       and (held.user_id, held.customer_id) not in (select due.user_id, due.customer_id from due)
    returning held.user_id, held.customer_id),
  emptied as (
    update user_facility_grants held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
     where held.user_id in (select id from concerned)
       and ${isEmptyFacility('and (one.user_id, one.customer_id) not in (select gone.user_id, gone.customer_id from closed gone)')})
  select gone.user_id as "userId", customer.facility_code as "systemName", customer.name::text as "pageName",
         null::text as kind, null::text as name, null::integer as version, null::timestamptz as "endsAt"
    from closed gone join customers customer on customer.id = gone.customer_id order by 1, 2, 3`,
  row: changeRow,
})

const openStatement = statement([int, arrayOf(int)], {
  name: 'grants: open customers that sets give',
  text: `
  with belongs as materialized (
    select one.source_id, one.user_id from source_members one
     where one.kind = 'set' and one.client_id = $1 and one.user_id = any ($2::integer[])
       and exists (select from permission_set_customers given where given.set_id = one.source_id)),
  access as materialized (
    select given.* from source_customers given
     where given.may_give and given.set_id in (select belongs.source_id from belongs)),
  people as materialized (
    select belongs.source_id, target.id as user_id, target.status, target.is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from belongs join users target on target.id = belongs.user_id and target.client_id = $1
      join protected_authorities held on held.user_id = target.id),
  due as materialized (
    select distinct on (people.user_id, access.customer_id)
           people.user_id, access.customer_id, access.facility_code, access.path, access.granted_by, access.name, access.version
      from people join access on access.set_id = people.source_id and ${mayGiveBySource('access', 'people')}
     order by people.user_id, access.customer_id, access.set_id),
  lacking as materialized (
    select due.* from due
     where not ${hasCustomer('due.user_id', 'due')} and not ${hasEndedFacility('due.user_id', 'due.facility_code')}),
  facilities_opened as (
    insert into user_facility_grants (user_id, facility_code, granted_by, by_group)
    select distinct on (due.user_id, due.facility_code) due.user_id, due.facility_code, due.granted_by, true
      from due
     where not exists (select from user_facility_grants held where held.user_id = due.user_id
                          and held.facility_code = due.facility_code and held.valid_to is null)
     order by due.user_id, due.facility_code, due.customer_id
    on conflict do nothing),
  opened as (
    insert into user_customer_grants (user_id, customer_id, granted_by, by_group)
    select user_id, customer_id, granted_by, true from lacking on conflict do nothing)
  select lacking.user_id as "userId", lacking.facility_code as "systemName", customer.name::text as "pageName",
         'set'::text as kind, lacking.name, lacking.version, null::timestamptz as "endsAt"
    from lacking join customers customer on customer.id = lacking.customer_id order by 1, 2, 3`,
  row: changeRow,
})

type CustomerChange = RowOf<typeof openStatement>

/**
 * Gives locked users of an employer the customers that their permission sets give, and ends those that none gives any
 * more. Named by facility and customer.
 */
export async function followCustomers(
  tx: Tx,
  clientId: number,
  userIds: readonly number[],
): Promise<{ closed: readonly CustomerChange[]; opened: readonly CustomerChange[] }> {
  const closed = await run(tx, closeStatement(clientId, userIds))
  return { closed, opened: await run(tx, openStatement(clientId, userIds)) }
}

/** SQL: which of the users $1, of any employer, have other customers than their permission sets give. */
export const unlikeCustomers = `
    select user_id from (
      select user_id, customer_id from user_customer_grants where user_id = any ($1::integer[]) and by_group and valid_to is null
      except
      select belongs.user_id, given.customer_id
        from belongs join source_customers given on belongs.kind = 'set' and given.set_id = belongs.source_id) one
    union all
    select held.user_id from user_facility_grants held where held.user_id = any ($1::integer[]) and ${isEmptyFacility('')}
    union all
    select account.id
      from belongs join source_customers access on belongs.kind = 'set' and access.set_id = belongs.source_id
      join users account on account.id = belongs.user_id and account.status = 1
     where (not ${hasCustomer('account.id', 'access')}
            or not exists (select from user_facility_grants held where held.user_id = account.id
                              and held.facility_code = access.facility_code and held.valid_to is null))
       and access.may_give and exists (
         select from (
           select account.id as user_id, account.status, account.is_internal, held.is_portal_admin, held.admin_system_ids,
                  held.page_ids, held.may_sign_on_as
             from protected_authorities held where held.user_id = account.id) person
          where ${mayGiveBySource('access', 'person')})`

const giveStatement = statement([arrayOf(int), arrayOf(int), int], {
  name: 'grants: give customers by set',
  text: `
  with wanted as materialized (
    select person.id as user_id, customer.id as customer_id, customer.facility_code, customer.path, customer.name
      from unnest($1::integer[]) person (id) cross join customers customer where customer.id = any ($2::integer[])),
  lacking as materialized (
    select wanted.* from wanted
     where not ${hasCustomer('wanted.user_id', 'wanted')}
       and not ${hasEndedFacility('wanted.user_id', 'wanted.facility_code')}),
  facilities_opened as (
    insert into user_facility_grants (user_id, facility_code, granted_by, by_group)
    select distinct lacking.user_id, lacking.facility_code, $3::integer, true from lacking
     where not exists (select from user_facility_grants held where held.user_id = lacking.user_id
                          and held.facility_code = lacking.facility_code and held.valid_to is null)
    on conflict do nothing),
  opened as (
    insert into user_customer_grants (user_id, customer_id, granted_by, by_group)
    select user_id, customer_id, $3::integer, true from lacking on conflict do nothing)
  select user_id as "userId", facility_code as "systemName", name::text as "pageName" from lacking order by 1, 2, 3`,
  row: { userId: int, systemName: text, pageName: text },
})

/** Gives users what they lack of customers, as given by a set, by the rights of an administrator who has been checked. */
export const giveCustomersBySource = (tx: Tx, userIds: readonly number[], customerIds: readonly number[], by: number) =>
  customerIds.length === 0 ? Promise.resolve([]) : run(tx, giveStatement(userIds, customerIds, by))

const bySetStatement = statement([int], {
  name: 'grants: customers by set',
  text: `
  select held.customer_id as "customerId", given.facility_code as "facilityCode", given.path,
         customer.name::text as "customerName", given.set_id as "setId", given.name as "setName", given.version
    from user_customer_grants held join users person on person.id = held.user_id
    join source_members one on one.kind = 'set' and one.user_id = held.user_id and one.client_id = person.client_id
    join source_customers given on given.set_id = one.source_id and given.customer_id = held.customer_id
    join customers customer on customer.id = held.customer_id
   where held.user_id = $1 and held.valid_to is null and held.by_group
   order by lower(given.name), given.set_id, customer.name, customer.id`,
  row: {
    customerId: int,
    facilityCode: text,
    path: arrayOf(int),
    customerName: text,
    setId: int,
    setName: text,
    version: int,
  },
})

/** A customer that a user has by a permission set. */
export type CustomerBySet = RowOf<typeof bySetStatement>

/** The customers that a user has by permission sets, once for each set that gives one, by the names of the sets. */
export const readCustomersBySet = (tx: Tx, userId: number): Promise<CustomerBySet[]> => run(tx, bySetStatement(userId))
