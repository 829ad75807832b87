import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { mappingNotFound, record, saved } from './mapping-record.ts'
import type { Tx } from '../../db/database.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { hasClient } from '../clients/public.ts'
import {
  lockMapping,
  readMappingContent,
  deleteMapping,
  addMapping,
  addMappedPages,
  findMappablePages,
  addMappedCustomers,
  findKnownCustomers,
} from './mapping-store.ts'

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
export async function removedPart(tx: Tx, call: CallContext, clientId: number, removed: Removed) {
  record(tx, call, clientId, { ...removed }, without(removed))
  const snapshot: Snapshot = { clientId, ...removed }
  const offer = await offerUndo(tx, { kind: UNDO, userId: call.caller.user.id, snapshot })
  return new Answer(offer, { message: sentences.sso_mapping_saved })
}

/** Deletes an employer with the applications and customers that its new accounts begin with. */
export async function removeEmployer(tx: Tx, call: CallContext, clientId: number) {
  if (!(await lockMapping(tx, clientId))) return mappingNotFound()
  const content = await readMappingContent(tx, clientId)
  await deleteMapping(tx, clientId)
  return removedPart(tx, call, clientId, { createsAccounts: true, ...content })
}

/**
 * Undoes a deletion of the caller. An employer comes back without the applications and customers that were deleted since
 * then; the deletion of one of those alone cannot be undone.
 */
export async function restoreMapping(tx: Tx, call: CallContext, undoId: number) {
  const removed = await takeUndo<Snapshot>(tx, UNDO, call.caller.user.id, undoId)
  if (!removed) return refuse('404', sentences.undo_expired)
  const { clientId, createsAccounts, pageIds = [], customerIds = [] } = removed
  const isThere = createsAccounts
    ? (await hasClient(tx, clientId)) && (await addMapping(tx, clientId))
    : await lockMapping(tx, clientId)
  if (!isThere) return refuse('409', sentences.sso_mapping_restore_changed)
  const mappable = await findMappablePages(tx, pageIds)
  const known = await findKnownCustomers(tx, customerIds)
  if (!createsAccounts && mappable.length + known.length === 0) return refuse('409', sentences.sso_mapping_restore_gone)
  const back: Removed = {
    ...(createsAccounts && { createsAccounts }),
    pageIds: await addMappedPages(tx, clientId, mappable),
    customerIds: await addMappedCustomers(tx, clientId, known),
  }
  record(tx, call, clientId, without(back), { ...back })
  return saved()
}
