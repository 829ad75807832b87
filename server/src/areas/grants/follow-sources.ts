import type { Tx } from '../../db/database.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { type AuditEntry, recordAudits } from '../audit/public.ts'
import type { GivenBySet } from './sets-by-group.ts'
import {
  type FollowedChanges,
  followSources,
  lockToFollow,
  type NamedSource,
  SOURCE_USERS_MAX,
  type SourceGrantChange,
  usersUnlikeSources,
} from './source-grants.ts'

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
  const { sets, closed, opened } = await followSources(tx, clientId, userIds)
  const lost = Map.groupBy(closed, ({ userId }) => userId)
  const gained = Map.groupBy([...sets.given.map(grantBySet), ...opened], ({ userId }) => userId)
  const entries = [
    ...setEntries(sets, { clientId, actor }, left),
    ...[...new Set([...lost.keys(), ...gained.keys()])].map((userId): AuditEntry => ({
      ...entryOf({ clientId, actor }, userId),
      event: 'user_permissions_changed',
      target: { kind: 'user', id: userId },
      before: recordOf(lost.get(userId) ?? [], left),
      after: recordOf(gained.get(userId) ?? [], null),
    })),
  ]
  if (entries.length > 0) recordAudits(tx, actor.context, entries)
  const changed = new Set([...sets.closed, ...sets.opened].map(({ userId }) => userId))
  return { gained: gained.size, lost: lost.size, holders: changed.size }
}

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
const grantBySet = (given: GivenBySet): GrantChange => ({ ...given, kind: 'set' })

type GrantChange = SourceGrantChange & { readonly groupName?: string }

/** By name, as records of permissions have it: 'Assigned, by group fin-all'. */
const recordOf = (changes: readonly GrantChange[], left: NamedSource | null): Record<string, string> =>
  Object.fromEntries(
    changes.map(({ systemName, pageName, kind, name, version, groupName }) => {
      const source = kind === null || name === null ? left : { kind, name, version }
      const words = [
        sentences.permission_assigned,
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
 * Brings some users whose grants are not what their sources give in line with them, of any employer: whose grant by hand
 * has ended, who became active, or whose group or permission set many people have. Returns 0 once no more of them wait.
 */
export async function followSourcesOfSome(tx: Tx): Promise<number> {
  const found = await usersUnlikeSources(tx)
  await lockToFollow(
    tx,
    found.map(({ userId }) => userId),
  )
  let changed = 0
  for (const [clientId, users] of Map.groupBy(found, (one) => one.clientId)) {
    const { gained, lost, holders } = await followSourcesOf(
      tx,
      clientId,
      users.map(({ userId }) => userId),
    )
    changed += gained + lost + holders
  }
  return found.length < SOURCE_USERS_MAX ? 0 : changed
}
