import type { Tx } from '../../db/database.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { type AuditEntry, recordAudits } from '../audit/public.ts'
import type { GivenBySet } from './sets-by-group.ts'
import {
  type FollowedChanges,
  followSources,
  lockToFollow,
  type NamedSource,
  type SourceGrantChange,
} from './source-grants.ts'
import { usersUnlikeSources } from './users-unlike-sources.ts'

/** Who is behind what sources change: a directory, an administrator, or null, the portal itself. */
export interface SourceActor {
  readonly context: Parameters<typeof recordAudits>[1]
  readonly actorId: number | null
  readonly sessionId: number | null
}

const portalItself: SourceActor = { context: null, actorId: null, sessionId: null }

/** How many users got something by their sources, and lost something. */
export interface FollowedSources {
  readonly gained: number
  readonly lost: number
  /** How many have something until another moment, and lost nothing. */
  readonly moved: number
  /** Who got or lost a set by a group. */
  readonly holders: number
}

/**
 * Gives users of an employer what their sources give and ends what none of them gives any more, and records it for each
 * of them. A constant number of statements.
 * @param left the source that they have left, for the records of what ended
 */
export async function followSourcesOf(
  tx: Tx,
  clientId: number,
  userIds: readonly number[],
  actor: SourceActor = portalItself,
  left: NamedSource | null = null,
): Promise<FollowedSources> {
  const { sets, closed, moved, opened } = await followSources(tx, clientId, userIds)
  const before = Map.groupBy([...closed, ...moved], ({ userId }) => userId)
  const after = Map.groupBy([...sets.given.map(grantBySet), ...opened], ({ userId }) => userId)
  const isMoved = new Set(moved.map(keyOf))
  const gained = new Set([...after].flatMap(([id, rows]) => (rows.some((row) => !isMoved.has(keyOf(row))) ? [id] : [])))
  const entries = [
    ...setEntries(sets, { clientId, actor }, left),
    ...[...new Set([...before.keys(), ...after.keys()])].map((userId): AuditEntry => ({
      ...entryOf({ clientId, actor }, userId),
      event: 'user_permissions_changed',
      target: { kind: 'user', id: userId },
      before: recordOf(before.get(userId) ?? [], left),
      after: recordOf(after.get(userId) ?? [], null),
    })),
  ]
  if (entries.length > 0) recordAudits(tx, actor.context, entries)
  const changed = new Set([...sets.closed, ...sets.opened].map(({ userId }) => userId))
  const lost = new Set(closed.map(({ userId }) => userId))
  return { gained: gained.size, lost: lost.size, moved: before.size - lost.size, holders: changed.size }
}

const keyOf = ({ userId, systemName, pageName }: SourceGrantChange) => JSON.stringify([userId, systemName, pageName])

interface Recorder {
  readonly clientId: number
  readonly actor: SourceActor
}

const entryOf = ({ clientId, actor: { actorId, sessionId } }: Recorder, userId: number) => ({
  actorId,
  subjectId: userId,
  sessionId,
  clientId,
})

/** The sets that groups gave, and those that ended with a group. */
function setEntries({ closed, opened }: FollowedChanges['sets'], by: Recorder, left: NamedSource | null): AuditEntry[] {
  const group = left?.kind === 'group' ? { group: left.name } : {}
  return [
    ...closed.map(({ userId, setId, name, version }): AuditEntry => ({
      ...entryOf(by, userId),
      event: 'permission_set_taken',
      target: { kind: 'permission-set', id: setId },
      before: { name, version, ...group },
      after: {},
    })),
    ...opened.map(({ userId, setId, name, version, groupName }): AuditEntry => ({
      ...entryOf(by, userId),
      event: 'permission_set_given',
      target: { kind: 'permission-set', id: setId },
      before: {},
      after: { name, version, group: groupName },
    })),
  ]
}

/** What came with a set of a group, as any other change of a grant. */
const grantBySet = (given: GivenBySet): GrantChange => ({ ...given, kind: 'set', endsAt: null })

type GrantChange = SourceGrantChange & { readonly groupName?: string }

/** By name, as records of permissions have it: 'Assigned, until …, by group fin-all'. */
const recordOf = (changes: readonly GrantChange[], left: NamedSource | null): Record<string, string> =>
  Object.fromEntries(
    changes.map(({ systemName, pageName, kind, name, version, groupName, endsAt }) => {
      const source = kind === null || name === null ? left : { kind, name, version }
      const words = [
        sentences.permission_assigned,
        ...(endsAt === null ? [] : [sentences.permission_until({ date: endsAt.toISOString() })]),
        ...(source === null ? [] : [sourceSentence(source)]),
        ...(groupName === undefined ? [] : [sentences.permission_by_group({ group: groupName })]),
      ].map((word) => translateAsShipped(word))
      return [pageName === null ? systemName : `${systemName} / ${pageName}`, words.join(', ')]
    }),
  )

/** How something is held by a source: 'by group fin-all', 'by set Clerk, version 3'. */
export const sourceSentence = ({ kind, name, version }: NamedSource) =>
  kind === 'group'
    ? sentences.permission_by_group({ group: name })
    : sentences.permission_by_set({ set: name, version: String(version ?? 1) })

/**
 * Brings those of the next users by number after this one whose grants are not what their sources give in line with them,
 * of any employer: whose grant by hand has ended, who became active, or whose group or permission set many people have.
 * Returns the last user who was compared, null once there are no further ones, and how much has changed.
 */
export async function followSourcesOfNext(tx: Tx, after: number): Promise<{ last: number | null; changed: number }> {
  const { users, last } = await usersUnlikeSources(tx, after)
  if (users.length === 0) return { last, changed: 0 }
  await lockToFollow(
    tx,
    users.map(({ userId }) => userId),
  )
  let changed = 0
  for (const [clientId, ofClient] of Map.groupBy(users, (one) => one.clientId)) {
    const { gained, lost, moved, holders } = await followSourcesOf(
      tx,
      clientId,
      ofClient.map(({ userId }) => userId),
    )
    changed += gained + lost + moved + holders
  }
  return { last, changed }
}
