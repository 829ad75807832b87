import {
  addSsoMapping,
  addSsoMappingApplications,
  addSsoMappingCustomers,
  deleteSsoMapping,
  deleteSsoMappingApplication,
  deleteSsoMappingCustomer,
  FIRST_CUSTOMERS,
  listMappableCustomers,
  listSsoMappings,
  MORE_CUSTOMERS,
  type SsoMapping,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { z } from 'zod'
import { listMappedCustomerPlaces } from '../../areas/sso-mappings/public.ts'
import { type ActResult, configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name } from './entry-shapes.ts'
import {
  foldedNames,
  type FoundCustomer,
  type NamedCustomer,
  NamedCustomers,
  onlyCustomer,
  searchTextOf,
} from './named-customers.ts'
import { rowsOf } from './rows-of.ts'

const shape = z.strictObject({
  client: Name,
  applications: z.array(z.strictObject({ system: Name, application: Name })).describe('What new accounts begin with'),
  customers: NamedCustomers.describe('Customers that new accounts begin with, each with all below it'),
})
type Mapping = z.output<typeof shape>

export const ssoMappingKind = configurationKind({
  name: 'ssoMappings',
  noun: 'single sign-on mapping',
  about: 'Clients whose users get an account at their first sign-on (SSO), and what it begins with',
  shape,
  key: ['client'],
  unordered: ['applications', 'customers'],
  references: ['applications', 'customers'],
  wireFields: { employerId: 'client', applications: 'applications', customers: 'customers' },
  read: async (context) => {
    const mappings = rowsOf(await context.call(listSsoMappings, {}))
    const places = await placesOf(context)
    const read = []
    for (const mapping of mappings) {
      const { applications, customers } = await contentsOf(context, mapping, places)
      read.push({
        id: mapping.employerId,
        entry: {
          client: mapping.employerName,
          applications: applications.map(({ named }) => named),
          customers: customers.map(({ named }) => named),
        },
      })
    }
    return read
  },
  add: async (context, { client, applications = [], customers = [] }) => {
    const employer = await context.refer('clients', client, 'client')
    if (employer instanceof EntryProblem) return employer
    const employerId = Number(employer.id)
    const added = await context.call(addSsoMapping, { params: { uid: context.uid, employerId } })
    return resultOf(added) ?? addContents(context, employerId, { applications, customers })
  },
  change: async (context, { present: { id }, wanted }) => {
    const employerId = Number(id)
    const mapping = rowsOf(await context.call(listSsoMappings, {})).find((each) => each.employerId === employerId)
    if (!mapping) return new EntryProblem('client', 'it has changed since it was read. Plan again.')
    const held = await contentsOf(context, mapping, await placesOf(context))
    const ended =
      (await removeAll(without(held.applications, wanted.applications), (employerPageId) =>
        context.call(deleteSsoMappingApplication, { params: { uid: context.uid, employerPageId } }),
      )) ??
      (await removeAll(without(held.customers, wanted.customers), (employerClientMasterId) =>
        context.call(deleteSsoMappingCustomer, { params: { uid: context.uid, employerClientMasterId } }),
      ))
    return (
      ended ??
      addContents(context, employerId, {
        applications: added(wanted.applications, held.applications),
        customers: added(wanted.customers, held.customers),
      })
    )
  },
  remove: async (context, { id }) =>
    resultOf(await context.call(deleteSsoMapping, { params: { uid: context.uid, employerId: Number(id) } })),
})

/** What an account begins with: its id in the mapping, and its name in files. */
interface Held<Named> {
  readonly id: number
  readonly named: Named
}

/** What a mapping has and an entry does not state. */
function without<Named extends object>(held: readonly Held<Named>[], stated: readonly Named[]): Held<Named>[] {
  const names = new Set(stated.map(foldedNames))
  return held.filter(({ named }) => !names.has(foldedNames(named)))
}

/** What an entry states and a mapping does not have, once each. */
function added<Named extends object>(stated: readonly Named[], held: readonly Held<Named>[]): Named[] {
  const names = new Set(held.map(({ named }) => foldedNames(named)))
  return [...new Map(stated.map((each) => [foldedNames(each), each]))].flatMap(([name, each]) =>
    names.has(name) ? [] : [each],
  )
}

async function removeAll(held: readonly Held<object>[], remove: (id: number) => Promise<unknown>): Promise<ActResult> {
  for (const { id } of held) {
    const refused = resultOf(await remove(id))
    if (refused) return refused
  }
  return undefined
}

async function addContents(
  context: KindContext,
  employerId: number,
  { applications, customers }: Pick<Mapping, 'applications' | 'customers'>,
): Promise<ActResult> {
  const pages: { pageId: number }[] = []
  for (const { system, application } of applications) {
    const found = await context.refer('applications', [system, application], 'applications')
    if (found instanceof EntryProblem) return found
    pages.push({ pageId: Number(found.id) })
  }
  const nodes: { customerId: number }[] = []
  for (const customer of customers) {
    const customerId = await customerOf(context, customer)
    if (customerId instanceof EntryProblem) return customerId
    nodes.push({ customerId })
  }
  const params = { uid: context.uid }
  if (pages.length > 0) {
    const body = { employerId, applications: pages }
    const refused = resultOf(await context.call(addSsoMappingApplications, { params, body }))
    if (refused) return refused
  }
  if (nodes.length === 0) return undefined
  return resultOf(await context.call(addSsoMappingCustomers, { params, body: { employerId, customers: nodes } }))
}

type Places = ReadonlyMap<number, { facility: string; path: string | null }>

/** Where mapped customers stand in the trees of their facilities; the guard of that is the guard of the mappings. */
const placesOf = async ({ tx }: KindContext): Promise<Places> =>
  new Map((await listMappedCustomerPlaces(tx)).map((place) => [place.id, place]))

/** What a mapping has, as files name it. */
async function contentsOf(
  context: KindContext,
  { employerApplications, employerCustomers }: SsoMapping,
  places: Places,
) {
  const pages = new Map((await context.present('applications')).map(({ id, entry }) => [id, entry]))
  const applications = employerApplications.flatMap(
    ({ employerPageId: id, pageId }): Held<Mapping['applications'][number]>[] => {
      const entry = pages.get(pageId)
      return entry ? [{ id, named: { system: String(entry['system']), application: String(entry['name']) } }] : []
    },
  )
  const customers = employerCustomers.flatMap(({ employerClientMasterId: id, customerId }): Held<NamedCustomer>[] => {
    const place = places.get(customerId)
    return place ? [{ id, named: { facility: place.facility, path: place.path ?? '' } }] : []
  })
  return { applications, customers }
}

const customerOf = async (context: KindContext, named: NamedCustomer): Promise<number | EntryProblem> =>
  onlyCustomer(await customersOf(context, searchTextOf(named)), named)

/** The customers whose names contain a keyword, as files name them. */
async function customersOf(context: KindContext, keyword: string): Promise<FoundCustomer[]> {
  const codes = new Map(
    (await context.present('facilities')).map(({ entry }) => [String(entry['name']), String(entry['code'])]),
  )
  const found: FoundCustomer[] = []
  for (let offset = 0; ; offset += offset === 0 ? FIRST_CUSTOMERS : MORE_CUSTOMERS) {
    const query = { keyword, offset }
    const page = rowsOf(await context.call(listMappableCustomers, { query }))
    found.push(
      ...page.map(({ customerId, facilityNm, path }) => ({
        customerId,
        named: { facility: codes.get(facilityNm) ?? facilityNm, path },
      })),
    )
    if (page.length < (offset === 0 ? FIRST_CUSTOMERS : MORE_CUSTOMERS)) return found
  }
}
