import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import { isIssue, Refusal, refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { countStrongerLosers, type SourceId } from '../grants/public.ts'
import { type PermissionPlan, planWithin, readPermissionContext } from './permission-plan.ts'
import { mayEndGrantsOf, type Permissions } from './permission-rules.ts'

/** What a source gives; `pageId` null: the application itself. */
export interface SourceItem {
  readonly systemId: number
  readonly pageId: number | null
  /** False: who decided it may not give it any more. */
  readonly mayGive: boolean
  readonly name: string
}

/** What a source is to give. */
export interface WantedItems {
  readonly systemIds: readonly number[]
  readonly pageIds: readonly number[]
}

/** What a source gives, as permissions of a user. */
export const asPermissions = (items: readonly Pick<SourceItem, 'systemId' | 'pageId'>[]): Permissions => ({
  system: items
    .filter(({ pageId }) => pageId === null)
    .map(({ systemId }) => ({ systemId, isAdmin: false, hasSensitiveData: false, endsAt: null })),
  page: items.flatMap(({ pageId }) => (pageId === null ? [] : [{ pageId, endsAt: null }])),
})

/** A change of what a source gives that may be made. */
export interface SourcePlan extends PermissionPlan {
  /** What the source gives no longer, because who decided it lost the right, and the administrator cannot give. */
  readonly stopped: WantedItems
}

/** A group or a permission set, and who is to change what it gives. */
export interface ChangedSource {
  /** Null: a new one, of which nothing can be taken away. */
  readonly source: SourceId | null
  readonly by: number
  readonly authority: Authority
  readonly items: readonly SourceItem[]
}

/**
 * Checks a change of what a group or a permission set gives by the rules for giving it to a new user by hand, and takes
 * nothing from users with rights that the administrator lacks (decision E4). What the source gives no longer, because who
 * decided it lost the right, counts as new where the administrator may give it, and stays as it is otherwise. Returns the
 * change, or why it is refused.
 * @param portalSentence why an external administrator may not let it give pages of the administration
 */
export async function planSourceItems(
  tx: Tx,
  { source, by, authority, items }: ChangedSource,
  wanted: WantedItems,
  portalSentence: Message,
): Promise<SourcePlan | StandardRefusal> {
  const { systemIds, pageIds } = wanted
  const isWanted = ({ systemId, pageId }: SourceItem) =>
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
  const planFrom = (held: readonly SourceItem[]) => planWithin(context, newUser, asPermissions(held), sent)
  const stopped = stoppedOf(items.filter(isWanted), (item) => {
    const others = items.filter((one) => one !== item && (one.mayGive || isWanted(one)))
    return !(planFrom(others) instanceof Refusal)
  })
  const plan = planFrom(items.filter((item) => item.mayGive || stopped.includes(item)))
  if (plan instanceof Refusal) return refusedAsSent(plan)
  if (plan.changesPortal && !authority.isInternal) return refuse('403', portalSentence)
  const removed = items.filter((item) => !isWanted(item))
  const losers = source && removed.length > 0 ? await countStrongerLosers(tx, source, by, wanted, wantedOf(stopped)) : 0
  if (losers > 0) return refuse('403', sentences.source_stronger({ count: losers }))
  return {
    ...plan,
    // What goes no further counts as not held.
    hasChanges: plan.hasChanges || removed.length > 0,
    changesPortal: plan.changesPortal || removed.some(({ systemId }) => systemId === PORTAL_SYSTEM_ID),
    stopped: wantedOf(stopped),
  }
}

/** The fields of a source in the calls, by those of a user that the rules name. */
const fieldsOfSource: Readonly<Record<string, string>> = { userSystems: 'systemIds', userPages: 'pageIds' }

/** A refusal of the rules with the fields that a body of a source has. */
function refusedAsSent(refusal: StandardRefusal): StandardRefusal {
  const { code, message, data, status, headers } = refusal
  if (!Array.isArray(data)) return refusal
  const issues = data.filter(isIssue).map((issue) => ({ ...issue, field: fieldsOfSource[issue.field] ?? issue.field }))
  return new Refusal(code, message, issues, status, headers)
}

const newUser = { userId: null, isInternal: false }

/** Items that stay stopped: who saves them cannot give them, or not the application of the page. */
function stoppedOf(kept: readonly SourceItem[], canGive: (item: SourceItem) => boolean): readonly SourceItem[] {
  const [systems, pages] = [kept.filter(({ pageId }) => pageId === null), kept.filter(({ pageId }) => pageId !== null)]
  const stopped = systems.filter((item) => !item.mayGive && !canGive(item))
  const isStopped = new Set(stopped.map(({ systemId }) => systemId))
  return [...stopped, ...pages.filter((item) => !item.mayGive && (isStopped.has(item.systemId) || !canGive(item)))]
}

/** Items as the ids of applications and pages. */
export const wantedOf = (items: readonly SourceItem[]): WantedItems => ({
  systemIds: items.flatMap(({ systemId, pageId }) => (pageId === null ? [systemId] : [])),
  pageIds: items.flatMap(({ pageId }) => (pageId === null ? [] : [pageId])),
})
