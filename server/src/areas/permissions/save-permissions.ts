import type { SentPermissions } from '@portico/contract/users/user-profile.ts'
import { Answer, refuse, isStaleVersion } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { readActorRights } from './actor-rights.ts'
import { changePermissions, refuseReadOnly } from './change-permissions.ts'
import { permissionsVersion, refuseStaleUser } from './user-refusals.ts'
import { findTarget } from './user-targets.ts'
import type { Db } from '../../db/database.ts'
import { readGrants } from '../grants/public.ts'

/** Replaces the systems and pages of a user; refuses the whole change where a part of it may not be made. */
export async function savePermissions(
  { db }: { db: Db },
  { caller, request }: CallContext,
  { userId, sent }: { userId: number; sent: SentPermissions },
) {
  const { authority, isFresh } = await readActorRights({ caller })
  return db.transact(adminScope(caller), async (tx) => {
    const target = await findTarget(tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const readOnly = refuseReadOnly(authority, target)
    if (readOnly) return readOnly
    const [held, version] = await Promise.all([readGrants(tx, userId), permissionsVersion(tx, userId)])
    if (isStaleVersion(sent.version, version)) return refuseStaleUser(tx, userId, 'permissions')
    const change = { authority, isFresh, target, held, sent }
    const refusal = await changePermissions(tx, { caller, request }, change)
    return refusal ?? new Answer(null, { message: sentences.user_permissions_saved })
  })
}
