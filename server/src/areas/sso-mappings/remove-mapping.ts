import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores } from '../../stores.ts'
import { notFound, record, saved } from './mapping-record.ts'

type MappingStores = Pick<Stores, 'audit' | 'ssoMappings' | 'undo'>

/** What a deletion has removed. */
interface Removed {
  /** True: the employer too. */
  createsAccounts?: true
  pageIds?: readonly number[]
  customerIds?: readonly number[]
}

interface Snapshot extends Removed {
  clientId: number
}

const UNDO = 'delete sso_mapping'

/** The state after a deletion, for the audit trail. */
const without = ({ createsAccounts, pageIds, customerIds }: Removed) => ({
  ...(createsAccounts && { createsAccounts: false }),
  ...(pageIds && { pageIds: [] }),
  ...(customerIds && { customerIds: [] }),
})

/** Records a deletion and offers to undo it. */
export async function removedPart(stores: MappingStores, call: CallContext, clientId: number, removed: Removed) {
  record(stores, call, clientId, { ...removed }, without(removed))
  const snapshot: Snapshot = { clientId, ...removed }
  const offer = await stores.undo.offer({ kind: UNDO, userId: call.caller.user.id, snapshot })
  return new Answer(offer, { message: sentences.sso_mapping_saved })
}

/** Deletes an employer with the applications and customers that its new accounts begin with. */
export async function removeEmployer(stores: MappingStores, call: CallContext, clientId: number) {
  const { ssoMappings } = stores
  if (!(await ssoMappings.lock(clientId))) return notFound()
  const content = await ssoMappings.contentOf(clientId)
  await ssoMappings.remove(clientId)
  return removedPart(stores, call, clientId, { createsAccounts: true, ...content })
}

/** Undoes a deletion of the caller; applications and customers that were deleted since then are not restored. */
export async function restoreMapping(stores: MappingStores, call: CallContext, undoId: number) {
  const { ssoMappings, undo } = stores
  const removed = await undo.take<Snapshot>(UNDO, call.caller.user.id, undoId)
  if (!removed) return refuse('404', sentences.undo_expired)
  const { clientId, createsAccounts, pageIds = [], customerIds = [] } = removed
  const isThere = createsAccounts
    ? (await ssoMappings.hasClient(clientId)) && (await ssoMappings.add(clientId))
    : await ssoMappings.lock(clientId)
  if (!isThere) return refuse('409', sentences.sso_mapping_restore_changed)
  const back: Removed = {
    ...(createsAccounts && { createsAccounts }),
    pageIds: await ssoMappings.addPages(clientId, await ssoMappings.knownPages(pageIds)),
    customerIds: await ssoMappings.addCustomers(clientId, await ssoMappings.knownCustomers(customerIds)),
  }
  record(stores, call, clientId, without(back), { ...back })
  return saved()
}
