import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { databaseTime } from '../../db/clock.ts'
import { refuse, refuseFields, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { MessageRef } from '../../http/sentences.ts'
import { readCatalog } from './permission-record.ts'
import { mayGiveToThemselves } from './user-targets.ts'
import {
  grantRefusal,
  type Grantor,
  type PermissionCatalog,
  permissionIssues,
  type Permissions,
  rightChanges,
  type RuleText,
  type SentPermissions,
  requestedPermissions,
} from './permission-rules.ts'
import type { Tx } from '../../db/database.ts'
import { replaceGrants, readGrants } from '../grants/public.ts'

/** A change of permissions that may be made. */
export interface PermissionPlan {
  before: Permissions
  after: Permissions
  hasChanges: boolean
  /** Gives or takes away rights in the portal itself, which needs a fresh sign-in (S52). */
  changesPortal: boolean
}

export interface PermissionTarget {
  /** Null for a user who is being created. */
  userId: number | null
  isInternal: boolean
}

/** What a change of permissions is checked against: read once, however many users change. */
export interface PermissionContext {
  catalog: PermissionCatalog
  grantor: Grantor
  now: Date
}

/**
 * Reads what the changes of these users are checked against.
 * @param held by all of them together
 */
export async function readPermissionContext(
  tx: Tx,
  authority: Authority,
  { userIds, held, sent }: { userIds: readonly number[]; held: Permissions; sent: SentPermissions },
): Promise<PermissionContext> {
  const [catalog, grantor, now] = await Promise.all([
    readCatalog(tx, held, sent),
    grantorOf(tx, authority, userIds),
    databaseTime(tx),
  ])
  return { catalog, grantor, now }
}

/**
 * Checks the systems and pages that a body asks for; returns the change, or why it is refused. For creating and
 * changing users alike: the held permissions of a new user are empty.
 */
export async function planPermissions(
  tx: Tx,
  authority: Authority,
  target: PermissionTarget,
  held: Permissions,
  sent: SentPermissions,
): Promise<PermissionPlan | StandardRefusal> {
  const userIds = target.userId === null ? [] : [target.userId]
  return planWithin(await readPermissionContext(tx, authority, { userIds, held, sent }), target, held, sent)
}

/** As `planPermissions`, against what has been read. */
export function planWithin(
  { catalog, grantor, now }: PermissionContext,
  { userId, isInternal }: PermissionTarget,
  held: Permissions,
  sent: SentPermissions,
): PermissionPlan | StandardRefusal {
  const after = requestedPermissions(sent, held, catalog)
  const changes = rightChanges(held, after, catalog)
  const areKnown = changes.every(({ systemId }) => catalog.systems.has(systemId))
  const refusal = areKnown ? grantRefusal(grantor, userId, changes, catalog) : null
  if (refusal !== null) return refuse('403', sentenceOf(refusal))
  const issues = permissionIssues(held, after, { catalog, isInternal, now })
  const [first] = issues
  if (first)
    return refuseFields(
      '422',
      sentenceOf(first),
      issues.map((issue) => ({ field: issue.field, message: sentenceOf(issue) })),
    )
  return {
    before: held,
    after,
    hasChanges: changes.length > 0,
    changesPortal: changes.some(({ systemId }) => systemId === PORTAL_SYSTEM_ID),
  }
}

const sentenceOf = ({ text, values }: RuleText) => new MessageRef(text, values)

/** Stores planned permissions: a constant number of statements, however many there are. */
export async function storePermissions(
  tx: Tx,
  { after }: Pick<PermissionPlan, 'after'>,
  userId: number,
  grantedBy: number,
): Promise<void> {
  await Promise.all([
    replaceGrants(tx, userId, 'system', [...after.system], grantedBy),
    replaceGrants(tx, userId, 'page', [...after.page], grantedBy),
  ])
}

async function grantorOf(tx: Tx, authority: Authority, targetIds: readonly number[]): Promise<Grantor> {
  const { userId, isPortalAdmin, adminSystemIds } = authority
  const held = await readGrants(tx, userId)
  return {
    userId,
    mayGiveToThemselves: targetIds.includes(userId) && (await mayGiveToThemselves(tx, authority)),
    isPortalAdmin,
    adminSystemIds,
    sensitiveSystemIds: held.system.filter((grant) => grant.hasSensitiveData).map(({ systemId }) => systemId),
    pageIds: held.page.map(({ pageId }) => pageId),
  }
}
