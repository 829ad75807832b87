import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { asPermissions, mayEndGrantsOf, planWithin, readPermissionContext, sentOf } from '../permissions/public.ts'
import { refuseLater } from './judge-holders.ts'
import { findSet, readSetItems } from './permission-set-store.ts'
import { readSetCustomers, refuseHiddenCustomers } from './set-customers.ts'

/** A set that a group gives already; `mayGive` false: who decided it may not give all of it any more. */
export interface HeldSet {
  readonly setId: number
  readonly mayGive: boolean
}

/** A change of the sets that a group gives, and who is to make it. */
export interface ChangedSets {
  readonly clientId: number
  readonly authority: Authority
  readonly held: readonly HeldSet[]
  /** Ids of sets. */
  readonly wanted: readonly number[]
}

export interface SetsPlan {
  readonly hasChanges: boolean
  /** Gives or takes pages of the administration. */
  readonly changesPortal: boolean
  /** Sets that go no further, and that the administrator cannot give, either. */
  readonly stopped: readonly number[]
}

/**
 * Checks which sets a group is to give by the rules for giving them to a new user of the client by hand, and for taking
 * them. Returns the change, or why it is refused.
 */
export async function planSets(
  tx: Tx,
  { clientId, authority, held, wanted }: ChangedSets,
): Promise<SetsPlan | StandardRefusal> {
  const stopped: number[] = []
  let [hasChanges, changesPortal] = [false, false]
  for (const setId of new Set([...wanted, ...held.map((one) => one.setId)])) {
    const had = held.find((one) => one.setId === setId)
    const isWanted = wanted.includes(setId)
    if (isWanted && had?.mayGive) continue
    const items = await readSetItems(tx, setId)
    const refusal =
      (isWanted ? await refuseGive(tx, authority, clientId, setId) : refuseTake(authority, items)) ??
      (await refuseHiddenCustomers(tx, authority, await readSetCustomers(tx, setId)))
    if (refusal && isWanted && had) stopped.push(setId)
    else if (refusal) return refusal
    else {
      hasChanges = true
      changesPortal ||= items.some(({ systemId }) => systemId === PORTAL_SYSTEM_ID)
    }
  }
  return { hasChanges, changesPortal, stopped }
}

async function refuseGive(
  tx: Tx,
  authority: Authority,
  clientId: number,
  setId: number,
): Promise<StandardRefusal | null> {
  const set = await findSet(tx, setId)
  if (!set || set.isDeleted || (set.clientId !== null && set.clientId !== clientId))
    return refuseField('setIds', sentences.permission_set_other_client)
  const items = await readSetItems(tx, setId)
  const content = asPermissions(items)
  const sent = sentOf(asPermissions(items.filter(({ isOffered }) => isOffered)))
  const context = await readPermissionContext(tx, authority, { userIds: [], held: content, sent })
  const plan = planWithin(context, { userId: null, isInternal: false }, { system: [], page: [] }, sent)
  if (plan instanceof Refusal) return plan
  return refuseLater(
    context,
    items.filter(({ isOffered }) => !isOffered),
  )
}

function refuseTake(authority: Authority, items: readonly { systemId: number; name: string }[]) {
  const foreign = items.find(({ systemId }) => !mayEndGrantsOf(authority, systemId))
  return foreign ? refuse('403', sentences.permission_no_admin({ application: foreign.name })) : null
}
