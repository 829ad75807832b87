import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import type { Tx } from '../../db/database.ts'
import { databaseTime } from '../../db/clock.ts'
import { run } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'
import { Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import {
  type Grants,
  type PageGrant,
  readGrants,
  readSources,
  replaceGrants,
  type SystemGrant,
} from '../grants/public.ts'
import {
  changeSets,
  findSet,
  giveSet,
  judgeSets,
  readContent,
  readHoldersOf,
  readSets,
} from '../permission-sets/public.ts'
import {
  type ActorRights,
  changePermissions,
  closeFulfilledRequests,
  recordPermissions,
  sentOf,
  type UserTarget,
} from '../permissions/public.ts'

/** What ended with the access to an application, so that it can be given back. */
export interface EndedAccess {
  /** Null: it did not come by hand. */
  readonly system: SystemGrant | null
  /** Those that came by hand. */
  readonly pages: readonly PageGrant[]
  /** The permission sets that were taken, as they were then. Absent in offers of earlier versions. */
  readonly sets?: readonly { readonly id: number; readonly version: number; readonly endsAt?: Date | null }[]
}

export const nothingEnded: EndedAccess = { system: null, pages: [], sets: [] }

export interface EndingWork extends CallContext, ActorRights {
  readonly tx: Tx
}

const pagesByHand = statement([int], {
  name: 'access-reviews: pages by hand',
  text: 'select page_id as "pageId" from user_page_grants where user_id = $1 and valid_to is null and not by_group',
  row: { pageId: int },
})

/** An application, and the permission sets that may be taken so that access to it ends. */
interface Ending {
  readonly systemId: number
  readonly systemName: string
  readonly setIds: readonly number[]
}

/**
 * Ends the access of a user to an application with its pages, however it comes: what is given by hand, and the
 * permission sets that give it, where they are named. The caller has locked those sets.
 */
export async function endAccess(work: EndingWork, target: UserTarget, ending: Ending) {
  const { tx, caller, request, authority, isFresh } = work
  const giving = await givingSets(tx, target.id, ending)
  if (giving instanceof Refusal) return giving
  const byHand = new Set((await run(tx, pagesByHand(target.id))).map(({ pageId }) => pageId))
  const before = await readGrants(tx, target.id)
  const sets = await takeSets(work, target, giving)
  if (sets instanceof Refusal) return sets
  const held = sets.length === 0 ? before : await readGrants(tx, target.id)
  const ended = held.system.find(({ systemId }) => systemId === ending.systemId) ?? null
  if (ended) {
    const sent = sentOf({ system: held.system.filter((one) => one !== ended), page: held.page })
    const refusal = await changePermissions(tx, { caller, request }, { authority, isFresh, target, held, sent })
    if (refusal) return refusal
  }
  const kept = new Set((await readGrants(tx, target.id)).page.map(({ pageId }) => pageId))
  const pages = before.page.filter(({ pageId }) => byHand.has(pageId) && !kept.has(pageId))
  return { system: ended, pages, sets } satisfies EndedAccess
}

/** The sets that give an application to a user; refused where a group of a directory does, or a set that is not named. */
async function givingSets(tx: Tx, userId: number, { systemId, systemName: application, setIds }: Ending) {
  const sources = (await readSources(tx, [userId])).filter(
    (source) => source.systemId === systemId && source.pageId === null,
  )
  const group = sources.find(({ kind }) => kind === 'group')
  if (group) return refuse('422', sentences.permission_kept_by_group({ application, group: group.name }))
  const other = sources.find(({ sourceId }) => !setIds.includes(sourceId))
  if (other) return refuse('422', sentences.permission_kept_by_set({ application, set: other.name }))
  return sources.map(({ sourceId }) => sourceId)
}

/** Takes sets from a user, by the rules for taking them by hand. */
async function takeSets(work: EndingWork, target: UserTarget, setIds: readonly number[]) {
  if (setIds.length === 0) return []
  const { tx, caller, request } = work
  const sets = await readSets(tx, 'take', setIds)
  const act = { act: 'take', endsAt: null } as const
  const { changing, formerEnds, refusals, needsFreshSignIn } = (await judgeSets(tx, work, { ...act, sets }, [target]))(
    target,
  )
  if (needsFreshSignIn) return refuseOldSignIn(sentences.reauth_needed)
  const [reason] = refusals
  if (reason) return refuse('422', reason)
  await changeSets(tx, { caller, request }, act, [{ target, sets: changing }])
  return changing.map((taken) => ({
    id: taken.set.id,
    version: taken.set.version,
    endsAt: formerEnds.get(taken) ?? null,
  }))
}

/**
 * Gives ended access back as it was, with the pages that went with it: also what the administrator could not give, since
 * they have just taken it away. Refused where the same has been granted since, or a set has changed: that is the later
 * decision. The caller has locked those sets.
 */
export async function giveBack(work: EndingWork, target: UserTarget, { system, pages, sets = [] }: EndedAccess) {
  const byHand = system && (await giveSystemBack(work, target, asSystem(system), pages.map(asPage)))
  if (byHand) return byHand === 'stale' ? refuseStaleUndo(target) : byHand
  for (const set of sets) {
    const refusal = await giveSetBack(work, target, set)
    if (refusal) return refusal === 'stale' ? refuseStaleUndo(target) : refusal
  }
  if (!system && pages.length > 0)
    await restore(work, target, await readGrants(work.tx, target.id), { system: [], page: pages.map(asPage) })
  await closeFulfilledRequests(work.tx, work, target.id)
  return null
}

const refuseStaleUndo = (target: UserTarget) => refuse('409', sentences.review_undo_stale({ name: fullName(target) }))

/** What has ended by now stays so. 'stale': the user has the application again. */
async function giveSystemBack(work: EndingWork, target: UserTarget, system: SystemGrant, page: readonly PageGrant[]) {
  if (system.systemId === PORTAL_SYSTEM_ID && !work.isFresh) return refuseOldSignIn(sentences.reauth_needed)
  const held = await readGrants(work.tx, target.id)
  if (held.system.some(({ systemId }) => systemId === system.systemId)) return 'stale'
  if (hasEnded(system.endsAt, await databaseTime(work.tx))) return null
  await restore(work, target, held, { system: [system], page: [...page] })
  return null
}

/** One that has ended by now stays. 'stale': the set has changed since, is not for the user any more, or they have it again. */
async function giveSetBack(
  { tx, caller, request, isFresh }: EndingWork,
  target: UserTarget,
  { id, version, endsAt: end = null }: NonNullable<EndedAccess['sets']>[number],
) {
  const endsAt = timeOf(end)
  if (hasEnded(endsAt, await databaseTime(tx))) return null
  const set = await findSet(tx, id)
  if (!set || set.isDeleted || set.version !== version) return 'stale'
  if (set.clientId !== null && set.clientId !== target.clientId) return 'stale'
  if ((await readHoldersOf(tx, id, [target.id])).has(target.id)) return 'stale'
  const content = await readContent(tx, 'give', set)
  if (!isFresh && content.items.some(({ systemId }) => systemId === PORTAL_SYSTEM_ID))
    return refuseOldSignIn(sentences.reauth_needed)
  await giveSet(tx, { caller, request }, content, [target], endsAt)
  return null
}

async function restore(
  { tx, caller, request }: EndingWork,
  target: UserTarget,
  held: Grants,
  given: Pick<Grants, 'system' | 'page'>,
) {
  const now = await databaseTime(tx)
  const restored = given.page.filter(
    ({ pageId, endsAt }) => !hasEnded(endsAt, now) && !held.page.some((page) => page.pageId === pageId),
  )
  const after = { system: [...held.system, ...given.system], page: [...held.page, ...restored] }
  await replaceGrants(tx, target.id, 'system', after.system, caller.user.id)
  await replaceGrants(tx, target.id, 'page', after.page, caller.user.id)
  await recordPermissions(tx, { caller, request }, target, held, after)
}

/** Snapshots keep times as text. */
const timeOf = (endsAt: Date | string | null) => (endsAt === null ? null : new Date(endsAt))
const asSystem = (grant: SystemGrant): SystemGrant => ({ ...grant, endsAt: timeOf(grant.endsAt) })
const asPage = (grant: PageGrant): PageGrant => ({ ...grant, endsAt: timeOf(grant.endsAt) })
