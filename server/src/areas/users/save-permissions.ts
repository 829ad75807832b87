import type { SentPermissions } from '@portico/contract/user-profile.ts'
import { Answer, Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { adminScope } from '../../http/authority.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import {
  type PermissionPlan,
  permissionRecord,
  planPermissions,
  PORTAL_SYSTEM,
  storePermissions,
} from './permission-plan.ts'
import { permissionsVersion, readOnlyReason, readOnlyRefusals, refuseStaleUser } from './profile-refusals.ts'
import { findTarget, isLastPortalAdmin, type UserTarget } from './user-targets.ts'

/** Replaces the systems and pages of a user; refuses the whole change where a part of it may not be made. */
export async function savePermissions(
  { transact }: { transact: Transact },
  { caller, request }: CallContext,
  { userId, sent }: { userId: number; sent: SentPermissions },
) {
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  return transact(adminScope(caller), async (stores) => {
    const target = await findTarget(stores.tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const reason = readOnlyReason(authority, target)
    if (reason) return refuse(readOnlyRefusals[reason].code, readOnlyRefusals[reason].message)
    const [held, version] = await Promise.all([stores.grants.read(userId), permissionsVersion(stores.tx, userId)])
    if (sent.version !== undefined && sent.version !== version)
      return refuseStaleUser(stores.tx, userId, 'user_permissions_changed')
    const plan = await planPermissions(stores, authority, { userId, isInternal: target.isInternal }, held, sent)
    if (plan instanceof Refusal) return plan
    if (plan.changesPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
    if (await removesLastPortalAdmin(stores, target, plan)) return refuse('422', sentences.user_last_portal_admin)
    if (plan.hasChanges) {
      await storePermissions(stores, plan, userId, caller.user.id)
      recordPermissions(stores, { caller, request }, target, plan)
    }
    return new Answer(null, { message: sentences.user_permissions_saved })
  })
}

/** An inactive portal administrator is not the one that is needed. */
async function removesLastPortalAdmin({ tx }: Stores, target: UserTarget, { after }: PermissionPlan): Promise<boolean> {
  const staysAdmin = after.system.some(
    (grant) => grant.systemId === PORTAL_SYSTEM && grant.isAdmin && grant.endsAt === null,
  )
  return target.isPortalAdmin && !staysAdmin && (await isLastPortalAdmin(tx, target.id))
}

function recordPermissions(
  { audit }: Stores,
  by: CallContext,
  { id, clientId }: Pick<UserTarget, 'id' | 'clientId'>,
  { before, after, catalog }: PermissionPlan,
): void {
  audit.change(
    by,
    { event: 'user_permissions_changed', kind: 'user', id, clientId, subjectId: id },
    permissionRecord(before, catalog),
    permissionRecord(after, catalog),
  )
}
