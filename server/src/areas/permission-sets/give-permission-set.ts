import type { Db, Tx } from '../../db/database.ts'
import { Answer, Refusal, refuse, refuseOldSignIn, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences, type Texts, translateAsShipped } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { type AuditEntry, auditActor, recordAudits } from '../audit/public.ts'
import { giveBySource, type GivenItem, sourceSentence } from '../grants/public.ts'
import {
  asPermissions,
  closeFulfilledRequests,
  lockUserTargets,
  mayEndGrantsOf,
  type PermissionContext,
  planWithin,
  readActorRights,
  readPermissionContext,
  refuseReadOnly,
  sentOf,
  type UserTarget,
  wantedOf,
} from '../permissions/public.ts'
import { followUsers } from './follow-holders.ts'
import { holderEntry } from './holder-record.ts'
import { closeHolders, openHolders, readHoldersOf } from './holder-store.ts'
import { lockSet, readSetItems, type SetItem, type StoredSet } from './permission-set-store.ts'
import type { ActingCall } from './save-permission-set.ts'

interface GiveDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

interface UsersOfSet {
  readonly setId: number
  readonly userIds: readonly number[]
}

type Act = 'give' | 'take'

/** Users who were changed, and why others were not. */
interface Done {
  readonly name: string
  readonly changed: readonly UserTarget[]
  readonly leftOut: ReadonlyMap<number, StandardRefusal>
}

/** Gives users a set, or takes it from them, in one transaction; who may not be changed is left out with the reason. */
export async function changeHolders(
  { db, texts }: GiveDeps,
  call: CallContext,
  act: Act,
  { setId, userIds }: UsersOfSet,
) {
  const rights = await readActorRights(call)
  const done = await db.transact(adminScope(call.caller), async (tx) => {
    const set = await lockSet(tx, setId)
    if (!set || set.isDeleted) return refuse('404', sentences.not_found)
    return changeUsers(tx, { ...call, ...rights }, { act, set }, [...new Set(userIds)])
  })
  if (done instanceof Refusal) return done
  const [only] = done.leftOut.values()
  if (only && userIds.length === 1) return only
  const translate = await texts.of(audienceOf(call))
  const leftOut = [...done.leftOut].map(([userId, { message }]) => ({ userId, reasonTxt: translate(message) }))
  return new Answer({ changedCnt: done.changed.length, leftOut }, { message: messageOf(act, done) })
}

function messageOf(act: Act, { name, changed: { length: count } }: Done) {
  if (count === 0) return sentences.permission_set_none_changed
  return act === 'give'
    ? sentences.permission_set_given({ count, name })
    : sentences.permission_set_taken({ count, name })
}

async function changeUsers(
  tx: Tx,
  by: ActingCall,
  { act, set }: { act: Act; set: StoredSet },
  userIds: readonly number[],
) {
  const targets = await lockUserTargets(tx, userIds)
  const all = await readSetItems(tx, set.id)
  const items = all.filter(({ isOffered }) => act === 'take' || isOffered)
  const later = all.filter((item) => !items.includes(item))
  const refuseOne = await refusalsOf(tx, by, { act, set, items, later }, targets)
  const found = new Map(targets.map((target) => [target.id, target]))
  const leftOut = new Map<number, StandardRefusal>()
  const changed: UserTarget[] = []
  for (const userId of userIds) {
    const target = found.get(userId)
    const refusal = target ? refuseOne(target) : refuse('404', sentences.user_not_found)
    if (refusal === 'fresh sign-in') return refuseOldSignIn(sentences.reauth_needed)
    if (refusal) leftOut.set(userId, refusal)
    else if (target) changed.push(target)
  }
  if (changed.length > 0) await (act === 'give' ? give(tx, by, { set, items }, changed) : take(tx, by, set, changed))
  return { name: set.name, changed, leftOut } satisfies Done
}

const nothing = { system: [], page: [] }

