import type { Tx } from '../../db/database.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { type AuditEntry, recordAudits } from '../audit/public.ts'
import {
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
  { context, actorId, sessionId }: SourceActor = portalItself,
  left: NamedSource | null = null,
): Promise<FollowedSources> {
  const { closed, opened } = await followSources(tx, clientId, userIds)
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
    before: recordOf(lost.get(userId) ?? [], left),
    after: recordOf(gained.get(userId) ?? [], null),
  }))
  if (entries.length > 0) recordAudits(tx, context, entries)
  return { gained: gained?.size ?? 0, lost: lost?.size ?? 0 }
}

/** By name, as records of permissions have it: 'Assigned, by group fin-all'. */
const recordOf = (changes: readonly SourceGrantChange[], left: NamedSource | null): Record<string, string> =>
  Object.fromEntries(
    changes.map(({ systemName, pageName, kind, name, version }) => {
      const source = kind === null || name === null ? left : { kind, name, version }
      const words = [sentences.permission_assigned, ...(source === null ? [] : [sourceSentence(source)])].map((word) =>
        translateAsShipped(word),
      )
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
    const { gained, lost } = await followSourcesOf(
      tx,
      clientId,
      users.map(({ userId }) => userId),
    )
    changed += gained + lost
  }
  return found.length < SOURCE_USERS_MAX ? 0 : changed
}
