import type { Tx } from '../../db/database.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { type AuditEntry, recordAudits } from '../audit/public.ts'
import { followGroups, GROUP_USERS_MAX, type GroupGrantChange, usersUnlikeGroups } from './group-grants.ts'

/** Who is behind what groups change: a directory, an administrator, or null, the portal itself. */
export interface GroupActor {
  readonly context: Parameters<typeof recordAudits>[1]
  readonly actorId: number | null
  readonly sessionId: number | null
}

const portalItself: GroupActor = { context: null, actorId: null, sessionId: null }

/** How many users got something by their groups, and lost something. */
export interface FollowedGroups {
  readonly gained: number
  readonly lost: number
}

/**
 * Gives users of an employer what their groups give and ends what none of them gives any more, and records it for each
 * of them. A constant number of statements.
 * @param leftGroup the group that they have left, for the records of what ended
 */
export async function followGroupsOf(
  tx: Tx,
  clientId: number,
  userIds: readonly number[],
  { context, actorId, sessionId }: GroupActor = portalItself,
  leftGroup: string | null = null,
): Promise<FollowedGroups> {
  const { closed, opened } = await followGroups(tx, clientId, userIds)
  const lost = Map.groupBy(closed, ({ userId }) => userId)
  const gained = Map.groupBy(opened, ({ userId }) => userId)
  const concerned = [...new Set([...closed, ...opened].map(({ userId }) => userId))]
  const entries = concerned.map((userId): AuditEntry => ({
    event: 'user_permissions_changed',
    actorId,
    subjectId: userId,
    sessionId,
    clientId,
    target: { kind: 'user', id: userId },
    before: recordOf(lost.get(userId) ?? [], leftGroup),
    after: recordOf(gained.get(userId) ?? [], null),
  }))
  if (entries.length > 0) recordAudits(tx, context, entries)
  return { gained: gained?.size ?? 0, lost: lost?.size ?? 0 }
}

/** By name, as records of permissions have it: 'Assigned, by group fin-all'. */
const recordOf = (changes: readonly GroupGrantChange[], leftGroup: string | null): Record<string, string> =>
  Object.fromEntries(
    changes.map(({ systemName, pageName, groupName }) => {
      const group = groupName ?? leftGroup
      const words = [
        sentences.permission_assigned,
        ...(group === null ? [] : [sentences.permission_by_group({ group })]),
      ].map((word) => translateAsShipped(word))
      return [pageName === null ? systemName : `${systemName} / ${pageName}`, words.join(', ')]
    }),
  )

/**
 * Brings some users whose grants are not what their groups give in line with them, of any employer: whose grant by hand
 * has ended, who became active, or whose group many people were in. Returns 0 once no more of them wait.
 */
export async function followGroupsOfSome(tx: Tx): Promise<number> {
  const found = await usersUnlikeGroups(tx)
  let changed = 0
  for (const [clientId, users] of Map.groupBy(found, (one) => one.clientId)) {
    const { gained, lost } = await followGroupsOf(
      tx,
      clientId,
      users.map(({ userId }) => userId),
    )
    changed += gained + lost
  }
  return found.length < GROUP_USERS_MAX ? 0 : changed
}
