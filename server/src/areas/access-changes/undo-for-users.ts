import type { Tx } from '../../db/database.ts'
import type { Message } from '../../http/sentences.ts'
import { sentences } from '../../http/sentences.ts'
import { lockSets } from '../permission-sets/public.ts'
import {
  lockUserTargets,
  mayEndGrantsOf,
  type Permissions,
  type PermissionContext,
  refuseReadOnly,
  storeChange,
} from '../permissions/public.ts'
import { type ActPermissions, permissionsBefore } from './access-change-rules.ts'
import { changedSince, type StoredChange, type UserOfChange, type UserOutcome } from './access-change-store.ts'
import { type ChangeBatch, readBatch } from './change-batch.ts'
import type { Giver } from './read-giver.ts'
import { undoSets } from './undo-sets.ts'

/**
 * Gives users back what an act changed, as it was: also what its administrator could not give, since they have just
 * taken it away, but nothing to themselves or to an account that is inactive by now. One after the other, because the last portal administrator stays.
 */
export async function undoForUsers(
  tx: Tx,
  change: StoredChange,
  giver: Giver,
  users: readonly UserOfChange[],
): Promise<UserOutcome[]> {
  const userIds = users.map(({ userId }) => userId)
  const given = users.flatMap(({ after }) => after.setIds ?? [])
  const locked = await lockSets(tx, 'take', given)
  const targets = await lockUserTargets(tx, userIds)
  const batch = await readBatch(
    tx,
    giver.authority,
    targets,
    users.map(({ before }) => before),
  )
  const sets = await undoSets(tx, change, giver, { users, targets, sets: locked })
  const touched = await changedSince(tx, change.id, userIds)
  const touchedKeys = new Set(touched.map(({ userId, kind, id }) => `${userId} ${kind} ${id}`))
  const byId = new Map(batch.users.map((user) => [user.target.id, user]))
  const outcomes: UserOutcome[] = []
  for (const { userId, ...states } of users) {
    const user = byId.get(userId)
    const kept = user
      ? await undoOne(
          tx,
          { change, giver, sets },
          batch.context,
          user,
          states,
          (kind, id) => !touchedKeys.has(`${userId} ${kind} ${id}`),
        )
      : sentences.user_not_found
    outcomes.push(kept === null ? { userId, state: 'undone' } : { userId, state: 'kept', reason: kept })
  }
  return outcomes
}

/** Returns null, or why the user keeps what they have. */
async function undoOne(
  tx: Tx,
  { change, giver, sets }: { change: StoredChange; giver: Giver; sets: Awaited<ReturnType<typeof undoSets>> },
  context: PermissionContext,
  user: ChangeBatch['users'][number],
  states: { before: ActPermissions; after: ActPermissions },
  isUntouched: (kind: 'system' | 'page', id: number) => boolean,
): Promise<Message | null> {
  const readOnly = refuseReadOnly(giver.authority, user.target)
  if (readOnly) return readOnly.message
  const { taken, refusals } = sets.of(user.target)
  if (refusals.length > 0) return refusals.flat()
  const ending = new Set(taken.flatMap(({ items }) => items.map(({ pageId }) => pageId)))
  const isOfAct = (pageId: number) =>
    isUntouched('page', pageId) && (ending.has(pageId) || states.after.page.some((page) => page.pageId === pageId))
  const kept = await undoPermissions(tx, { change, giver }, context, user, states, { isUntouched, isOfAct })
  if (kept !== null && (taken.length === 0 || changesPermissions(states))) return kept
  await sets.take(user.target, taken)
  return null
}

/** Whether an act changed more than sets. */
const changesPermissions = ({ before, after }: { before: Permissions; after: Permissions }): boolean =>
  JSON.stringify([before.system, before.page]) !== JSON.stringify([after.system, after.page])

interface UndoneGrants {
  /** Neither given nor ended since the act. */
  isUntouched: (kind: 'system' | 'page', id: number) => boolean
  /** A page that the user had after the act, also by a set that is taken with it. */
  isOfAct: (pageId: number) => boolean
}

/** Returns null, or why the user keeps the applications and pages that they have. */
async function undoPermissions(
  tx: Tx,
  { change, giver: { authority, by } }: { change: StoredChange; giver: Giver },
  { catalog, now }: PermissionContext,
  { target, held }: ChangeBatch['users'][number],
  states: { before: Permissions; after: Permissions },
  { isUntouched, isOfAct }: UndoneGrants,
): Promise<Message | null> {
  const givesBack = change.kind === 'end'
  if (givesBack && target.status === 2) return sentences.access_change_inactive
  if (givesBack && target.id === authority.userId) return sentences.permission_not_yourself
  const mayChange = (systemId: number | undefined) =>
    systemId !== undefined && catalog.systems.has(systemId) && mayEndGrantsOf(authority, systemId)
  // A page that was given since needs its system.
  const hasNewPage = (systemId: number) =>
    held.page.some(({ pageId }) => catalog.pages.get(pageId)?.systemId === systemId && !isOfAct(pageId))
  const isRemoved = (id: number) => states.before.system.every(({ systemId }) => systemId !== id)
  const restored = permissionsBefore(
    states,
    held,
    {
      system: (id) => mayChange(id) && isUntouched('system', id) && !(isRemoved(id) && hasNewPage(id)),
      page: (id) => mayChange(catalog.pages.get(id)?.systemId) && isUntouched('page', id),
    },
    now,
  )
  if (typeof restored === 'string') return sentences[restored]
  const systemIds = new Set(restored.system.map(({ systemId }) => systemId))
  // Pages go with their system, and those for internal users with being one.
  const page = restored.page.filter(({ pageId }) => {
    const found = catalog.pages.get(pageId)
    return found === undefined || (systemIds.has(found.systemId) && (target.isInternal || !found.isInternalOnly))
  })
  const after = { system: restored.system, page }
  const refusal = await storeChange(tx, by, target, { before: held, after, hasChanges: true }, catalog)
  return refusal?.message ?? null
}
