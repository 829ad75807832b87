import type * as contract from '@portico/contract/sso-mappings/sso-mappings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { paged, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { readMappableCustomers, readMappablePages } from './mapping-choices.ts'
import { mappingNotFound, record, saved } from './mapping-record.ts'
import { removedPart, removeEmployer, restoreMapping } from './remove-mapping.ts'
import { hasClient } from '../clients/public.ts'
import {
  listMappings,
  addMapping,
  removeMappedPage,
  removeMappedCustomer,
  lockMapping,
  findMappablePages,
  addMappedPages,
  findKnownCustomers,
  findMappedCustomers,
  addMappedCustomers,
} from './mapping-store.ts'

/** What accounts begin with that are made at the first sign-on of an employer's users (decision I6). */
export function ssoMappingHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listSsoMappings: () => db.read(everything, listMappings),
    listMappableApplications: async ({ query }) =>
      paged(await db.read(everything, (tx) => readMappablePages(tx, query))),
    listMappableCustomers: async ({ query }) =>
      paged(await db.read(everything, (tx) => readMappableCustomers(tx, query))),
    addSsoMapping: ({ params: { employerId }, caller, request }) =>
      db.transact(everything, async (tx) => {
        if (!(await hasClient(tx, employerId))) return mappingNotFound()
        if (!(await addMapping(tx, employerId))) return refuseField('employerId', sentences.sso_mapping_duplicate)
        record(tx, { caller, request }, employerId, { createsAccounts: false }, { createsAccounts: true })
        return saved()
      }),
    deleteSsoMapping: ({ params: { employerId }, ...call }) =>
      db.transact(everything, (tx) => removeEmployer(tx, call, employerId)),
    restoreSsoMapping: ({ body: { undoId }, ...call }) =>
      db.transact(everything, (tx) => restoreMapping(tx, call, undoId)),
    addSsoMappingApplications: ({ body, caller, request }) =>
      db.transact(everything, (tx) => {
        const pageIds = body.applications.map(({ pageId }) => pageId)
        return addApplications(tx, { caller, request }, body.employerId, pageIds)
      }),
    addSsoMappingCustomers: ({ body, caller, request }) =>
      db.transact(everything, (tx) => {
        const customerIds = body.customers.map(({ customerId }) => customerId)
        return addCustomers(tx, { caller, request }, body.employerId, customerIds)
      }),
    deleteSsoMappingApplication: ({ params, ...call }) =>
      db.transact(everything, async (tx) => {
        const removed = await removeMappedPage(tx, params.employerPageId)
        if (!removed) return mappingNotFound()
        return removedPart(tx, call, removed.clientId, { pageIds: [removed.id] })
      }),
    deleteSsoMappingCustomer: ({ params, ...call }) =>
      db.transact(everything, async (tx) => {
        const removed = await removeMappedCustomer(tx, params.employerClientMasterId)
        if (!removed) return mappingNotFound()
        return removedPart(tx, call, removed.clientId, { customerIds: [removed.id] })
      }),
  }
}

async function addApplications(tx: Tx, context: CallContext, clientId: number, pageIds: readonly number[]) {
  if (!(await lockMapping(tx, clientId))) return mappingNotFound()
  if (pageIds.length === 0) return refuseField('applications', sentences.sso_mapping_no_applications)
  const known = new Set(await findMappablePages(tx, pageIds))
  if (!pageIds.every((id) => known.has(id)))
    return refuseField('applications', sentences.sso_mapping_unknown_application)
  const added = await addMappedPages(tx, clientId, [...known])
  if (added.length > 0) record(tx, context, clientId, { pageIds: [] }, { pageIds: added })
  return saved()
}

async function addCustomers(tx: Tx, context: CallContext, clientId: number, customerIds: readonly number[]) {
  if (!(await lockMapping(tx, clientId))) return mappingNotFound()
  if (customerIds.length === 0) return refuseField('customers', sentences.sso_mapping_no_customers)
  const known = new Set(await findKnownCustomers(tx, customerIds))
  if (!customerIds.every((id) => known.has(id))) return refuseField('customers', sentences.sso_mapping_unknown_customer)
  if ((await findMappedCustomers(tx, clientId, customerIds)).length > 0)
    return refuseField('customers', sentences.sso_mapping_customer_known)
  const added = await addMappedCustomers(tx, clientId, [...known])
  record(tx, context, clientId, { customerIds: [] }, { customerIds: added })
  return saved()
}
