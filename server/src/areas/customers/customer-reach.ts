import type { Tx } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'

/** The customers of one facility that an administrator may see and assign: all, or these with all below them. */
export type Reach = 'all' | readonly number[]

/** What an administrator may assign (decision E4): portal administrators everything, others what they hold. */
export interface CustomerReach {
  /** Null: every facility. */
  facilities: ReadonlySet<string> | null
  of: (facilityCode: string) => Reach
}

const everything: CustomerReach = { facilities: null, of: () => 'all' }

const held = statement([int], {
  name: 'customers: held',
  text: `
  select facility_code as "facilityCode", all_customers as "hasAll", '{}'::integer[] as ids
    from current_facility_grants where user_id = $1
  union all
  select customer.facility_code, false, array_agg(customer.id)
    from current_customer_grants given join customers customer on customer.id = given.customer_id
   where given.user_id = $1 group by customer.facility_code`,
  row: { facilityCode: text, hasAll: bool, ids: arrayOf(int) },
})

export async function readReach(tx: Tx, { isPortalAdmin, userId }: Authority): Promise<CustomerReach> {
  if (isPortalAdmin) return everything
  const rows = await run(tx, held(userId))
  return {
    facilities: new Set(rows.map(({ facilityCode }) => facilityCode)),
    of: (code) => {
      const own = rows.filter(({ facilityCode }) => facilityCode === code)
      return own.some(({ hasAll }) => hasAll) ? 'all' : own.flatMap(({ ids }) => ids)
    },
  }
}

/** True for a customer in reach. `path`: ids from the first level down to the customer. */
export const isInReach = (reach: Reach, path: readonly number[]): boolean =>
  reach === 'all' || path.some((id) => reach.includes(id))

/** Position in a path from which the administrator may see it: what is above the held customer stays hidden. */
export const visibleFrom = (reach: Reach, path: readonly number[]): number =>
  reach === 'all'
    ? 0
    : Math.max(
        0,
        path.findIndex((id) => reach.includes(id)),
      )
