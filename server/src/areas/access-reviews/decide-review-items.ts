import { ACCESS_CHANGE_UNDO_HOURS } from '@portico/contract/access-changes/access-change-rules.ts'
import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { sql } from 'kysely'
import { Answer, Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx, Db } from '../../db/database.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { type Grants, readGrants } from '../grants/public.ts'
import { holdSets } from '../permission-sets/public.ts'
import type { TextService } from '../texts/public.ts'
import { findTarget, refuseReadOnly, type UserTarget } from '../permissions/public.ts'
import { audienceOf } from '../../http/text-audience.ts'
import {
  type LockedItem,
  lockOtherItems,
  lockReviewItem,
  decideReviewItem,
  reopenReviewItem,
  UNDO_KIND,
} from './access-review-store.ts'
import { type EndedAccess, endAccess, type EndingWork, giveBack, nothingEnded } from './end-access.ts'
import { itemsWithUsers, mayReadReview, visibleItem } from './review-list.ts'
import { offerUndo, takePartOfUndo } from '../undo/public.ts'
import { run } from '../../db/run.ts'

/** How long decisions can be taken back, as other changes of access. */
const OFFERED_FOR = `${ACCESS_CHANGE_UNDO_HOURS} hours`

export interface ReviewDecisionDeps {
  db: Db
  texts: Pick<TextService, 'say'>
}

/** A decision with what it took away, so that it can be taken back. */
interface Decided extends EndedAccess {
  itemId: number
  userId: number
  /** Other items of the user that ended with the permission sets. Absent in offers of earlier versions. */
  along?: readonly number[]
}

/** The item that was decided, and those that ended along with it. */
const itemsOf = ({ itemId, along = [] }: Decided) => [itemId, ...along]

/** What the offer to take decisions back keeps. */
interface DecidedTogether {
  reviewId: number
  items: readonly Decided[]
}

interface Work extends EndingWork {
  reviewId: number
}

export interface Decisions {
  readonly reviewId: number
  readonly itemIds: readonly number[]
  readonly decision: 'confirmed' | 'ended'
  /** Permission sets that may be taken from the users, so that the access ends. */
  readonly setIds: readonly number[]
}

/** Confirms or ends grants, each in a transaction of its own; refused ones leave the others alone. */
export async function decideReviewItems(
  { db, texts }: ReviewDecisionDeps,
  { caller, request }: CallContext,
  input: Decisions,
) {
  const { reviewId, decision } = input
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  const scope = adminScope(caller)
  const reader = audienceOf({ caller, request })
  const since = await db.read(scope, async (tx) => {
    if (!(await mayReadReview(tx, authority, reviewId))) return refuse('404', sentences.not_found)
    // Before the first decision is stored: the browser confirms the sign-in and sends all of them again.
    const needsFresh = decision === 'ended' && !isFresh && (await concernsPortal(tx, authority, input))
    return needsFresh ? refuseOldSignIn(sentences.reauth_needed) : databaseTime(tx)
  })
  if (!(since instanceof Date)) return since
  const decided: Decided[] = []
  const refused: Outcome[] = []
  const results: { accessReviewItemId: number; code: string; message: string }[] = []
  const hasEnded = (itemId: number) => decided.some((each) => itemsOf(each).includes(itemId))
  for (const itemId of new Set(input.itemIds)) {
    const answer = hasEnded(itemId)
      ? null
      : await db.transact(scope, (tx) =>
          decideOne({ tx, caller, request, authority, isFresh, reviewId }, itemId, input),
        )
    const isRefused = answer instanceof Refusal
    if (isRefused) refused.push(answer)
    else if (answer) decided.push(answer)
    const message = isRefused ? answer.message : sentences.review_item_done
    const code = isRefused ? answer.code : '200'
    results.push({ accessReviewItemId: itemId, code, message: await texts.say(reader, message) })
  }
  const [first] = refused
  if (decided.length === 0 && first) return first
  const undoId = await offerReopening(db, { caller, request }, reviewId, decided)
  const reason = results.find(({ code }) => code !== '200')?.message
  const data = { results, undoId, decidedSinceDt: since }
  const done = results.length - refused.length
  return new Answer(data, {
    message:
      reason === undefined
        ? summary(decision, decided)
        : sentences.review_some_refused({ done, count: results.length, reason }),
  })
}

