import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { Refusal, refuse, refuseOldSignIn, type StandardRefusal } from '../../http/answers.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor } from '../audit/public.ts'
import { followSourcesOf } from '../grants/public.ts'
import { closeFulfilledRequests } from './close-fulfilled.ts'
import {
  type PermissionContext,
  type PermissionPlan,
  planWithin,
  readPermissionContext,
  storePermissions,
} from './permission-plan.ts'
import { recordPermissionChange } from './permission-record.ts'
import type { PermissionCatalog, Permissions, SentPermissions } from './permission-rules.ts'
import { checkBySource } from './kept-by-source.ts'
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
  /** Also ends what groups and permission sets give: the user leaves. */
  isLeaving?: boolean
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
  by: ActContext,
  { authority, ...change }: PermissionChange,
): Promise<StandardRefusal | ReturnType<typeof refuseOldSignIn> | null> {
  const { target, held, sent } = change
  const context = await readPermissionContext(tx, authority, { userIds: [target.id], held, sent })
  const outcome = await changeWithin(tx, by, context, change)
  return outcome instanceof Refusal ? outcome : null
}

/** As `changePermissions`, against what has been read; returns the change, of which nothing is stored where it is none. */
export async function changeWithin(
  tx: Tx,
  by: ActContext,
  context: PermissionContext,
  { isFresh, target, held, sent, isLeaving = false }: Omit<PermissionChange, 'authority'>,
): Promise<StandardRefusal | ReturnType<typeof refuseOldSignIn> | PermissionPlan> {
  const plan = planWithin(context, { userId: target.id, isInternal: target.isInternal }, held, sent)
  if (plan instanceof Refusal) return plan
  if (plan.changesPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  const bySource = isLeaving ? { comesAgain: false } : await checkBySource(tx, target, plan, context.catalog)
  if (bySource instanceof Refusal) return bySource
  const stored = await storeChange(tx, by, target, plan, context.catalog)
  if (stored) return stored
  if (bySource.comesAgain)
    await followSourcesOf(tx, target.clientId, [target.id], { context: by.request, ...auditActor(by.caller) })
  return plan
}

/** Stores a change of permissions, records it, and closes the requests that it fulfills; null, or why it is refused. */
export async function storeChange(
  tx: Tx,
  by: ActContext,
  target: UserTarget,
  change: Pick<PermissionPlan, 'before' | 'after' | 'hasChanges'>,
  catalog: PermissionCatalog,
): Promise<StandardRefusal | null> {
  if (await removesLastPortalAdmin(tx, target, change)) return refuse('422', sentences.user_last_portal_admin)
  if (!change.hasChanges) return null
  await storePermissions(tx, change, target.id, by.caller.user.id)
  recordPermissionChange(tx, by, target, change, catalog)
  await closeFulfilledRequests(tx, by, target.id)
  return null
}

/** An inactive portal administrator is not the one that is needed. */
async function removesLastPortalAdmin(
  tx: Tx,
  target: UserTarget,
  { after }: Pick<PermissionPlan, 'after'>,
): Promise<boolean> {
  const staysAdmin = after.system.some(
    (grant) => grant.systemId === PORTAL_SYSTEM_ID && grant.isAdmin && grant.endsAt === null,
  )
  return target.isPortalAdmin && !staysAdmin && (await isLastPortalAdmin(tx, target.id))
}
