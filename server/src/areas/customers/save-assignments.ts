import type { Tx, Db } from '../../db/database.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { ASSIGNED_CUSTOMERS_MAX, type UserCustomersChange } from '@portico/contract/customers/user-customers.ts'
import {
  Answer,
  Refusal,
  refuse,
  refuseField,
  refuseStale,
  type StandardRefusal,
  isStaleVersion,
} from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { ActContext, Authority, CallContext } from '../../http/caller.ts'
import { findTarget, mayGiveToThemselves, refuseReadOnly, type UserTarget } from '../permissions/public.ts'
import { type HeldAssignments, readAssignments, readCustomerPlaces, readFacilities } from './assignment-list.ts'
import { type AssignmentProblem, type Assignments, keptAssignments, planAssignments } from './assignment-rules.ts'
import { type CustomerReach, isInReach, readReach } from './customer-reach.ts'
import { type CustomerBySet, readCustomersBySet, replaceGrants } from '../grants/public.ts'
import { auditChange } from '../audit/public.ts'
import { runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, statement } from '../../db/statement.ts'

interface SaveDeps {
  db: Db
}

interface SaveInput {
  userId: number
  change: UserCustomersChange
}

/** Assigns facilities and customers to a user, as far as the administrator may (UADM-145). */
export async function saveAssignments({ db }: SaveDeps, by: CallContext, { userId, change }: SaveInput) {
  const authority = await by.caller.authority()
  return db.transact(adminScope(by.caller), async (tx) => {
    const target = await findTarget(tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const refusal = await refuseTarget(tx, authority, target)
    if (refusal) return refusal
    const held = await readAssignments(tx, userId)
    if (isStaleVersion(change.version, held.version)) return refuseStaleAssignments(held)
    const reach = await readReach(tx, authority)
    const planned = await plan(tx, reach, held, change)
    if (planned instanceof Refusal) return planned
    const kept = refuseBySet(await readCustomersBySet(tx, userId), reach, held, planned)
    if (kept) return kept
    await replace(tx, by, { target, held, planned })
    return new Answer(null, { message: sentences.customers_saved })
  })
}

/**
 * Assigns facilities and customers to a user that this transaction has created; null, or why it is refused.
 */
export async function assignToNewUser(
  tx: Tx,
  by: CallContext,
  target: Replacement['target'],
  change: Omit<UserCustomersChange, 'version'>,
): Promise<StandardRefusal | null> {
  if (change.userFacilities.length + change.userCustomers.length === 0) return null
  const held: Assignments = { facilities: [], customers: [] }
  const planned = await plan(tx, await readReach(tx, await by.caller.authority()), held, change)
  if (planned instanceof Refusal) return planned
  await replace(tx, by, { target, held, planned })
  return null
}

interface AssignmentEnd {
  held: Assignments
  /** What the administrator has no access to. */
  kept: Assignments
}

/** What a user is assigned, and what of it stays when this administrator ends the rest. */
export async function planAssignmentEnd(tx: Tx, authority: Authority, userId: number): Promise<AssignmentEnd> {
  const [held, reach] = await Promise.all([readAssignments(tx, userId), readReach(tx, authority)])
  return { held, kept: keptAssignments(held, rulesOf(reach)) }
}

/** Takes from a user the facilities and customers that the administrator has access to, and records which they were. */
export async function endAssignments(
  tx: Tx,
  by: ActContext,
  authority: Authority,
  target: Replacement['target'],
): Promise<void> {
  const { held, kept } = await planAssignmentEnd(tx, authority, target.id)
  await replace(tx, by, { target, held, planned: kept })
}

async function plan(
  tx: Tx,
  reach: CustomerReach,
  held: Assignments,
  change: Omit<UserCustomersChange, 'version'>,
): Promise<Assignments | StandardRefusal> {
  const wanted = await wantedOf(tx, change)
  if (typeof wanted === 'string') return refuseProblem(wanted)
  const planned = planAssignments(held, wanted, rulesOf(reach))
  return typeof planned === 'string' ? refuseProblem(planned) : planned
}

/** Infinity: without a planned end; -Infinity: it is not assigned. */
const lastsUntil = (one: { readonly endsAt: Date | null } | undefined) =>
  one ? (one.endsAt?.getTime() ?? Infinity) : -Infinity

/**
 * Refuses to take away, or to end earlier, what a permission set gives: it would come again. A customer that the
 * administrator has no access to is not named; it ends by its facility alone.
 */
function refuseBySet(
  bySets: readonly CustomerBySet[],
  { of }: Pick<CustomerReach, 'of'>,
  held: Assignments,
  planned: Assignments,
) {
  const facilityOf = ({ facilities }: Assignments, code: string) =>
    facilities.find(({ facilityCode }) => facilityCode === code)
  const customerOf = ({ customers }: Assignments, id: number) => customers.find((one) => one.customerId === id)
  const isPlanned = new Set(planned.customers.map(({ customerId }) => customerId))
  const lost = bySets.filter(({ customerId, facilityCode, path }) => {
    const facility = facilityOf(planned, facilityCode)
    if (facility?.hasAllCustomers) return false
    if (lastsUntil(facilityOf(held, facilityCode)) === Infinity && lastsUntil(facility) < Infinity) return true
    // One above it includes it.
    if (path.slice(0, -1).some((above) => isPlanned.has(above))) return false
    return lastsUntil(customerOf(planned, customerId)) < lastsUntil(customerOf(held, customerId))
  })
  const kept = lost.find(({ facilityCode, path }) => isInReach(of(facilityCode), path))
  const [hidden] = lost
  if (!hidden) return null
  if (!kept) return refuseField('userFacilities', sentences.customers_facility_kept_by_set({ set: hidden.setName }))
  return refuseField(
    'userCustomers',
    sentences.customers_kept_by_set({ customer: kept.customerName, set: kept.setName }),
  )
}

async function refuseTarget(tx: Tx, authority: Authority, target: UserTarget) {
  const readOnly = refuseReadOnly(authority, target)
  if (readOnly) return readOnly
  // Nobody raises themselves, portal administrators neither (decision E4).
  if (target.id === authority.userId && !(await mayGiveToThemselves(tx, authority)))
    return refuse('403', sentences.customers_not_yourself)
  return null
}

const refuseStaleAssignments = ({ changedByName, changedAt }: HeldAssignments) =>
  refuseStale(
    { changedByName, changedAt: changedAt ?? new Date(0) },
    sentences.customers_stale,
    sentences.customers_stale_unknown,
  )

const rulesOf = ({ facilities, of }: CustomerReach) => ({
  isOwnFacility: (code: string) => facilities === null || facilities.has(code),
  hasAll: (code: string) => of(code) === 'all',
  isInReach: ({ facilityCode, path }: { facilityCode: string; path: readonly number[] }) =>
    isInReach(of(facilityCode), path),
})

type Problem = AssignmentProblem | 'end-past'

const problems: Readonly<Record<Problem, { field: keyof UserCustomersChange; message: Message }>> = {
  'facility-unknown': { field: 'userFacilities', message: sentences.customers_facility_unknown },
  'all-refused': { field: 'userFacilities', message: sentences.customers_all_refused },
  'customer-unknown': { field: 'userCustomers', message: sentences.customers_unknown },
  conflict: { field: 'userCustomers', message: sentences.customers_conflict },
  'too-many': {
    field: 'userCustomers',
    message: sentences.customers_too_many({ max: ASSIGNED_CUSTOMERS_MAX }),
  },
  'end-past': { field: 'userCustomers', message: sentences.customers_end_past },
}

const refuseProblem = (problem: Problem) => refuseField(problems[problem].field, problems[problem].message)

/** What the request asks for, with the places of its customers; each customer and facility once. */
async function wantedOf(tx: Tx, { userFacilities, userCustomers }: Omit<UserCustomersChange, 'version'>) {
  const codes = await facilityCodes(tx)
  if (!userFacilities.every(({ facilityCd }) => codes.has(facilityCd))) return 'facility-unknown'
  const ends = new Map(userCustomers.map(({ customerId, endDt }) => [customerId, endDt ?? null]))
  const facilityEnds = userFacilities.map(({ endDt }) => endDt ?? null)
  if (await hasPassed(tx, [...ends.values(), ...facilityEnds])) return 'end-past'
  const places = await readCustomerPlaces(tx, [...ends.keys()])
  if (places.length < ends.size) return 'customer-unknown'
  const facilities = new Map(
    userFacilities.map(({ facilityCd, allCustomersFlg, endDt }) => [
      facilityCd,
      { facilityCode: facilityCd, hasAllCustomers: allCustomersFlg, endsAt: endDt ?? null },
    ]),
  )
  const customers = places.map((place) => ({ ...place, endsAt: ends.get(place.customerId) ?? null }))
  return { facilities: [...facilities.values()], customers } satisfies Assignments
}

async function facilityCodes(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await readFacilities(tx)).map(({ code }) => code))
}

