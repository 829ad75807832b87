import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { everything, type Scope } from '../../db/scope.ts'
import { arrayOf, bool, instant, int, nullable, statement, text } from '../../db/statement.ts'
import type { Authority } from '../../http/caller.ts'

/** An administrator as they are now, for what goes on after the request that asked for it. */
export interface AdministratorNow {
  authority: Authority
  /** Whom they administer (decision E4). */
  scope: Scope
  /** The screens of the administration that they may open. */
  pages: readonly AdminPage[]
  /** By an administrator, until one unlocks them. */
  isLocked: boolean
}

const administratorNow = statement([int], {
  name: 'permissions: administrator now',
  text: `
  select u.client_id as "clientId", u.is_internal as "isInternal", held.is_portal_admin as "isPortalAdmin",
         held.admin_system_ids as "adminSystemIds", held.page_ids as "pageIds", held.may_sign_on_as as "maySignOnAs",
         held.is_us_associate as "isUsAssociate",
         array(select page.page_name from held_admin_pages page where page.user_id = u.id) as "pageNames",
         exists (select from user_sign_ins tried where tried.user_id = u.id and tried.locked_until = 'infinity') as "isLocked"
    from users u join user_authorities held on held.user_id = u.id join clients c on c.id = u.client_id
   where u.id = $1 and u.status = 1 and not c.is_deleted`,
  row: {
    clientId: int,
    isInternal: bool,
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
    maySignOnAs: bool,
    isUsAssociate: bool,
    pageNames: arrayOf(text),
    isLocked: bool,
  },
})

/** Returns what a user administers now; null where their account or their employer is no longer active. */
export async function readAdministrator(tx: Tx, userId: number): Promise<AdministratorNow | null> {
  const row = await runFirst(tx, administratorNow(userId))
  if (!row) return null
  const { pageNames, isLocked, ...held } = row
  return {
    authority: { ...held, userId },
    scope: held.isInternal ? everything : { kind: 'client', clientId: held.clientId },
    pages: adminPages.filter((page) => pageNames.includes(page)),
    isLocked,
  }
}

/** An act of an administrator that goes on after the request. */
interface ActOfAdministrator {
  ownerId: number
  /** The session in which they asked for it. */
  sessionId: number | null
  /** A new password since then stops the act; null: none does. */
  passwordSince: Date | null
}

const actRevoked = statement([nullable(int), int, nullable(instant)], {
  name: 'permissions: act revoked',
  text: `
  select from sessions where id = $1 and end_reason = 'revoked'
  union all
  select from users where id = $2 and password_changed_at > $3`,
})

/**
 * Returns what the administrator of an act administers now; null also where they may no longer administer users, were
 * locked, or the session of the act was revoked. Signing out does not stop an act.
 */
export async function readAdministratorOfAct(
  tx: Tx,
  { ownerId, sessionId, passwordSince }: ActOfAdministrator,
): Promise<AdministratorNow | null> {
  const [now, revoked] = await Promise.all([
    readAdministrator(tx, ownerId),
    run(tx, actRevoked(sessionId, ownerId, passwordSince)),
  ])
  const mayAct = now !== null && !now.isLocked && revoked.length === 0 && now.pages.includes('User Administration')
  return mayAct ? now : null
}
