import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse, refuseField, type StandardRefusal } from '../../../http/answers.ts'
import type { Authority } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import {
  mayEndGrantsOf,
  type PermissionPlan,
  type Permissions,
  planWithin,
  readPermissionContext,
} from '../../permissions/public.ts'
import type { GroupAccessItem, WantedAccess } from './group-access-store.ts'

const asPermissions = (items: readonly Pick<GroupAccessItem, 'systemId' | 'pageId'>[]): Permissions => ({
  system: items
    .filter(({ pageId }) => pageId === null)
    .map(({ systemId }) => ({ systemId, isAdmin: false, hasSensitiveData: false, endsAt: null })),
  page: items.flatMap(({ pageId }) => (pageId === null ? [] : [{ pageId, endsAt: null }])),
})

/** A change of what a group gives that may be made. */
export interface GroupAccessPlan extends PermissionPlan {
  /** What the group gives no longer, because who decided it lost the right, and the administrator cannot give. */
  readonly stopped: WantedAccess
}

/**
 * Checks a change of what a group gives by the rules for giving it to a new user by hand (decision E4). What the group
 * gives no longer, because who decided it lost the right, counts as new where the administrator may give it, and stays
 * as it is otherwise. Returns the change, or why it is refused.
 */
export async function checkGroupAccess(
  tx: Tx,
  authority: Authority,
  items: readonly GroupAccessItem[],
  wanted: WantedAccess,
): Promise<GroupAccessPlan | StandardRefusal> {
  const { systemIds, pageIds } = wanted
  const isWanted = ({ systemId, pageId }: GroupAccessItem) =>
    pageId === null ? systemIds.includes(systemId) : pageIds.includes(pageId)
  const alone = items.find((item) => item.pageId !== null && isWanted(item) && !systemIds.includes(item.systemId))
  if (alone) return refuseField('pageIds', sentences.permission_page_alone({ page: alone.name }))
  const foreign = items.find((item) => !item.mayGive && !isWanted(item) && !mayEndGrantsOf(authority, item.systemId))
  if (foreign) return refuse('403', sentences.permission_no_admin({ application: foreign.name }))
  const sent = {
    userSystems: systemIds.map((systemId) => ({ systemId, adminFlg: false, sensitiveDataAccessFlg: false })),
    userPages: pageIds.map((pageId) => ({ pageId })),
  }
  const context = await readPermissionContext(tx, authority, { userIds: [], held: asPermissions(items), sent })
  const planFrom = (held: readonly GroupAccessItem[]) => planWithin(context, newUser, asPermissions(held), sent)
  const stopped = stoppedOf(items.filter(isWanted), (item) => {
    const others = items.filter((one) => one !== item && (one.mayGive || isWanted(one)))
    return !(planFrom(others) instanceof Refusal)
  })
  const plan = planFrom(items.filter((item) => item.mayGive || stopped.includes(item)))
  if (plan instanceof Refusal) return plan
  if (plan.changesPortal && !authority.isInternal) return refuse('403', sentences.directory_group_portal)
  const removesPortal = items.some((item) => item.systemId === PORTAL_SYSTEM_ID && !isWanted(item))
  return { ...plan, changesPortal: plan.changesPortal || removesPortal, stopped: wantedOf(stopped) }
}

const newUser = { userId: null, isInternal: false }

/** Items that stay stopped: who saves them cannot give them, or not the application of the page. */
function stoppedOf(
  kept: readonly GroupAccessItem[],
  canGive: (item: GroupAccessItem) => boolean,
): readonly GroupAccessItem[] {
  const [systems, pages] = [kept.filter(({ pageId }) => pageId === null), kept.filter(({ pageId }) => pageId !== null)]
  const stopped = systems.filter((item) => !item.mayGive && !canGive(item))
  const isStopped = new Set(stopped.map(({ systemId }) => systemId))
  return [...stopped, ...pages.filter((item) => !item.mayGive && (isStopped.has(item.systemId) || !canGive(item)))]
}

/** Items as the ids of applications and pages. */
export const wantedOf = (items: readonly GroupAccessItem[]): WantedAccess => ({
  systemIds: items.flatMap(({ systemId, pageId }) => (pageId === null ? [systemId] : [])),
  pageIds: items.flatMap(({ pageId }) => (pageId === null ? [] : [pageId])),
})
