import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, int, json, jsonText, nullable, statement, text, textOf } from '../../db/statement.ts'
import { type NamedSources, sourcesOfSystem } from '../grants/public.ts'

/** Kind of the offers to take decisions back. */
export const UNDO_KIND = 'review decisions'

export interface ReviewScope {
  /** Exactly one of both. */
  clientId: number | null
  systemId: number | null
}

export interface NewReview extends ReviewScope {
  startedBy: number
  dueAt: Date
}

/** Access under review, with who decided about it. */
export interface LockedItem {
  id: number
  userId: number
  systemId: number
  systemName: string
  state: 'pending' | 'confirmed' | 'ended' | 'gone' | 'undecided'
  decidedBy: number | null
  decidedByName: string | null
  /** The due date has passed. */
  isOver: boolean
  /** How the access comes; null where it is not held. */
  isByHand: boolean | null
  sources: NamedSources | null
}

/** From where a review takes what users hold now: those of the employer $1, or of the application $2. */
export const heldInScope = `
       from (select held.* from current_system_grants held
               join users holder on holder.id = held.user_id and holder.status < 3
               join systems system on system.id = held.system_id and system.deleted_at is null
              where ($1::integer is null or holder.client_id = $1) and ($2::integer is null or held.system_id = $2)) held`

const insertReview = statement([nullable(int), nullable(int), int, instant, int], {
  name: 'access-reviews: insert review',
  text: `with review as (
     insert into access_reviews (client_id, system_id, started_by, due_at) values ($1, $2, $3, $4) returning id),
   items as (
     insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     select review.id, held.user_id, held.system_id, held.is_admin, held.has_sensitive_data, held.valid_from
       ${heldInScope}
       cross join review
      limit $5::integer + 1
     returning 1)
   select review.id, (select count(*) from items)::integer as items from review`,
  row: { id: int, items: int },
})

const lockedItems = statement([int, arrayOf(int)], {
  name: 'access-reviews: locked items',
  text: `select item.id, item.user_id as "userId", item.system_id as "systemId", system.name::text as "systemName", stated.state,
          review.due_at <= clock_now() as "isOver", item.decided_by as "decidedBy", decider.first_name || ' ' || decider.last_name as "decidedByName",
          not given.by_group as "isByHand",
          case when given.id is not null then ${sourcesOfSystem('item.user_id', 'item.system_id')} end as sources
     from access_review_items item
     join access_reviews review on review.id = item.review_id
     join access_review_states stated on stated.id = item.id
     join systems system on system.id = item.system_id
     left join users decider on decider.id = item.decided_by
     left join current_system_grants held on held.user_id = item.user_id and held.system_id = item.system_id
     left join user_system_grants given on given.id = held.id
    where item.review_id = $1 and item.id = any ($2::integer[])
    order by item.id`,
  row: {
    id: int,
    userId: int,
    systemId: int,
    systemName: text,
    state: textOf<'pending' | 'confirmed' | 'ended' | 'gone' | 'undecided'>(),
    isOver: bool,
    decidedBy: nullable(int),
    decidedByName: nullable(text),
    isByHand: nullable(bool),
    sources: nullable(json<NamedSources>()),
  },
})

// The tables `access_reviews` and `access_review_items`.

const takeLockRow = statement([], {
  name: 'access-reviews: take lock row',
  text: `select from pg_advisory_xact_lock(hashtext('access reviews'))`,
})

const selectAccessReviews = statement([nullable(int), nullable(int)], {
  name: 'access-reviews: select access reviews',
  text: `select from access_reviews review
          where (client_id = $1 or system_id = $2) and due_at > clock_now()
            and exists (select from access_review_states item where item.review_id = review.id and item.state = 'pending')`,
})

/**
 * True where a review of this still takes decisions. Holds a lock until the end of the transaction, so that two
 * administrators cannot start the same review at the same moment.
 */
export async function isReviewUnderWay(tx: Tx, { clientId, systemId }: ReviewScope): Promise<boolean> {
  await run(tx, takeLockRow())
  const found = await run(tx, selectAccessReviews(clientId, systemId))
  return found.length > 0
}

/**
 * Adds a review of what users hold now; returns its id and the number of grants, of which it adds at most one more
 * than a review may have.
 */
export async function addReview(
  tx: Tx,
  { clientId, systemId, startedBy, dueAt }: NewReview,
): Promise<{ id: number; items: number }> {
  const added = await runFirst(tx, insertReview(clientId, systemId, startedBy, dueAt, REVIEW_ITEMS_MAX))
  if (!added) throw new Error('The review was not added')
  return added
}

const lockAccessReviewItems = statement([int, int], {
  name: 'access-reviews: lock access review items',
  text: 'select from access_review_items where review_id = $1 and id = $2 for update',
})

const shareReview = statement([int], {
  name: 'access-reviews: share review',
  text: 'select from access_reviews where id = $1 for share',
})

/**
 * The item of a review, locked until the end of the transaction; undefined where there is none. The review does not end
 * until then, and gets no other due date.
 */
export async function lockReviewItem(tx: Tx, reviewId: number, itemId: number): Promise<LockedItem | undefined> {
  await run(tx, shareReview(reviewId))
  await run(tx, lockAccessReviewItems(reviewId, itemId))
  return runFirst(tx, lockedItems(reviewId, [itemId]))
}

