import { adminPages } from '@portico/contract/kit/guard.ts'
import { pageNamed, pages, systems } from './demo-catalog.ts'
import { FIRST_CLIENT, SECOND_CLIENT } from './demo-clients.ts'
import { customersFor } from './demo-customers.ts'
import type { DemoAccess } from './demo-person.ts'

interface More extends Partial<DemoAccess> {
  adminOf?: readonly number[]
}

/** Access to named pages, together with their systems. */
function opens(names: string, { adminOf = [], ...more }: More = {}): DemoAccess {
  const found = names.split(', ').map(pageNamed)
  const ids = new Set([...found.map(({ systemId }) => systemId), ...adminOf])
  return {
    systems: [...[...ids].map((id) => ({ id, isAdmin: adminOf.includes(id) })), ...(more.systems ?? [])],
    pages: [...found.filter(({ comesWithSystem }) => !comesWithSystem).map(({ id }) => id), ...(more.pages ?? [])],
    facilities: more.facilities ?? [],
    customers: more.customers ?? [],
  }
}

/** Both facilities, with all of their customers or only the named ones. */
const bothFacilities = (allCustomers: boolean): DemoAccess['facilities'] => [
  { code: 'EDH', allCustomers },
  { code: 'KCW', allCustomers },
]

const support = 'My Tickets, Report a Problem, Service Status'
const ofFirstClient = customersFor(FIRST_CLIENT)
const ofSecondClient = customersFor(SECOND_CLIENT)

/** Everything, as its administrator. */
export const everything: DemoAccess = {
  systems: [2, ...systems.map(({ id }) => id)].map((id) => ({ id, isAdmin: true, hasSensitiveData: id > 2 })),
  pages: [...pages.filter(({ comesWithSystem }) => !comesWithSystem).map(({ id }) => id), ...adminPages],
  facilities: bothFacilities(true),
  customers: [],
}

/** A small home page. */
export const fewPages = opens(`File Exchange, Report Library, Dashboards, ${support}`)

/** Tiles with one page and with several, one disabled page, one system with signed sign-on. */
export const firstClientAccess = opens(
  `Statement Search, Statement Archive, Delivery Preferences, Payment Search, Refunds, Report Library, Dashboards, Card Orders, Chargebacks, File Exchange, Learning Center, ${support}`,
  {
    facilities: bothFacilities(false),
    customers: [...ofFirstClient.regions.slice(0, 2), ...ofFirstClient.flat.slice(0, 4)],
  },
)

/** The same as an administrator of those systems, with the portal pages of an administrator of one employer. */
export const clientAdminAccess: DemoAccess = {
  systems: [{ id: 2 }, ...firstClientAccess.systems.map(({ id }) => ({ id, isAdmin: true }))],
  pages: [
    ...firstClientAccess.pages,
    'User Administration',
    'User List Report',
    'User Access Report',
    'PCI User Report',
    'Report Queue',
  ],
  facilities: bothFacilities(false),
  customers: [...ofFirstClient.regions, ...ofFirstClient.flat],
}

export const secondClientAccess = opens(
  'Track a Mailing, Job Board, Proof Approval, Campaign Planner, Message Templates, Address Check, Invoices, Chargebacks, Learning Center',
  {
    facilities: [
      { code: 'EDH', allCustomers: false },
      { code: 'KCW', allCustomers: true },
    ],
    customers: ofSecondClient.regions.slice(0, 1),
  },
)

export const delegatedAdminAccess = opens(`File Exchange, ${support}`, {
  adminOf: [108],
  systems: [{ id: 2 }],
  pages: ['User Administration', 'User List Report'],
})

/** Adds what only staff and only administrators of a system see. */
export const internalAccess = opens(
  `Job Board, Proof Approval, Print Volumes, Track a Mailing, Returned Mail, Usage Analytics, Report Library, Payment Search, Payment Reconciliation, Invoices, Work Orders, Learning Center, ${support}`,
  { adminOf: [102], facilities: bothFacilities(true) },
)
