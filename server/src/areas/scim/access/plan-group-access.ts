import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse, type StandardRefusal } from '../../../http/answers.ts'
import type { Authority } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { countStrongerLosers } from '../../grants/public.ts'
import { planSets } from '../../permission-sets/public.ts'
import { planSourceItems, type SourceItem, type WantedItems } from '../../permissions/public.ts'
import { readGroupItems } from './group-access-store.ts'
import { type GroupSet, readGroupSets } from './group-set-store.ts'

export interface GroupOfClient {
  readonly clientId: number
  readonly groupId: number
}

/** What a group is to give; sets that are not said stay. */
export interface WantedAccess extends WantedItems {
  readonly setIds?: readonly number[] | undefined
}

/** What a group gives. */
export interface GroupAccess {
  readonly items: readonly SourceItem[]
  readonly sets: readonly GroupSet[]
}

type AllAccess = Required<{ [Key in keyof WantedAccess]: readonly number[] }>

/** A change of what a group gives that may be made. */
export interface GroupPlan {
  readonly wanted: AllAccess
  /** What goes no further, and stays so. */
  readonly stopped: AllAccess
  readonly hasChanges: boolean
  readonly changesPortal: boolean
}

export const readGroupAccess = async (tx: Tx, { clientId, groupId }: GroupOfClient): Promise<GroupAccess> => ({
  items: await readGroupItems(tx, clientId, groupId),
  sets: await readGroupSets(tx, clientId, groupId),
})

/** Checks a change of what a group gives: applications and pages, and sets. Returns it, or why it is refused. */
export async function planGroupChange(
  tx: Tx,
  { clientId, groupId, by, authority }: GroupOfClient & { by: number; authority: Authority },
  { items, sets }: GroupAccess,
  { systemIds, pageIds, setIds = sets.map(({ setId }) => setId) }: WantedAccess,
): Promise<GroupPlan | StandardRefusal> {
  const source = { kind: 'group', id: groupId } as const
  const wanted = { systemIds, pageIds, setIds }
  const plan = await planSourceItems(
    tx,
    { source, by, authority, items },
    { systemIds, pageIds },
    sentences.directory_group_portal,
  )
  if (plan instanceof Refusal) return plan
  const ofSets = await planSets(tx, { clientId, authority, held: sets, wanted: setIds })
  if (ofSets instanceof Refusal) return ofSets
  if (ofSets.changesPortal && !authority.isInternal) return refuse('403', sentences.directory_group_portal)
  const stopped = { ...plan.stopped, setIds: ofSets.stopped }
  const takesSet = sets.some(({ setId }) => !setIds.includes(setId))
  const losers = takesSet ? await countStrongerLosers(tx, source, by, wanted, stopped) : 0
  if (losers > 0) return refuse('403', sentences.source_stronger({ count: losers }))
  return {
    wanted,
    stopped,
    hasChanges: plan.hasChanges || ofSets.hasChanges,
    changesPortal: plan.changesPortal || ofSets.changesPortal,
  }
}