const selectUnnest = statement([arrayOf(instant)], {
  name: 'customers: select unnest',
  text: 'select coalesce(bool_or(ends <= clock_now()), false) as "hasPassed" from unnest($1::timestamptz[]) ends',
  row: { hasPassed: bool },
})

/** By the clock of the database, which decides when grants end. */
async function hasPassed(tx: Tx, ends: readonly (Date | null)[]): Promise<boolean> {
  const row = await runFirst(tx, selectUnnest(ends.filter((end) => end !== null)))
  return row?.hasPassed ?? false
}

interface Replacement {
  target: Pick<UserTarget, 'id' | 'clientId'>
  held: Assignments
  planned: Assignments
}

async function replace(tx: Tx, by: ActContext, { target, held, planned }: Replacement) {
  const actor = by.caller.user.id
  await replaceGrants(tx, target.id, 'facility', [...planned.facilities], actor)
  await replaceGrants(
    tx,
    target.id,
    'customer',
    planned.customers.map(({ customerId, endsAt }) => ({ customerId, endsAt })),
    actor,
  )
  auditChange(
    tx,
    by,
    { event: 'user_updated', kind: 'user', id: target.id, clientId: target.clientId, subjectId: target.id },
    summary(held),
    summary(planned),
  )
}

/** What the audit trail keeps of assignments. */
const summary = ({ facilities, customers }: Assignments) => ({
  facilities: facilities
    .map(({ facilityCode, hasAllCustomers, endsAt }) => ({ facilityCode, hasAllCustomers, endsAt }))
    .toSorted((a, b) => (a.facilityCode < b.facilityCode ? -1 : 1)),
  customers: customers
    .map(({ customerId, endsAt }) => (endsAt === null ? { customerId } : { customerId, endsAt }))
    .toSorted((a, b) => a.customerId - b.customerId),
})