/** True where one of the items is access to the portal itself, which only a fresh sign-in may end (S52). */
async function concernsPortal(
  tx: Tx,
  authority: Authority,
  { reviewId, itemIds }: { reviewId: number; itemIds: readonly number[] },
): Promise<boolean> {
  const found = await run(
    tx,
    sql`select from ${itemsWithUsers}
         where item.review_id = ${reviewId} and item.id = any (${itemIds}::integer[]) and item.decision is null
           and item.system_id = ${PORTAL_SYSTEM_ID}::integer and item.user_id <> ${authority.userId}::integer
           and ${visibleItem(authority)} limit 1`,
  )
  return found.length > 0
}

type Outcome = Extract<Awaited<ReturnType<typeof decideOne>>, Refusal>

/** Counts what was decided, and what ended along with it. */
function summary(decision: Decisions['decision'], decided: readonly Decided[]): Message {
  if (decision === 'confirmed') return sentences.review_confirmed_count({ count: decided.length })
  return sentences.review_ended_count({ count: decided.flatMap(itemsOf).length })
}

async function offerReopening(
  db: Db,
  { caller }: CallContext,
  reviewId: number,
  items: readonly Decided[],
): Promise<number> {
  const offer = await db.transact(adminScope(caller), (tx) =>
    offerUndo(tx, {
      kind: UNDO_KIND,
      userId: caller.user.id,
      snapshot: { reviewId, items },
      offeredFor: OFFERED_FOR,
    }),
  )
  return offer.undoId
}

/** Locks the user first, as every change of permissions does, then the item. */
async function lock({ tx, authority, reviewId }: Work, itemId: number) {
  const userId = await visibleUserOf(tx, authority, reviewId, itemId)
  const target = userId === undefined ? undefined : await findTarget(tx, userId)
  const item = target && (await lockReviewItem(tx, reviewId, itemId))
  return target && item ? { target, item } : undefined
}

async function visibleUserOf(tx: Tx, authority: Authority, reviewId: number, itemId: number) {
  const [found] = await run<{ userId: number }>(
    tx,
    sql`select item.user_id as "userId" from ${itemsWithUsers}
         where item.review_id = ${reviewId} and item.id = ${itemId} and ${visibleItem(authority)}`,
  )
  return found?.userId
}

async function decideOne(work: Work, itemId: number, { decision, setIds }: Decisions) {
  const { tx, caller } = work
  await holdSets(tx, setIds)
  const held = await lock(work, itemId)
  if (!held) return refuse('404', sentences.not_found)
  const { target, item } = held
  if (target.id === caller.user.id) return refuse('403', sentences.review_not_yourself)
  const refusal = refuseState(item, target) ?? refuseReadOnly(work.authority, target)
  if (refusal) return refusal
  const grants = await readGrants(tx, target.id)
  if (!hasSystem(grants, item)) return refuse('409', sentences.review_item_gone_meanwhile({ name: fullName(target) }))
  const others = decision === 'ended' && setIds.length > 0 ? await lockOtherItems(tx, work.reviewId, item, setIds) : []
  const ended = decision === 'ended' ? await endAccess(work, target, { ...item, setIds }) : nothingEnded
  if (ended instanceof Refusal) return ended
  const kept = others.length > 0 ? await readGrants(tx, target.id) : grants
  const along = others.filter((other) => !hasSystem(kept, other))
  await storeDecision(work, target, item, { decision, grants })
  for (const one of along) await storeDecision(work, target, one, { decision, grants, endedWith: item.id })
  return { itemId, userId: target.id, ...ended, along: along.map(({ id }) => id) }
}

const hasSystem = ({ system }: Grants, item: LockedItem) => system.some(({ systemId }) => systemId === item.systemId)

