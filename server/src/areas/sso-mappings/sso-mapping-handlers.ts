import type * as contract from '@portico/contract/sso-mappings.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { paged, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { readMappableCustomers, readMappablePages } from './mapping-choices.ts'
import { notFound, record, saved } from './mapping-record.ts'
import { removedPart, removeEmployer, restoreMapping } from './remove-mapping.ts'

type Name = 'audit' | 'ssoMappings' | 'undo'
type MappingStores = Pick<Stores, Name>

/** What accounts begin with that are made at the first sign-on of an employer's users (decision I6). */
export function ssoMappingHandlers({ db, transact }: { db: Db; transact: Transact<Name> }): Handlers<typeof contract> {
  return {
    listSsoMappings: () => transact(everything, ({ ssoMappings }) => ssoMappings.list()),
    listMappableApplications: async ({ query }) =>
      paged(await db.read(everything, (tx) => readMappablePages(tx, query))),
    listMappableCustomers: async ({ query }) =>
      paged(await db.read(everything, (tx) => readMappableCustomers(tx, query))),
    addSsoMapping: ({ params: { employerId }, caller, request }) =>
      transact(everything, async (stores) => {
        const { ssoMappings } = stores
        if (!(await ssoMappings.hasClient(employerId))) return notFound()
        if (!(await ssoMappings.add(employerId))) return refuseField('employerId', sentences.sso_mapping_duplicate)
        record(stores, { caller, request }, employerId, { createsAccounts: false }, { createsAccounts: true })
        return saved()
      }),
    deleteSsoMapping: ({ params: { employerId }, ...call }) =>
      transact(everything, (stores) => removeEmployer(stores, call, employerId)),
    restoreSsoMapping: ({ body: { undoId }, ...call }) =>
      transact(everything, (stores) => restoreMapping(stores, call, undoId)),
    addSsoMappingApplications: ({ body, caller, request }) =>
      transact(everything, (stores) => {
        const pageIds = body.applications.map(({ pageId }) => pageId)
        return addApplications(stores, { caller, request }, body.employerId, pageIds)
      }),
    addSsoMappingCustomers: ({ body, caller, request }) =>
      transact(everything, (stores) => {
        const customerIds = body.customers.map(({ customerId }) => customerId)
        return addCustomers(stores, { caller, request }, body.employerId, customerIds)
      }),
    deleteSsoMappingApplication: ({ params, ...call }) =>
      transact(everything, async (stores) => {
        const removed = await stores.ssoMappings.removePage(params.employerPageId)
        if (!removed) return notFound()
        return removedPart(stores, call, removed.clientId, { pageIds: [removed.id] })
      }),
    deleteSsoMappingCustomer: ({ params, ...call }) =>
      transact(everything, async (stores) => {
        const removed = await stores.ssoMappings.removeCustomer(params.employerClientMasterId)
        if (!removed) return notFound()
        return removedPart(stores, call, removed.clientId, { customerIds: [removed.id] })
      }),
  }
}

async function addApplications(
  stores: MappingStores,
  context: CallContext,
  clientId: number,
  pageIds: readonly number[],
) {
  const { ssoMappings } = stores
  if (!(await ssoMappings.lock(clientId))) return notFound()
  if (pageIds.length === 0) return refuseField('applications', sentences.sso_mapping_no_applications)
  const known = new Set(await ssoMappings.knownPages(pageIds))
  if (!pageIds.every((id) => known.has(id)))
    return refuseField('applications', sentences.sso_mapping_unknown_application)
  const added = await ssoMappings.addPages(clientId, [...known])
  if (added.length > 0) record(stores, context, clientId, { pageIds: [] }, { pageIds: added })
  return saved()
}

async function addCustomers(
  stores: MappingStores,
  context: CallContext,
  clientId: number,
  customerIds: readonly number[],
) {
  const { ssoMappings } = stores
  if (!(await ssoMappings.lock(clientId))) return notFound()
  if (customerIds.length === 0) return refuseField('customers', sentences.sso_mapping_no_customers)
  const known = new Set(await ssoMappings.knownCustomers(customerIds))
  if (!customerIds.every((id) => known.has(id))) return refuseField('customers', sentences.sso_mapping_unknown_customer)
  if ((await ssoMappings.customersOf(clientId, customerIds)).length > 0)
    return refuseField('customers', sentences.sso_mapping_customer_known)
  const added = await ssoMappings.addCustomers(clientId, [...known])
  record(stores, context, clientId, { customerIds: [] }, { customerIds: added })
  return saved()
}
