import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { CustomerAssignment, FacilityAssignment } from './assignment-rules.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

export interface HeldCustomer extends CustomerAssignment {
  name: string
  /** Names along the path. */
  names: string[]
}

export interface HeldAssignments {
  facilities: FacilityAssignment[]
  customers: HeldCustomer[]
  /** Grows with every change. */
  version: number
  changedAt: Date | null
  changedByName: string | null
}

const facilities = statement([int], {
  name: 'customers: facilities',
  text: `
  select facility_code as "facilityCode", all_customers as "hasAllCustomers", ends_at as "endsAt"
    from current_facility_grants where user_id = $1 order by facility_code`,
  row: { facilityCode: text, hasAllCustomers: bool, endsAt: nullable(instant) },
})

const customers = statement([int], {
  name: 'customers: customers',
  text: `
  select customer.id as "customerId", customer.facility_code as "facilityCode", customer.path, customer.name,
         given.ends_at as "endsAt",
         array(select above.name from unnest(customer.path) with ordinality step (id, at)
                 join customers above on above.id = step.id order by step.at) as names
    from current_customer_grants given join customers customer on customer.id = given.customer_id
   where given.user_id = $1 order by customer.name, customer.id`,
  row: {
    customerId: int,
    facilityCode: text,
    path: arrayOf(int),
    name: text,
    endsAt: nullable(instant),
    names: arrayOf(text),
  },
})

// Rows are only opened and closed, so that both together count the changes.
const history = statement([int], {
  name: 'customers: history',
  text: `
  with change as (
    select valid_from, valid_to, granted_by, closed_by from user_facility_grants where user_id = $1
    union all
    select valid_from, valid_to, granted_by, closed_by from user_customer_grants where user_id = $1),
  latest as (
    select greatest(valid_from, valid_to) as at, case when valid_to is null then granted_by else closed_by end as by
      from change order by at desc, by limit 1)
  select (select (count(*) + count(valid_to))::int from change) as version, latest.at as "changedAt",
         ${userNameSql('latest.by')} as "changedByName"
    from (select) one left join latest on true`,
  row: { version: int, changedAt: nullable(instant), changedByName: nullable(text) },
})

/** The facilities and customers that a user is assigned now. */
export async function readAssignments(tx: Tx, userId: number): Promise<HeldAssignments> {
  const [ofFacilities, ofCustomers, [changes]] = await Promise.all([
    run(tx, facilities(userId)),
    run(tx, customers(userId)),
    run(tx, history(userId)),
  ])
  return {
    facilities: ofFacilities,
    customers: ofCustomers,
    version: changes?.version ?? 0,
    changedAt: changes?.changedAt ?? null,
    changedByName: changes?.changedByName ?? null,
  }
}

export type Facility = RowOf<typeof selectFacilities>

const selectFacilities = statement([], {
  name: 'customers: select facilities',
  text: 'select code, name, has_hierarchy as "hasHierarchy" from facilities order by code',
  row: { code: text, name: text, hasHierarchy: bool },
})

export const readFacilities = (tx: Tx): Promise<Facility[]> => run(tx, selectFacilities())

const lockCustomers = statement([arrayOf(int)], {
  name: 'customers: lock customers',
  text: `select id as "customerId", facility_code as "facilityCode", path from customers where id = any($1::int[]) for share`,
  row: { customerId: int, facilityCode: text, path: arrayOf(int) },
})

/** Where customers of these ids stand; ids without a customer are left out. */
export const readCustomerPlaces = (tx: Tx, ids: readonly number[]) =>
  run(
    tx,
    // Held until the transaction ends, so that none is moved below another meanwhile.
    lockCustomers(ids),
  )
