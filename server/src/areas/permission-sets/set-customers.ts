import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import { refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { type CustomerReach, hasConflict, isInReach, readReach } from '../customers/public.ts'
import { countStrongerLosers } from '../grants/public.ts'
import type { WantedItems } from '../permissions/public.ts'

// The table permission_set_customers: what sets of a client give of customers.

const customersStatement = statement([int], {
  name: 'permission sets: customers of a set',
  text: `
  select given.customer_id as "customerId", customer.name::text as name, given.facility_code as "facilityCode",
         given.path, given.may_give as "mayGive"
    from source_customers given join customers customer on customer.id = given.customer_id
   where given.set_id = $1 order by given.facility_code, customer.name, customer.id`,
  row: { customerId: int, name: text, facilityCode: text, path: arrayOf(int), mayGive: bool },
})

/** A customer that a set gives, with all below it; `mayGive` false: who decided it may not give it any more. */
export type SetCustomer = RowOf<typeof customersStatement>

export const readSetCustomers = (tx: Tx, setId: number): Promise<SetCustomer[]> => run(tx, customersStatement(setId))

const placesOfSets = statement([], {
  name: 'permission sets: places of the customers of sets',
  text: `
  select given.set_id as "setId", customer.id as "customerId", customer.facility_code as facility,
         (select string_agg(above.name, ' / ' order by step.at) from unnest(customer.path) with ordinality step (id, at)
            join customers above on above.id = step.id) as path
    from permission_set_customers given join permission_sets one on one.id = given.set_id and one.deleted_at is null
    join customers customer on customer.id = given.customer_id
   order by 1, 3, 4, 2`,
  row: { setId: int, customerId: int, facility: text, path: nullable(text) },
})

/**
 * What the sets of the scope give of customers: the facility of each, and the names from the first level down to it,
 * also of customers that the caller has no access to.
 */
export const listSetCustomerPlaces = (tx: Tx) => run(tx, placesOfSets())

// Not locked: a set may give two customers of which one is moved below the other.
const placesStatement = statement([arrayOf(int)], {
  name: 'permission sets: places of customers',
  text: `
  select id as "customerId", facility_code as "facilityCode", path from customers where id = any ($1::integer[]) order by id`,
  row: { customerId: int, facilityCode: text, path: arrayOf(int) },
})

const replaceStatement = statement([int, arrayOf(int), int, arrayOf(int)], {
  name: 'permission sets: replace customers',
  text: `
  with gone as (
    delete from permission_set_customers given where given.set_id = $1 and given.customer_id <> all ($2::integer[]))
  insert into permission_set_customers as given (set_id, customer_id, granted_by)
  select $1, wanted.id, $3 from unnest($2::integer[]) wanted (id)
  on conflict on constraint permission_set_customers_once do update
     set granted_by = excluded.granted_by, granted_at = clock_now()
   where given.customer_id = any ($4::integer[])`,
})

/** What a set is to give of customers. */
export interface CustomersPlan {
  readonly hasChanges: boolean
  readonly customerIds: readonly number[]
  /** Those that become a decision of the administrator, because who decided it may not give them any more. */
  readonly takenOver: readonly number[]
  /** Those that stay, go no further, and are not the administrator’s to give. */
  readonly stopped: readonly number[]
}

/** Makes these the customers of a set; what it gives already keeps who decided it. */
export const replaceSetCustomers = (
  tx: Tx,
  { setId, by }: { setId: number; by: number },
  { customerIds, takenOver }: CustomersPlan,
): void => queue(tx, replaceStatement(setId, customerIds, by, takenOver))

const isVisibleIn =
  ({ of }: CustomerReach) =>
  ({ facilityCode, path }: Pick<SetCustomer, 'facilityCode' | 'path'>): boolean =>
    isInReach(of(facilityCode), path)

/** Returns a test of customers: whether the administrator has access to one (decision E4). */
export const visibleCustomers = async (tx: Tx, authority: Authority) => isVisibleIn(await readReach(tx, authority))

/** Refuses to give, take or delete a set with customers that the administrator has no access to. */
export async function refuseHiddenCustomers(
  tx: Tx,
  authority: Authority,
  customers: readonly SetCustomer[],
): Promise<StandardRefusal | null> {
  if (customers.every(await visibleCustomers(tx, authority))) return null
  return refuse('403', sentences.permission_set_customers_hidden)
}

interface WantedCustomers {
  readonly clientId: number | null
  readonly held: readonly SetCustomer[]
  /** Undefined: they stay. */
  readonly wanted: readonly number[] | undefined
}

/**
 * Checks which customers a set is to give by the rules for assigning them by hand: those that the administrator has
 * access to; the others stay as they are. Only sets of a client give customers, as they are granted for an employer.
 */
export async function planSetCustomers(
  tx: Tx,
  authority: Authority,
  { clientId, held, wanted }: WantedCustomers,
): Promise<CustomersPlan | StandardRefusal> {
  const heldIds = held.map(({ customerId }) => customerId)
  const isStopped = held.filter(({ mayGive }) => !mayGive)
  if (wanted === undefined)
    return {
      hasChanges: false,
      customerIds: heldIds,
      takenOver: [],
      stopped: isStopped.map(({ customerId }) => customerId),
    }
  if (clientId === null && wanted.length > 0)
    return refuseField('customerIds', sentences.permission_set_customers_of_client)
  const isVisible = await visibleCustomers(tx, authority)
  const ids = [...new Set(wanted)]
  const places = await run(tx, placesStatement(ids))
  const isNewHidden = places.some((place) => !heldIds.includes(place.customerId) && !isVisible(place))
  if (places.length < ids.length || isNewHidden) return refuseField('customerIds', sentences.customers_unknown)
  if (hasConflict(places)) return refuseField('customerIds', sentences.customers_conflict)
  const hidden = held.filter((one) => !isVisible(one)).map(({ customerId }) => customerId)
  const takenOver = isStopped.filter((one) => isVisible(one) && ids.includes(one.customerId))
  const customerIds = [...new Set([...ids, ...hidden])]
  return {
    hasChanges:
      takenOver.length > 0 ||
      customerIds.length !== heldIds.length ||
      customerIds.some((customerId) => !heldIds.includes(customerId)),
    customerIds,
    takenOver: takenOver.map(({ customerId }) => customerId),
    stopped: isStopped.filter((one) => !takenOver.includes(one)).map(({ customerId }) => customerId),
  }
}

/** Refuses to take customers from users with rights that the administrator lacks (decision E4). */
export async function refuseStrongerLosers(
  tx: Tx,
  { setId, by }: { setId: number; by: number },
  held: readonly SetCustomer[],
  wanted: WantedItems & { readonly customerIds: readonly number[] },
): Promise<StandardRefusal | null> {
  if (held.every(({ customerId }) => wanted.customerIds.includes(customerId))) return null
  const nothing = { systemIds: [], pageIds: [] }
  const count = await countStrongerLosers(tx, { kind: 'set', id: setId }, by, wanted, nothing)
  return count === 0 ? null : refuse('403', sentences.source_stronger({ count }))
}
