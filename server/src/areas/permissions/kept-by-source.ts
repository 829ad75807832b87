import type { Tx } from '../../db/database.ts'
import { refuse, type StandardRefusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { readDueBySources } from '../grants/public.ts'
import type { PermissionPlan } from './permission-plan.ts'
import type { PermissionCatalog } from './permission-rules.ts'
import type { UserTarget } from './user-targets.ts'

type Ending = { readonly endsAt: Date | null }

/** Grants that a change takes away, or that end earlier than they did. */
function endedOf<Grant extends Ending>(
  before: readonly Grant[],
  after: readonly Grant[],
  idOf: (grant: Grant) => number,
): number[] {
  const left = new Map(after.map((grant) => [idOf(grant), grant]))
  return before
    .filter((grant) => {
      const now = left.get(idOf(grant))
      return now === undefined || (now.endsAt !== null && (grant.endsAt === null || now.endsAt < grant.endsAt))
    })
    .map(idOf)
}

/**
 * Refuses to take away what a group of a directory or a permission set gives: it would come again. What was given by
 * hand may be taken away; `comesAgain`: a source gives some of it now, in the place of the grant by hand.
 */
export async function checkBySource(
  tx: Tx,
  target: Pick<UserTarget, 'id' | 'clientId'>,
  { before, after, hasChanges }: Pick<PermissionPlan, 'before' | 'after' | 'hasChanges'>,
  catalog: PermissionCatalog,
): Promise<StandardRefusal | { comesAgain: boolean }> {
  if (!hasChanges) return { comesAgain: false }
  const systems = new Set(endedOf(before.system, after.system, ({ systemId }) => systemId))
  const pages = new Set(endedOf(before.page, after.page, ({ pageId }) => pageId))
  const ended = (await readDueBySources(tx, target.clientId, target.id)).filter(({ systemId, pageId }) =>
    pageId === null ? systems.has(systemId) : pages.has(pageId),
  )
  // Its pages end with an application that was given by hand, and come again with it.
  const coming = new Set(ended.flatMap((one) => (one.pageId === null && !one.isBySource ? [one.systemId] : [])))
  const kept = ended.find(({ systemId, isBySource }) => isBySource && !coming.has(systemId))
  if (!kept) return { comesAgain: ended.length > 0 }
  const { systemId, pageId, kind, name } = kept
  const application = (pageId === null ? catalog.systems.get(systemId) : catalog.pages.get(pageId))?.name ?? ''
  const sentence =
    kind === 'group'
      ? sentences.permission_kept_by_group({ application, group: name })
      : sentences.permission_kept_by_set({ application, set: name })
  return refuse('422', sentence)
}
