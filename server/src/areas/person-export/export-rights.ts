import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuse, type StandardRefusal } from '../../http/answers.ts'
import { mayManageUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { readAdministrator, readUserTargets, type UserTarget } from '../permissions/public.ts'
import type { Sight } from './archive-reader.ts'

/** Why an administrator may not export this user; null where they may: as for any other act on a user (decision E4). */
export function exportRefusal(authority: Authority, target: UserTarget | undefined): StandardRefusal | null {
  if (!target) return refuse('404', sentences.user_not_found)
  if (target.id === authority.userId) return refuse('422', sentences.user_not_yourself)
  return mayManageUser(authority, target) ? null : refuse('403', sentences.user_stronger)
}

/** What an administrator sees of a person now, for what a job does; null where they may no longer export them. */
export async function readSight(tx: Tx, ownerId: number, aboutId: number): Promise<Sight | null> {
  const now = await readAdministrator(tx, ownerId)
  if (!now || now.isLocked || !now.pages.includes('User Administration')) return null
  const { authority, pages } = now
  const [target] = await readUserTargets(tx, [aboutId])
  if (exportRefusal(authority, target)) return null
  return {
    kind: 'administrator',
    clientId: now.scope === everything ? null : authority.clientId,
    isInternal: authority.isInternal,
    readsAudit: pages.includes('Audit Trail'),
  }
}
