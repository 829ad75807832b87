import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse, type StandardRefusal } from '../../../http/answers.ts'
import type { Authority } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { mayEndGrantsOf, type PermissionPlan, type Permissions, planPermissions } from '../../permissions/public.ts'
import type { GroupAccessItem, WantedAccess } from './group-access-store.ts'

const asPermissions = (items: readonly Pick<GroupAccessItem, 'systemId' | 'pageId'>[]): Permissions => ({
  system: items
    .filter(({ pageId }) => pageId === null)
    .map(({ systemId }) => ({ systemId, isAdmin: false, hasSensitiveData: false, endsAt: null })),
  page: items.flatMap(({ pageId }) => (pageId === null ? [] : [{ pageId, endsAt: null }])),
})

/**
 * Checks a change of what a group gives by the rules for giving it to a new user by hand (decision E4). What the group
 * gives no longer, because who decided it lost the right, counts as new. Returns the change, or why it is refused.
 */
export async function checkGroupAccess(
  tx: Tx,
  authority: Authority,
  items: readonly GroupAccessItem[],
  { systemIds, pageIds }: WantedAccess,
): Promise<PermissionPlan | StandardRefusal> {
  const isWanted = ({ systemId, pageId }: GroupAccessItem) =>
    pageId === null ? systemIds.includes(systemId) : pageIds.includes(pageId)
  const foreign = items.find((item) => !item.mayGive && !isWanted(item) && !mayEndGrantsOf(authority, item.systemId))
  if (foreign) return refuse('403', sentences.permission_no_admin({ application: foreign.name }))
  const plan = await planPermissions(
    tx,
    authority,
    { userId: null, isInternal: false },
    asPermissions(items.filter(({ mayGive }) => mayGive)),
    {
      userSystems: systemIds.map((systemId) => ({ systemId, adminFlg: false, sensitiveDataAccessFlg: false })),
      userPages: pageIds.map((pageId) => ({ pageId })),
    },
  )
  if (plan instanceof Refusal) return plan
  if (plan.changesPortal && !authority.isInternal) return refuse('403', sentences.directory_group_portal)
  const removesPortal = items.some((item) => item.systemId === PORTAL_SYSTEM_ID && !isWanted(item))
  return { ...plan, changesPortal: plan.changesPortal || removesPortal }
}