const lockUndecidedItems = statement([int, int, int, arrayOf(int)], {
  name: 'access-reviews: lock undecided items of user',
  text: `select id from access_review_items
          where review_id = $1 and user_id = $2 and decision is null and id <> $3
            and system_id in (select system_id from permission_set_items where set_id = any ($4::integer[]))
          order by id for update`,
  row: { id: int },
})

/**
 * What else of a user that permission sets give the review of a locked item waits for, locked like it. The caller has
 * locked the user and the sets.
 */
export async function lockOtherItems(
  tx: Tx,
  reviewId: number,
  { id, userId }: LockedItem,
  setIds: readonly number[],
): Promise<LockedItem[]> {
  const others = await run(tx, lockUndecidedItems(reviewId, userId, id, setIds))
  const found = await run(
    tx,
    lockedItems(
      reviewId,
      others.map((other) => other.id),
    ),
  )
  return found.filter(({ state }) => state === 'pending')
}

const updateAccessReviewItems = statement(
  [int, text, int, bool, bool, nullable(bool), nullable(jsonText), nullable(int)],
  {
    name: 'access-reviews: update access review items',
    text: `update access_review_items
            set decision = $2, decided_by = $3, decided_at = clock_now(), is_admin = $4, has_sensitive_data = $5,
                is_by_hand = $6, sources = $7, ended_with = $8
          where id = $1`,
  },
)

/**
 * Records a decision about an item that the caller holds, with the rights of that moment and how they came, and whose
 * user it was then: another employer does not read the names of its permission sets and groups.
 */
export async function decideReviewItem(
  tx: Tx,
  { id, isByHand, sources }: LockedItem,
  {
    decision,
    decidedBy,
    clientId,
    isAdmin,
    hasSensitiveData,
    endedWith = null,
  }: {
    decision: 'confirmed' | 'ended'
    decidedBy: number
    clientId: number
    isAdmin: boolean
    hasSensitiveData: boolean
    /** The item with which it ended. */
    endedWith?: number | null
  },
): Promise<void> {
  await run(
    tx,
    updateAccessReviewItems(
      id,
      decision,
      decidedBy,
      isAdmin,
      hasSensitiveData,
      isByHand,
      sources && JSON.stringify({ ...sources, clientId }),
      endedWith,
    ),
  )
}

const updateAccessReviewItemsForReopenReviewItem = statement([int], {
  name: 'access-reviews: update access review items for reopen review it',
  text: `update access_review_items
            set decision = null, decided_by = null, decided_at = null, is_by_hand = null, sources = null, ended_with = null
          where id = $1`,
})

/** Takes a decision back. */
export async function reopenReviewItem(tx: Tx, id: number): Promise<void> {
  await run(tx, updateAccessReviewItemsForReopenReviewItem(id))
}

const selectUndoOffers = statement([text, int, arrayOf(int)], {
  name: 'access-reviews: select undo offers',
  text: `select offer.id as "undoId", item.id as "itemId"
           from undo_offers offer
          cross join jsonb_array_elements(offer.snapshot -> 'items') decided
          cross join jsonb_array_elements((decided -> 'itemId') || coalesce(decided -> 'along', '[]')) ended(id)
           join access_review_items item on item.id = ended.id::integer and item.decided_by = offer.user_id
           join access_reviews review on review.id = item.review_id and review.due_at > clock_now()
          where offer.kind = $1 and offer.user_id = $2 and offer.expires_at > clock_now()
            and item.id = any ($3::integer[])`,
  row: { undoId: int, itemId: int },
})

/** The offers by which a user can take back their decisions about these items, and what ended along, by item. */
export async function readUndoIds(
  tx: Tx,
  userId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await run(tx, selectUndoOffers(UNDO_KIND, userId, itemIds))
  return new Map(found.map(({ itemId, undoId }) => [itemId, undoId]))
}

const lockReviewStatement = statement([int], {
  name: 'access-reviews: lock review',
  text: `select client_id as "clientId", due_at as "dueAt", due_at <= clock_now() as "isOver"
           from access_reviews where id = $1 for update`,
  row: { clientId: nullable(int), dueAt: instant, isOver: bool },
})

/** A review, locked until the end of the transaction; undefined where there is none. */
export const lockReview = (tx: Tx, id: number) => runFirst(tx, lockReviewStatement(id))

const updateDue = statement([int, instant], {
  name: 'access-reviews: update due',
  text: 'update access_reviews set due_at = $2, is_due_changed = true where id = $1',
})

/** Sets until when a review takes decisions. */
export async function setReviewDue(tx: Tx, id: number, dueAt: Date): Promise<void> {
  await run(tx, updateDue(id, dueAt))
}

const countPending = statement([int], {
  name: 'access-reviews: count pending',
  text: `select count(*)::integer as open from access_review_states where review_id = $1 and state = 'pending'`,
  row: { open: int },
})

/** How many grants of a review under way nobody has decided. */
export const countPendingItems = async (tx: Tx, id: number): Promise<number> =>
  (await runFirst(tx, countPending(id)))?.open ?? 0
