import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { Refusal, refuse, refuseOldSignIn, type StandardRefusal } from '../../http/answers.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { closeFulfilledRequests } from './close-fulfilled.ts'
import { type PermissionPlan, planPermissions, storePermissions } from './permission-plan.ts'
import { recordPermissions } from './permission-record.ts'
import type { Permissions, SentPermissions } from './permission-rules.ts'
import { readOnlyReason, readOnlyRefusals } from './user-refusals.ts'
import { isLastPortalAdmin, type UserTarget } from './user-targets.ts'
import type { Tx } from '../../db/database.ts'

export interface PermissionChange {
  authority: Authority
  /** The administrator has signed in or confirmed it lately (S52). */
  isFresh: boolean
  target: UserTarget
  held: Permissions
  /** The systems and pages that the user shall hold; an absent list stays as it is. */
  sent: SentPermissions
}

/** Why an administrator may not change this user at all; null where they may. */
export function refuseReadOnly(authority: Authority, target: UserTarget): StandardRefusal | null {
  const reason = readOnlyReason(authority, target)
  return reason === null ? null : refuse(readOnlyRefusals[reason].code, readOnlyRefusals[reason].message)
}

/**
 * Replaces the systems and pages of a user whose row the transaction has locked, records it, and closes the requests
 * that this fulfills. Every change of permissions by an administrator goes this way; null, or why it is refused.
 */
export async function changePermissions(
  tx: Tx,
  by: CallContext,
  { authority, isFresh, target, held, sent }: PermissionChange,
): Promise<StandardRefusal | ReturnType<typeof refuseOldSignIn> | null> {
  const { id: userId, isInternal } = target
  const plan = await planPermissions(tx, authority, { userId, isInternal }, held, sent)
  if (plan instanceof Refusal) return plan
  if (plan.changesPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  if (await removesLastPortalAdmin(tx, target, plan)) return refuse('422', sentences.user_last_portal_admin)
  if (!plan.hasChanges) return null
  await storePermissions(tx, plan, userId, by.caller.user.id)
  await recordPermissions(tx, by, target, plan.before, plan.after)
  await closeFulfilledRequests(tx, by, userId)
  return null
}

/** An inactive portal administrator is not the one that is needed. */
async function removesLastPortalAdmin(tx: Tx, target: UserTarget, { after }: PermissionPlan): Promise<boolean> {
  const staysAdmin = after.system.some(
    (grant) => grant.systemId === PORTAL_SYSTEM_ID && grant.isAdmin && grant.endsAt === null,
  )
  return target.isPortalAdmin && !staysAdmin && (await isLastPortalAdmin(tx, target.id))
}
