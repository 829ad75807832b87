import { type Grants, readGrants } from '../../areas/grants/public.ts'
import { readCatalog } from '../../areas/permissions/permission-record.ts'
import { permissionIssues, type Permissions, sentOf } from '../../areas/permissions/permission-rules.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import { MessageRef, translateAsShipped } from '../../http/sentences.ts'
import { type LivePerson, readEndedGrants, readPlaces } from './live-person.ts'
import type { BackupGrant, BackupPerson } from './person-in-backup.ts'

interface GrantPlan {
  grants: Grants
  grantNames: string[]
  /** How many the user holds already. */
  there: number
  cannot: { what: string; why: string }[]
}

/**
 * Plans which grants of a backup come back: what the user does not hold, what still exists, and what the rules of
 * permissions allow now. What a group of a directory gave, the group gives again by itself; what a permission set gave comes with the set, which
 * is given again by hand.
 */
export async function planGrants(tx: Tx, person: BackupPerson, live: LivePerson): Promise<GrantPlan> {
  const held = await readGrants(tx, person.id)
  const plan: GrantPlan = {
    grants: { system: [], page: [], facility: [], customer: [] },
    grantNames: [],
    there: 0,
    cannot: [],
  }
  const ended = new Set(await readEndedGrants(tx, person.id))
  const missing = person.grants.filter((grant) => !isHeld(held, grant))
  plan.there = person.grants.length - missing.length
  const refuse = (grant: BackupGrant, why: string) => void plan.cannot.push({ what: nameOf(grant), why })
  for (const grant of missing.filter(({ byGroup }) => byGroup))
    refuse(
      grant,
      'a group of the directory or a permission set gave it: groups give it again to their members, sets are given again by hand',
    )
  const ofPerson = missing.filter(({ byGroup }) => !byGroup)
  for (const grant of ofPerson.filter((one) => ended.has(keyOf(one))))
    refuse(grant, 'the one of today has ended a moment ago: try again in ten minutes')
  const byHand = ofPerson.filter((one) => !ended.has(keyOf(one)))
  await planPermissions(tx, { held, live, plan, refuse }, byHand)
  await planPlaces(tx, { person, live, plan, refuse }, byHand)
  return plan
}

/** The application comes first, so that its pages are checked with it. */
async function planPermissions(
  tx: Tx,
  {
    held,
    live,
    plan,
    refuse,
  }: { held: Grants; live: LivePerson; plan: GrantPlan; refuse: (grant: BackupGrant, why: string) => void },
  missing: readonly BackupGrant[],
): Promise<void> {
  const wanted = missing.filter(({ kind }) => kind === 'system' || kind === 'page')
  const all = wanted.reduce(withGrant, { system: [], page: [] })
  const [catalog, now] = await Promise.all([readCatalog(tx, held, sentOf(all)), databaseTime(tx)])
  const context = { catalog, isInternal: live.isInternal, now }
  let after: Permissions = held
  for (const kind of ['system', 'page'] as const)
    for (const grant of wanted.filter((one) => one.kind === kind)) {
      const next = withGrant(after, grant)
      const [issue] = permissionIssues(after, next, context)
      if (issue) refuse(grant, translateAsShipped(new MessageRef(issue.text, issue.values)))
      else {
        after = next
        plan.grantNames.push(nameOf(grant))
      }
    }
  plan.grants.system = after.system.slice(held.system.length)
  plan.grants.page = after.page.slice(held.page.length)
}

/** Customers are granted for an employer: they do not come back to a user who has another one by now. */
async function planPlaces(
  tx: Tx,
  {
    person,
    live,
    plan,
    refuse,
  }: { person: BackupPerson; live: LivePerson; plan: GrantPlan; refuse: (grant: BackupGrant, why: string) => void },
  missing: readonly BackupGrant[],
): Promise<void> {
  const ofFacility = missing.filter(({ kind }) => kind === 'facility')
  const ofCustomer = missing.filter(({ kind }) => kind === 'customer')
  const { facilityCodes, customerIds } = await readPlaces(
    tx,
    ofFacility.map(({ code }) => code),
    ofCustomer.map(({ id }) => id),
  )
  for (const grant of [...ofFacility, ...ofCustomer]) {
    const { id, code, endsAt, hasAllCustomers } = grant
    const exists = grant.kind === 'facility' ? facilityCodes.has(code) : customerIds.has(id)
    if (!exists) refuse(grant, `the ${grant.kind} is deleted`)
    else if (person.clientId !== live.clientId) refuse(grant, 'the user has another client now')
    else {
      if (grant.kind === 'facility') plan.grants.facility.push({ facilityCode: code, hasAllCustomers, endsAt })
      else plan.grants.customer.push({ customerId: id, endsAt })
      plan.grantNames.push(nameOf(grant))
    }
  }
}

const withGrant = ({ system, page }: Permissions, grant: BackupGrant): Permissions => {
  const { id, isAdmin, hasSensitiveData, endsAt } = grant
  return grant.kind === 'system'
    ? { system: [...system, { systemId: id, isAdmin, hasSensitiveData, endsAt }], page }
    : { system, page: [...page, { pageId: id, endsAt }] }
}

/** As readEndedGrants names it. */
const keyOf = ({ kind, id, code }: BackupGrant): string => `${kind} ${kind === 'facility' ? code : id}`

function isHeld(held: Grants, { kind, id, code }: BackupGrant): boolean {
  if (kind === 'system') return held.system.some(({ systemId }) => systemId === id)
  if (kind === 'page') return held.page.some(({ pageId }) => pageId === id)
  if (kind === 'facility') return held.facility.some(({ facilityCode }) => facilityCode === code)
  return held.customer.some(({ customerId }) => customerId === id)
}

const words: Readonly<Record<BackupGrant['kind'], string>> = {
  system: 'application',
  page: 'page',
  facility: 'facility',
  customer: 'customer',
}

/** With all that it gives: the names are what a person looks at, before and afterwards. */
function nameOf({ kind, name, isAdmin, hasSensitiveData, hasAllCustomers, endsAt }: BackupGrant): string {
  const more = [
    ...(isAdmin ? ['administrator'] : []),
    ...(hasSensitiveData ? ['sensitive data'] : []),
    ...(hasAllCustomers ? ['all customers'] : []),
    ...(endsAt ? [`until ${endsAt.toISOString()}`] : []),
  ]
  return `${words[kind]} ${name}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
}
