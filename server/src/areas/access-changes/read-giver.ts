import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import type { Scope } from '../../db/scope.ts'
import { instant, int, nullable, statement } from '../../db/statement.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import { readAdministrator } from '../permissions/public.ts'
import type { StoredChange } from './access-change-store.ts'

/** The administrator of an act as they are now. */
export interface Giver {
  authority: Authority
  scope: Scope
  by: ActContext
}

const revokedStatement = statement([int, int, nullable(instant)], {
  name: 'access-changes: revoked session',
  text: `
  select from sessions where id = $1 and end_reason = 'revoked'
  union all
  select from users where id = $2 and password_changed_at > $3`,
})

/**
 * Returns the administrator of an act; null where they may no longer administer users, or no longer those of then, and
 * where they were locked or the session of the act was revoked. Signing out does not stop an act. A new password stops what
 * was planned before it, because somebody else may have used the account.
 */
export async function readGiver(
  tx: Tx,
  { ownerId, clientId, sessionId, requestId, address, createdAt, plannedAt }: StoredChange,
): Promise<Giver | null> {
  const [now, revoked] = await Promise.all([
    readAdministrator(tx, ownerId),
    run(tx, revokedStatement(sessionId, ownerId, plannedAt && createdAt)),
  ])
  if (now === null || now.isLocked || revoked.length > 0 || !now.pages.includes('User Administration')) return null
  const { authority, scope } = now
  if (!authority.isInternal && authority.clientId !== clientId) return null
  return {
    authority,
    scope,
    by: { caller: { user: { id: ownerId }, actorId: null, sessionId }, request: { id: requestId, address } },
  }
}
