import type { Tx } from '../../db/database.ts'
import { refuse, type StandardRefusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { readGroupSources } from '../grants/public.ts'
import type { PermissionPlan } from './permission-plan.ts'
import type { PermissionCatalog } from './permission-rules.ts'
import type { UserTarget } from './user-targets.ts'

type Ending = { readonly endsAt: Date | null }

/** Grants that a change takes away, or that end where they did not. */
function endedOf<Grant extends Ending>(
  before: readonly Grant[],
  after: readonly Grant[],
  idOf: (grant: Grant) => number,
): number[] {
  const left = new Map(after.map((grant) => [idOf(grant), grant]))
  return before
    .filter((grant) => {
      const now = left.get(idOf(grant))
      return now === undefined || (grant.endsAt === null && now.endsAt !== null)
    })
    .map(idOf)
}

/** Refuses to take away what a group of a directory gives: it would come again. Null where the change does not. */
export async function refuseByGroup(
  tx: Tx,
  target: Pick<UserTarget, 'id'>,
  { before, after, hasChanges }: Pick<PermissionPlan, 'before' | 'after' | 'hasChanges'>,
  catalog: PermissionCatalog,
): Promise<StandardRefusal | null> {
  if (!hasChanges) return null
  const systems = new Set(endedOf(before.system, after.system, ({ systemId }) => systemId))
  const pages = new Set(endedOf(before.page, after.page, ({ pageId }) => pageId))
  const kept = (await readGroupSources(tx, target.id)).find(({ systemId, pageId }) =>
    pageId === null ? systems.has(systemId) : pages.has(pageId),
  )
  if (!kept) return null
  const { systemId, pageId, groupName: group } = kept
  const named = pageId === null ? catalog.systems.get(systemId) : catalog.pages.get(pageId)
  return refuse('422', sentences.permission_kept_by_group({ application: named?.name ?? '', group }))
}