/** Returns why a user may not be given a set, or have it taken, by the rules for giving and ending the same by hand. */
async function refusalsOf(
  tx: Tx,
  { authority, isFresh }: ActingCall,
  { act, set, items, later }: { act: Act; set: StoredSet; items: readonly SetItem[]; later: readonly SetItem[] },
  targets: readonly UserTarget[],
) {
  const userIds = targets.map(({ id }) => id)
  const holders = await readHoldersOf(tx, set.id, userIds)
  const content = asPermissions(items)
  const [held, sent] = act === 'give' ? [nothing, sentOf(content)] : [content, { userSystems: [], userPages: [] }]
  const context = await readPermissionContext(tx, authority, { userIds, held: content, sent })
  const notByThem = refuseLater(context, later)
  return (target: UserTarget): StandardRefusal | 'fresh sign-in' | null => {
    const readOnly = refuseReadOnly(authority, target)
    if (readOnly) return readOnly
    const plan = planWithin(context, { userId: target.id, isInternal: target.isInternal }, held, sent)
    if (plan instanceof Refusal) return plan
    if (notByThem) return notByThem
    const refusal = refuseState(act, set, target, holders.has(target.id))
    if (refusal) return refusal
    return plan.changesPortal && !isFresh ? 'fresh sign-in' : null
  }
}

/** Refuses items that are not offered at the moment and not the caller's to give: holders get them when they are again. */
function refuseLater({ grantor }: PermissionContext, later: readonly SetItem[]): StandardRefusal | null {
  if (grantor.isPortalAdmin) return null
  for (const { systemId, pageId, name } of later) {
    if (!mayEndGrantsOf(grantor, systemId)) return refuse('403', sentences.permission_no_admin({ application: name }))
    if (pageId !== null && !grantor.pageIds.includes(pageId))
      return refuse('403', sentences.permission_no_page({ page: name }))
  }
  return null
}

function refuseState(act: Act, set: StoredSet, target: UserTarget, isHolder: boolean) {
  if (act === 'take') return isHolder ? null : refuse('422', sentences.permission_set_not_held)
  if (isHolder) return refuse('422', sentences.permission_set_held)
  if (set.clientId !== null && set.clientId !== target.clientId)
    return refuse('422', sentences.permission_set_other_client)
  return target.status === 2 ? refuse('422', sentences.access_change_inactive) : null
}

async function give(
  tx: Tx,
  by: ActingCall,
  { set, items }: { set: StoredSet; items: readonly SetItem[] },
  targets: readonly UserTarget[],
): Promise<void> {
  const userIds = targets.map(({ id }) => id)
  await openHolders(tx, set.id, userIds, by.caller.user.id)
  const given = Map.groupBy(await giveBySource(tx, userIds, wantedOf(items), by.caller.user.id), ({ userId }) => userId)
  const words = [sentences.permission_assigned, sourceSentence({ kind: 'set', ...set })]
  const state = words.map((word) => translateAsShipped(word)).join(', ')
  const after = (rows: readonly GivenItem[]) =>
    Object.fromEntries(
      rows.map(({ systemName, pageName }) => [pageName === null ? systemName : `${systemName} / ${pageName}`, state]),
    )
  recordAudits(tx, by.request, [
    ...targets.map((target) => holderEntry(by, set, target, 'permission_set_given')),
    ...targets.flatMap((target): AuditEntry[] => {
      const rows = given.get(target.id)
      if (!rows) return []
      const entry = { ...auditActor(by.caller), subjectId: target.id, clientId: target.clientId }
      const user = { kind: 'user', id: target.id }
      return [{ ...entry, event: 'user_permissions_changed', target: user, before: {}, after: after(rows) }]
    }),
  ])
  const [only] = userIds
  if (userIds.length === 1 && only !== undefined) await closeFulfilledRequests(tx, by, only)
}

async function take(tx: Tx, by: ActingCall, set: StoredSet, targets: readonly UserTarget[]): Promise<void> {
  await closeHolders(
    tx,
    set.id,
    targets.map(({ id }) => id),
    by.caller.user.id,
  )
  recordAudits(
    tx,
    by.request,
    targets.map((target) => holderEntry(by, set, target, 'permission_set_taken')),
  )
  await followUsers(
    tx,
    by,
    targets.map(({ id, clientId }) => ({ userId: id, clientId })),
    set,
  )
}
