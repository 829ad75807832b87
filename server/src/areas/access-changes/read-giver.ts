import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import { readAdministratorOfAct } from '../permissions/public.ts'
import type { StoredChange } from './access-change-store.ts'

/** The administrator of an act as they are now. */
export interface Giver {
  authority: Authority
  scope: Scope
  by: ActContext
}

/**
 * Returns the administrator of an act; null where they may no longer administer users, or no longer those of then, and
 * where they were locked or the session of the act was revoked. Signing out does not stop an act. A new password stops what
 * was planned before it, because somebody else may have used the account.
 */
export async function readGiver(
  tx: Tx,
  { ownerId, clientId, sessionId, requestId, address, createdAt, plannedAt }: StoredChange,
): Promise<Giver | null> {
  const now = await readAdministratorOfAct(tx, { ownerId, sessionId, passwordSince: plannedAt && createdAt })
  if (now === null) return null
  const { authority, scope } = now
  if (!authority.isInternal && authority.clientId !== clientId) return null
  return {
    authority,
    scope,
    by: { caller: { user: { id: ownerId }, actorId: null, sessionId }, request: { id: requestId, address } },
  }
}