/** `grants`: what the user had before. `endedWith`: the item with which this one ended. */
async function storeDecision(
  work: Work,
  target: UserTarget,
  item: LockedItem,
  { decision, grants, endedWith }: { decision: Decisions['decision']; grants: Grants; endedWith?: number },
): Promise<void> {
  const { isAdmin = false, hasSensitiveData = false } =
    grants.system.find(({ systemId }) => systemId === item.systemId) ?? {}
  await decideReviewItem(work.tx, item, {
    decision,
    decidedBy: work.caller.user.id,
    clientId: target.clientId,
    isAdmin,
    hasSensitiveData,
    ...(endedWith !== undefined && { endedWith }),
  })
  record(work, 'access_review_decided', target, item, { decision })
}

function refuseState({ state, decidedByName }: LockedItem, target: UserTarget) {
  if (state === 'pending') return null
  if (state === 'undecided') return refuse('409', sentences.review_item_over)
  if (state === 'gone') return refuse('409', sentences.review_item_gone_meanwhile({ name: fullName(target) }))
  const isKnown = decidedByName !== null
  return refuse(
    '409',
    isKnown ? sentences.review_item_decided_by({ name: decidedByName }) : sentences.review_item_decided,
  )
}

function record(
  { tx, caller, request, reviewId }: Work,
  event: 'access_review_decided' | 'access_review_undone',
  { id, clientId }: UserTarget,
  { systemId }: LockedItem,
  after: object,
): void {
  recordAudit(tx, request, {
    event,
    ...auditActor(caller),
    subjectId: id,
    clientId,
    target: { kind: 'access-review', id: reviewId },
    after: { systemId, ...after },
  })
}

/**
 * Takes the decisions of one call back, or those about some of its items, all or none, and gives ended access back. What
 * ended along with other access is taken back together with it. The others can still be taken back.
 */
export async function undoReviewDecisions(
  { db }: Pick<ReviewDecisionDeps, 'db'>,
  { caller, request }: CallContext,
  { undoId, itemIds }: { undoId: number; itemIds?: readonly number[] | undefined },
) {
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  return db.transact(adminScope(caller), async (tx) => {
    const offer = await takePartOfUndo<DecidedTogether>(tx, UNDO_KIND, caller.user.id, undoId)
    if (!offer) return refuse('409', sentences.review_undo_expired)
    const { reviewId, items } = offer.snapshot
    const isChosen = (decided: Decided) => itemIds?.some((id) => itemsOf(decided).includes(id)) ?? true
    const chosen = items.filter(isChosen)
    const rest = items.filter((decided) => !isChosen(decided))
    const offered = chosen.flatMap(itemsOf)
    if (chosen.length === 0 || itemIds?.some((id) => !offered.includes(id)))
      return refuse('409', sentences.review_undo_expired)
    if (rest.length > 0) await offer.keep({ reviewId, items: rest })
    const work = { tx, caller, request, authority, isFresh, reviewId }
    await holdSets(
      tx,
      chosen.flatMap(({ sets = [] }) => sets.map(({ id }) => id)),
    )
    for (const decided of chosen) {
      const refusal = await undoOne(work, decided)
      if (refusal) return refusal
    }
    return new Answer(null, { message: sentences.review_undone })
  })
}

async function undoOne(work: Work, { itemId, along = [], ...ended }: Decided) {
  const { tx, caller, authority } = work
  const held = await lock(work, itemId)
  if (!held || held.item.decidedBy !== caller.user.id) return refuse('409', sentences.review_undo_expired)
  const { target, item } = held
  if (item.isOver) return refuse('409', sentences.review_item_over)
  const refusal = refuseReadOnly(authority, target) ?? (await giveBack(work, target, ended))
  if (refusal) return refusal
  await reopen(work, target, item)
  for (const id of along) {
    const other = await lockReviewItem(tx, work.reviewId, id)
    if (other?.decidedBy === caller.user.id) await reopen(work, target, other)
  }
  return null
}

async function reopen(work: Work, target: UserTarget, item: LockedItem): Promise<void> {
  await reopenReviewItem(work.tx, item.id)
  record(work, 'access_review_undone', target, item, {})
}
