import type { SentPermissions } from '@portico/contract/user-profile.ts'
import { Answer, refuse, isStaleVersion } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { adminScope } from '../../http/authority.ts'
import type { Transact } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import { changePermissions, refuseReadOnly } from './change-permissions.ts'
import { permissionsVersion, refuseStaleUser } from './profile-refusals.ts'
import { findTarget } from './user-targets.ts'

/** Replaces the systems and pages of a user; refuses the whole change where a part of it may not be made. */
export async function savePermissions(
  { transact }: { transact: Transact<'audit' | 'grants' | 'tx'> },
  { caller, request }: CallContext,
  { userId, sent }: { userId: number; sent: SentPermissions },
) {
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  return transact(adminScope(caller), async (stores) => {
    const target = await findTarget(stores.tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const readOnly = refuseReadOnly(authority, target)
    if (readOnly) return readOnly
    const [held, version] = await Promise.all([stores.grants.read(userId), permissionsVersion(stores.tx, userId)])
    if (isStaleVersion(sent.version, version)) return refuseStaleUser(stores.tx, userId, 'permissions')
    const change = { authority, isFresh, target, held, sent }
    const refusal = await changePermissions(stores, { caller, request }, change)
    return refusal ?? new Answer(null, { message: sentences.user_permissions_saved })
  })
}
