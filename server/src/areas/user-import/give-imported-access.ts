import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/answers.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import {
  changeWithin,
  lockUserTargets,
  type Permissions,
  readPermissionContext,
  sentOf,
} from '../permissions/public.ts'
import { nothingHeld, union } from './check-access.ts'
import type { StoredImport } from './import-rows.ts'

interface CreatedUser {
  id: number
  access: Permissions | null
}

/**
 * Gives new users the access of their rows, as an act of the administrator does. Returns false where the administrator
 * may not give it any more.
 */
export async function giveImportedAccess(
  tx: Tx,
  stored: StoredImport,
  authority: Authority,
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
  return targets.length === accesses.size && outcomes.every((outcome) => !(outcome instanceof Refusal))
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
