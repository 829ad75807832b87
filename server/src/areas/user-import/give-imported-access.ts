import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/answers.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import {
  type ActorRights,
  changeWithin,
  lockUserTargets,
  readPermissionContext,
  sentOf,
  type UserTarget,
} from '../permissions/public.ts'
import { changeSets, judgeSets, type SetsOfAct } from '../permission-sets/public.ts'
import { nothingHeld, union } from './check-access.ts'
import type { RowGrants, StoredImport } from './import-rows.ts'

interface CreatedUser {
  id: number
  access: RowGrants | null
}

/** What the administrator of an import may do, and all sets that it gives, which are locked. */
export interface ImportRights {
  readonly authority: Authority
  readonly sets: SetsOfAct
}

/**
 * Gives new users the access of their rows, as an act of the administrator does. Returns false where the administrator
 * may not give it any more.
 */
export async function giveImportedAccess(
  tx: Tx,
  stored: StoredImport,
  { authority, sets }: ImportRights,
  created: readonly CreatedUser[],
): Promise<boolean> {
  const accesses = new Map(created.flatMap(({ id, access }) => (access === null ? [] : [[id, access] as const])))
  if (accesses.size === 0) return true
  const by = actorOf(stored)
  const targets = await lockUserTargets(tx, [...accesses.keys()])
  const context = await readPermissionContext(tx, authority, {
    userIds: targets.map(({ id }) => id),
    held: union([...accesses.values()]),
    sent: {},
  })
  const outcomes = await Promise.all(
    targets.map((target) =>
      changeWithin(tx, by, context, {
        isFresh: stored.isFresh,
        target,
        held: nothingHeld,
        sent: sentOf(accesses.get(target.id) ?? nothingHeld),
      }),
    ),
  )
  if (targets.length < accesses.size || outcomes.some((outcome) => outcome instanceof Refusal)) return false
  const rights = { authority, isFresh: stored.isFresh }
  return giveImportedSets(tx, { by, rights, sets }, targets, accesses)
}

/** Gives new users the sets of their rows; false where one is gone, or the administrator may not give it any more. */
async function giveImportedSets(
  tx: Tx,
  { by, rights, sets }: { by: ActContext; rights: ActorRights; sets: SetsOfAct },
  targets: readonly UserTarget[],
  accesses: ReadonlyMap<number, RowGrants>,
): Promise<boolean> {
  if (sets.length === 0) return true
  if (sets.includes(null)) return false
  const endOf = ({ id }: UserTarget) => accesses.get(id)?.setsEndAt ?? null
  const setIdsOf = ({ id }: UserTarget) => accesses.get(id)?.setIds ?? []
  for (const together of Map.groupBy(targets, (target) => endOf(target)?.getTime()).values()) {
    const [first] = together
    const giving = { act: 'give', endsAt: first ? endOf(first) : null } as const
    const named = new Set(together.flatMap(setIdsOf))
    const ofThem = sets.filter((content) => content && named.has(content.set.id))
    const setsOf = await judgeSets(tx, rights, { ...giving, sets: ofThem }, together)
    const given = together.map((target) => {
      const setIds = setIdsOf(target)
      return { target, ...setsOf(target, (setId) => setIds.includes(setId)) }
    })
    if (given.some(({ refusals }) => refusals.length > 0)) return false
    await changeSets(
      tx,
      by,
      giving,
      given.map(({ target, changing }) => ({ target, sets: changing })),
    )
  }
  return true
}

/** The administrator who asked for the creation. @throws where there is none */
function actorOf({ id, ownerId, sessionId, requestId, address }: StoredImport): ActContext {
  if (sessionId === null || requestId === null || address === null)
    throw new Error(`Nobody has had the users of import ${id} created.`)
  return {
    caller: { user: { id: ownerId }, actorId: null, sessionId },
    request: { id: requestId, address },
  }
}
