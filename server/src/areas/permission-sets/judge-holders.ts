import type { Tx } from '../../db/database.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { Refusal, refuse, type StandardRefusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import {
  type ActorRights,
  asPermissions,
  mayEndGrantsOf,
  type PermissionContext,
  planWithin,
  readPermissionContext,
  refuseReadOnly,
  sentOf,
  type UserTarget,
} from '../permissions/public.ts'
import { type Holding, readHoldersOf } from './holder-store.ts'
import { readSetItems, type SetItem, type StoredSet } from './permission-set-store.ts'
import { readSetCustomers, refuseHiddenCustomers, type SetCustomer } from './set-customers.ts'

export type Act = 'give' | 'take'

/** A set with what giving it gives. */
export interface SetContent {
  readonly set: StoredSet
  readonly items: readonly SetItem[]
  /** What it gives once it is offered again. */
  readonly later: readonly SetItem[]
  readonly customers: readonly SetCustomer[]
}

/** Reads what giving or taking a set concerns. */
export async function readContent(tx: Tx, act: Act, set: StoredSet): Promise<SetContent> {
  const all = await readSetItems(tx, set.id)
  const items = all.filter(({ isOffered }) => act === 'take' || isOffered)
  const customers = await readSetCustomers(tx, set.id)
  return { set, items, later: all.filter((item) => !items.includes(item)), customers }
}

const nothing = { system: [], page: [] }

/** A set that is given until a moment, or taken; null: given without a planned end. */
export interface ActOnSet {
  readonly act: Act
  readonly endsAt: Date | null
}

/** How users have a set, and why one may not be given it, or have it taken, by the rules for doing the same by hand. */
export async function holderRules(
  tx: Tx,
  { authority, isFresh }: ActorRights,
  { act, endsAt }: ActOnSet,
  { set, items, later, customers }: SetContent,
  targets: readonly UserTarget[],
) {
  const userIds = targets.map(({ id }) => id)
  const holders = await readHoldersOf(tx, set.id, userIds)
  const content = asPermissions(items)
  const [held, sent] = act === 'give' ? [nothing, sentOf(content)] : [content, { userSystems: [], userPages: [] }]
  const context = await readPermissionContext(tx, authority, { userIds, held: content, sent })
  const notByThem = refuseLater(context, later) ?? (await refuseHiddenCustomers(tx, authority, customers))
  const hasPassed = act === 'give' && hasEnded(endsAt, context.now)
  return {
    holdingOf: ({ id }: Pick<UserTarget, 'id'>): Holding | undefined => holders.get(id),
    refuseOne: (target: UserTarget): StandardRefusal | 'fresh sign-in' | null => {
      const readOnly = refuseReadOnly(authority, target)
      if (readOnly) return readOnly
      const plan = planWithin(context, { userId: target.id, isInternal: target.isInternal }, held, sent)
      if (plan instanceof Refusal) return plan
      if (notByThem) return notByThem
      const refusal = refuseState({ act, endsAt }, set, target, holders.get(target.id))
      if (refusal) return refusal
      if (hasPassed) return refuse('422', sentences.permission_set_end_past)
      return plan.changesPortal && !isFresh ? 'fresh sign-in' : null
    },
  }
}

/** Refuses items that are not offered at the moment and not the caller's to give: holders get them when they are again. */
export function refuseLater({ grantor }: PermissionContext, later: readonly SetItem[]): StandardRefusal | null {
  if (grantor.isPortalAdmin) return null
  for (const { systemId, pageId, name } of later) {
    if (!mayEndGrantsOf(grantor, systemId)) return refuse('403', sentences.permission_no_admin({ application: name }))
    if (pageId !== null && !grantor.pageIds.includes(pageId))
      return refuse('403', sentences.permission_no_page({ page: name }))
  }
  return null
}

/** @param holding undefined: the user does not have the set */
function refuseState({ act, endsAt }: ActOnSet, set: StoredSet, target: UserTarget, holding: Holding | undefined) {
  if (act === 'take') return refuseTaking(holding)
  // A set by a group has no end.
  const isSame = holding && (holding.groupNames !== null || holding.endsAt?.getTime() === endsAt?.getTime())
  if (isSame) return refuse('422', sentences.permission_set_held)
  if (set.clientId !== null && set.clientId !== target.clientId)
    return refuse('422', sentences.permission_set_other_client)
  return target.status === 2 ? refuse('422', sentences.access_change_inactive) : null
}

function refuseTaking(holding: Holding | undefined) {
  if (!holding) return refuse('422', sentences.permission_set_not_held)
  const { groupNames: group } = holding
  return group ? refuse('422', sentences.permission_set_by_group({ group })) : null
}
