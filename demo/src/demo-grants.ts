import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { type DemoAccess, type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Days for which the portal has had its administrator: longer than anything else of its history. */
const ADMINISTERED_DAYS = 86

/** Writes the administration of the administrator who applies the files. */
export async function writeAdministration(
  writer: DemoWriter,
  moment: DemoMoment,
  { id, access }: DemoPerson,
  portalPages: ReadonlyMap<string, number>,
): Promise<void> {
  const validity = validFrom(moment.daysAgo(ADMINISTERED_DAYS))
  const { systems, pages } = grantRows({ id, access: administrationIn(access) }, validity, portalPages)
  await writer.insert('user_system_grants', systems)
  await writer.insert('user_page_grants', pages)
}

const administrationIn = ({ systems, pages }: DemoAccess): DemoAccess => ({
  systems: systems.filter(({ id }) => id === PORTAL_SYSTEM_ID),
  pages: pages.filter((page) => typeof page === 'string'),
  facilities: [],
  customers: [],
})

const withoutAdministration = ({ systems, pages, ...access }: DemoAccess): DemoAccess => ({
  ...access,
  systems: systems.filter(({ id }) => id !== PORTAL_SYSTEM_ID),
  pages: pages.filter((page) => typeof page !== 'string'),
})

/** Writes current and some former grants, so that reports have a history. */
export async function writeGrants(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
  portalPages: ReadonlyMap<string, number>,
): Promise<void> {
  const random = demoRandom(77)
  const rows = people.map((person) => {
    const from = moment.daysAgo(person.isNew ? 0 : random.between(61, 80), 30 + (person.id % 60))
    const { id, access } = person
    return grantRows(
      { id, access: id === PORTAL_ADMIN ? withoutAdministration(access) : access },
      validFrom(from),
      portalPages,
    )
  })
  await writer.insert('user_system_grants', [
    ...rows.flatMap(({ systems }) => systems),
    ...formerGrants(people, moment),
  ])
  await writer.insert(
    'user_page_grants',
    rows.flatMap(({ pages }) => pages),
  )
  await writer.insert(
    'user_facility_grants',
    rows.flatMap(({ facilities }) => facilities),
  )
  await writer.insert(
    'user_customer_grants',
    rows.flatMap(({ customers }) => customers),
  )
}

const validFrom = (from: Date): Validity => ({
  valid_from: from,
  valid_to: null,
  granted_by: PORTAL_ADMIN,
  closed_by: null,
})

interface Validity {
  valid_from: Date
  valid_to: Date | null
  granted_by: number
  closed_by: number | null
}

function grantRows(
  { id, access }: Pick<DemoPerson, 'id' | 'access'>,
  validity: Validity,
  portalPages: ReadonlyMap<string, number>,
) {
  const own = { user_id: id, ...validity }
  const pageIds = access.pages.map((page) => (typeof page === 'number' ? page : portalPages.get(page)))
  return {
    systems: access.systems.map((system) => ({
      ...own,
      system_id: system.id,
      is_admin: system.isAdmin ?? false,
      has_sensitive_data: system.hasSensitiveData ?? false,
    })),
    pages: pageIds.flatMap((page_id) => (page_id === undefined ? [] : [{ ...own, page_id }])),
    facilities: access.facilities.map(({ code, allCustomers }) => ({
      ...own,
      facility_code: code,
      all_customers: allCustomers,
    })),
    customers: access.customers.map((customer_id) => ({ ...own, customer_id })),
  }
}

/** Every seventh user once had the learning center or the service desk. */
function formerGrants(people: readonly DemoPerson[], moment: DemoMoment) {
  return people
    .filter(({ id, isNew }) => id % 7 === 0 && !isNew)
    .map(({ id }) => ({
      user_id: id,
      valid_from: moment.daysAgo(85, id % 600),
      valid_to: moment.daysAgo(20 + (id % 30), id % 600),
      granted_by: PORTAL_ADMIN,
      closed_by: PORTAL_ADMIN,
      system_id: id % 2 === 0 ? 108 : 109,
      is_admin: false,
      has_sensitive_data: false,
    }))
}
