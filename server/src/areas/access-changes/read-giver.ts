import type { Tx } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { everything, type Scope } from '../../db/scope.ts'
import { arrayOf, bool, int, statement } from '../../db/statement.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import type { StoredChange } from './access-change-store.ts'

/** The administrator of an act as they are now. */
export interface Giver {
  authority: Authority
  scope: Scope
  by: ActContext
}

const giverNow = statement([int, int, int], {
  name: 'access-changes: giver now',
  text: `
  select u.client_id as "clientId", u.is_internal as "isInternal", held.is_portal_admin as "isPortalAdmin",
         held.admin_system_ids as "adminSystemIds", held.page_ids as "pageIds", held.may_sign_on_as as "maySignOnAs",
         held.is_us_associate as "isUsAssociate"
    from users u join user_authorities held on held.user_id = u.id join clients c on c.id = u.client_id
   where u.id = $1 and u.status = 1 and not c.is_deleted and (u.is_internal or u.client_id = $2)
     and exists (select from held_admin_pages page where page.user_id = u.id and page.page_name = 'User Administration')
     and not exists (select from user_sign_ins tried where tried.user_id = u.id and tried.locked_until = 'infinity')
     and not exists (select from sessions begun where begun.id = $3 and begun.end_reason = 'revoked')`,
  row: {
    clientId: int,
    isInternal: bool,
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
    maySignOnAs: bool,
    isUsAssociate: bool,
  },
})

/**
 * Returns the administrator of an act; null where they may no longer administer users, or no longer those of then, and
 * where they were locked or the session of the act was revoked. Signing out does not stop an act.
 */
export async function readGiver(
  tx: Tx,
  { ownerId, clientId, sessionId, requestId, address }: StoredChange,
): Promise<Giver | null> {
  const held = await runFirst(tx, giverNow(ownerId, clientId, sessionId))
  if (!held) return null
  return {
    authority: { ...held, userId: ownerId },
    scope: held.isInternal ? everything : { kind: 'client', clientId: held.clientId },
    by: { caller: { user: { id: ownerId }, actorId: null, sessionId }, request: { id: requestId, address } },
  }
}
