import { ASSIGNED_CUSTOMERS_MAX } from '@portico/contract/customers/user-customers.ts'

export interface FacilityAssignment {
  facilityCode: string
  hasAllCustomers: boolean
  endsAt: Date | null
}
export interface CustomerAssignment {
  customerId: number
  facilityCode: string
  /** Ids from the first level down to the customer. */
  path: readonly number[]
  endsAt: Date | null
}
export interface Assignments {
  facilities: readonly FacilityAssignment[]
  customers: readonly CustomerAssignment[]
}

/** What the administrator may assign of a facility. */
interface ReachRules {
  isOwnFacility: (code: string) => boolean
  hasAll: (code: string) => boolean
  isInReach: (customer: CustomerAssignment) => boolean
}

export type AssignmentProblem = 'facility-unknown' | 'customer-unknown' | 'all-refused' | 'conflict' | 'too-many'

type Place = Pick<CustomerAssignment, 'customerId' | 'path'>

/**
 * True where one of the customers is above another: a parent includes all below it (decisions E15, E16). Two that are
 * held already may stay: permission sets give them independently of each other.
 */
export function hasConflict(customers: readonly Place[], held: readonly Place[] = []): boolean {
  const ids = new Set(customers.map(({ customerId }) => customerId))
  const isHeld = new Set(held.map(({ customerId }) => customerId))
  return customers.some(({ customerId, path }) =>
    path.slice(0, -1).some((above) => ids.has(above) && !(isHeld.has(customerId) && isHeld.has(above))),
  )
}

/**
 * Returns what a user is assigned after a save, or why it is refused. What the administrator has no access to stays as
 * it is (decision E4); all customers of a facility replace the selected ones (UADM-127); a customer comes with its
 * facility (decision E14).
 */
export function planAssignments(
  held: Assignments,
  wanted: Assignments,
  reach: ReachRules,
): Assignments | AssignmentProblem {
  if (!wanted.facilities.every(({ facilityCode }) => reach.isOwnFacility(facilityCode))) return 'facility-unknown'
  const isLocked = lockedFacilities(held, reach)
  const open = wanted.facilities.filter(({ facilityCode }) => !isLocked(facilityCode))
  if (open.some(({ facilityCode, hasAllCustomers }) => hasAllCustomers && !reach.hasAll(facilityCode)))
    return 'all-refused'
  const own = wanted.customers.filter(({ facilityCode }) => !isLocked(facilityCode))
  if (!own.every(reach.isInReach)) return 'customer-unknown'

  const keptFacilities = held.facilities.filter(
    ({ facilityCode }) => isLocked(facilityCode) || !reach.isOwnFacility(facilityCode),
  )
  const facilities = [...keptFacilities, ...open]
  const hasAll = new Set(facilities.filter((one) => one.hasAllCustomers).map((one) => one.facilityCode))
  const kept = held.customers.filter((one) => !reach.isInReach(one))
  const customers = [...kept, ...own].filter(({ facilityCode }) => !hasAll.has(facilityCode))
  if (customers.length > ASSIGNED_CUSTOMERS_MAX) return 'too-many'
  if (hasConflict(customers, held.customers)) return 'conflict'
  return { facilities: withFacilitiesOf(customers, facilities, held.facilities), customers }
}

/** All customers are assigned, and the administrator could not have done it. */
const lockedFacilities =
  (held: Assignments, reach: ReachRules) =>
  (code: string): boolean =>
    !reach.hasAll(code) && held.facilities.some((one) => one.facilityCode === code && one.hasAllCustomers)

/** Returns what a user keeps when the administrator ends all that they have access to (decision E4). */
export function keptAssignments(held: Assignments, reach: ReachRules): Assignments {
  const isLocked = lockedFacilities(held, reach)
  const customers = held.customers.filter((one) => !reach.isInReach(one))
  const hasKept = new Set(customers.map(({ facilityCode }) => facilityCode))
  const facilities = held.facilities.filter(
    ({ facilityCode: code }) => isLocked(code) || !reach.isOwnFacility(code) || hasKept.has(code),
  )
  return { facilities, customers }
}

/** Adds the facilities of the customers that are missing; one that is held keeps its end. */
function withFacilitiesOf(
  customers: readonly CustomerAssignment[],
  facilities: readonly FacilityAssignment[],
  held: readonly FacilityAssignment[],
): readonly FacilityAssignment[] {
  const known = new Set(facilities.map(({ facilityCode }) => facilityCode))
  const missing = new Set(customers.map(({ facilityCode }) => facilityCode).filter((code) => !known.has(code)))
  return [
    ...facilities,
    ...[...missing].map((facilityCode) => ({
      facilityCode,
      hasAllCustomers: false,
      endsAt: held.find((one) => one.facilityCode === facilityCode)?.endsAt ?? null,
    })),
  ]
}
