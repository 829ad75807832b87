import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'
import { dueBySources } from './source-due.ts'
import { closedSql, hasOtherEnd, isTooLong } from './source-ends.ts'
import { personOf } from './source-rights.ts'

// Customers that permission sets give, each with all below it, and the facilities that come with them. A customer that is
// held otherwise, one above it, or all customers of the facility come first: nothing is given besides. Customers end with
// the set, as all that it gives; the facility has no end of its own, and is closed once it has no customer any more.

/**
 * SQL: the user has the customer already, by one above it or by all customers of the facility. One above it that a set
 * gives until a moment does not count, so that nothing is missing once it has ended.
 */
export const hasCustomer = (userId: string, customer: string): string => `
  (exists (select from user_customer_grants one where one.user_id = ${userId} and one.customer_id = any (${customer}.path)
              and one.valid_to is null
              and (not one.by_group or one.ends_at is null or one.customer_id = ${customer}.path[cardinality(${customer}.path)]))
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

const due = dueBySources({
  sources:
    "one.kind = 'set' and exists (select from permission_set_customers given where given.set_id = one.source_id)",
  access: 'source_customers given on given.set_id = one.source_id',
  item: 'access.customer_id, access.facility_code, access.path',
})

// What lasts too long is opened again until the end that all sets give, with the same giver; what is to last longer is
// opened by the statement below. The planner knows nothing of the size of `due`: a full join sorts or hashes.
const closeStatement = statement([int, arrayOf(int)], {
  name: 'grants: close customers unlike what sets give',
  text: `
  with ${due},
  compared as materialized (
    select held.id, due.* from due full join (
      select one.id, one.user_id, one.customer_id
        from user_customer_grants one join users person on person.id = one.user_id and person.client_id = $1
       where one.user_id = any ($2::integer[]) and one.by_group and one.valid_to is null) held
        on held.user_id = due.user_id and held.customer_id = due.customer_id),
  gone as (
    update user_customer_grants held set ${closedSql}
      from compared
     where compared.id = held.id and (compared.lasts is null or ${hasOtherEnd('held', 'compared')})
    returning held.user_id, held.customer_id, held.ends_at, held.granted_by, compared.lasts, compared.kind, compared.name,
              compared.version, ${isTooLong('held.ends_at', 'compared.lasts')} as is_too_long),
  opened as (
    insert into user_customer_grants (user_id, customer_id, granted_by, by_group, ends_at)
    select user_id, customer_id, granted_by, true, lasts from gone where is_too_long),
  emptied as (
    update user_facility_grants held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
     where held.user_id in (select id from users where id = any ($2::integer[]) and client_id = $1)
       and ${isEmptyFacility('and (one.user_id, one.customer_id) not in (select gone.user_id, gone.customer_id from gone where gone.lasts is null)')})
  select gone.user_id as "userId", customer.facility_code as "systemName", customer.name::text as "pageName", gone.kind,
         gone.name, gone.version, gone.ends_at as "endsAt", case when gone.is_too_long then gone.lasts end as until,
         gone.lasts is null as "isEnded"
    from gone join customers customer on customer.id = gone.customer_id order by 1, 2, 3`,
  row: { ...changeRow, until: nullable(instant), isEnded: bool },
})

const openStatement = statement([int, arrayOf(int)], {
  name: 'grants: open customers that sets give',
  text: `
  with ${due},
  lacking as materialized (
    select due.* from due
     where due.granted_by is not null
       and not ${hasCustomer('due.user_id', 'due')}
       and not ${hasEndedFacility('due.user_id', 'due.facility_code')}),
  facilities_opened as (
    insert into user_facility_grants (user_id, facility_code, granted_by, by_group)
    select distinct on (due.user_id, due.facility_code) due.user_id, due.facility_code, due.granted_by, true
      from due
     where due.granted_by is not null
       and not exists (select from user_facility_grants held where held.user_id = due.user_id
                          and held.facility_code = due.facility_code and held.valid_to is null)
     order by due.user_id, due.facility_code, due.customer_id
    on conflict do nothing),
  opened as (
    insert into user_customer_grants (user_id, customer_id, granted_by, by_group, ends_at)
    select user_id, customer_id, granted_by, true, nullif(may_last, 'infinity') from lacking on conflict do nothing)
  select lacking.user_id as "userId", lacking.facility_code as "systemName", customer.name::text as "pageName",
         'set'::text as kind, lacking.name, lacking.version, nullif(lacking.may_last, 'infinity') as "endsAt"
    from lacking join customers customer on customer.id = lacking.customer_id order by 1, 2, 3`,
  row: changeRow,
})

/**
 * Gives locked users of an employer the customers that their permission sets give, until these end, and ends those that
 * none gives any more. Named by facility and customer; `moved` has what is given until another moment, and `until` that
 * moment where it is an earlier one.
 */
export async function followCustomers(tx: Tx, clientId: number, userIds: readonly number[]) {
  const gone = await run(tx, closeStatement(clientId, userIds))
  return {
    closed: gone.filter(({ isEnded }) => isEnded),
    moved: gone.filter(({ isEnded }) => !isEnded),
    opened: await run(tx, openStatement(clientId, userIds)),
  }
}

/** SQL: which of the users $1, of any employer, have other customers than their permission sets give, or for longer or shorter. */
export const unlikeCustomers = `
    select user_id from (
      select user_id, customer_id, coalesce(ends_at, 'infinity') as held_until, '-infinity'::timestamptz as lasts
        from user_customer_grants where user_id = any ($1::integer[]) and by_group and valid_to is null
      union all
      select belongs.user_id, given.customer_id, '-infinity', coalesce(belongs.ends_at, 'infinity')
        from belongs join source_customers given on belongs.kind = 'set' and given.set_id = belongs.source_id) one
     group by user_id, customer_id having max(held_until) > max(lasts)
    union all
    select held.user_id from user_facility_grants held where held.user_id = any ($1::integer[]) and ${isEmptyFacility('')}
    union all
    select account.id
      from belongs join source_customers access on belongs.kind = 'set' and access.set_id = belongs.source_id
      ${personOf('belongs')}
     where account.status = 1
       and (not ${hasCustomer('account.id', 'access')}
            or not exists (select from user_facility_grants held where held.user_id = account.id
                              and held.facility_code = access.facility_code and held.valid_to is null)
            or exists (select from user_customer_grants held where held.user_id = account.id
                          and held.customer_id = access.customer_id and held.by_group and held.valid_to is null
                          and held.ends_at < coalesce(belongs.ends_at, 'infinity')))`

// What a set gave until an earlier moment is closed, and opened until the later one.
const giveStatement = statement([arrayOf(int), arrayOf(int), int, nullable(instant)], {
  name: 'grants: give customers by set',
  text: `
  with wanted as materialized (
    select person.id as user_id, customer.id as customer_id, customer.facility_code, customer.path, customer.name
      from unnest($1::integer[]) person (id) cross join customers customer where customer.id = any ($2::integer[])),
  shorter as (
    update user_customer_grants held set ${closedSql}
     where held.user_id = any ($1::integer[]) and held.customer_id = any ($2::integer[]) and held.valid_to is null
       and held.by_group and held.ends_at < coalesce($4::timestamptz, 'infinity')
    returning held.user_id, held.customer_id),
  lacking as materialized (
    select wanted.* from wanted
     where ((wanted.user_id, wanted.customer_id) in (select shorter.user_id, shorter.customer_id from shorter)
            or not ${hasCustomer('wanted.user_id', 'wanted')})
       and not ${hasEndedFacility('wanted.user_id', 'wanted.facility_code')}),
  facilities_opened as (
    insert into user_facility_grants (user_id, facility_code, granted_by, by_group)
    select distinct lacking.user_id, lacking.facility_code, $3::integer, true from lacking
     where not exists (select from user_facility_grants held where held.user_id = lacking.user_id
                          and held.facility_code = lacking.facility_code and held.valid_to is null)
    on conflict do nothing),
  opened as (
    insert into user_customer_grants (user_id, customer_id, granted_by, by_group, ends_at)
    select user_id, customer_id, $3::integer, true, $4::timestamptz from lacking on conflict do nothing)
  select user_id as "userId", facility_code as "systemName", name::text as "pageName" from lacking order by 1, 2, 3`,
  row: { userId: int, systemName: text, pageName: text },
})

/**
 * Gives users what they lack of customers, or have for a shorter time, as given by a set until a moment (null: no planned
 * end), by the rights of an administrator who has been checked.
 */
export const giveCustomersBySource = (
  tx: Tx,
  userIds: readonly number[],
  { customerIds, endsAt }: { customerIds: readonly number[]; endsAt: Date | null },
  by: number,
) => (customerIds.length === 0 ? Promise.resolve([]) : run(tx, giveStatement(userIds, customerIds, by, endsAt)))

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
