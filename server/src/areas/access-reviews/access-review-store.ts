import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

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
}

const insertReview = statement([nullable(int), nullable(int), int, instant, int], {
  name: 'access-reviews: insert review',
  text: `with review as (
     insert into access_reviews (client_id, system_id, started_by, due_at) values ($1, $2, $3, $4) returning id),
   items as (
     insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     select review.id, held.user_id, held.system_id, held.is_admin, held.has_sensitive_data, held.valid_from
       from review
       cross join current_system_grants held
       join users holder on holder.id = held.user_id and holder.status < 3
       join systems system on system.id = held.system_id and system.deleted_at is null
      where ($1::integer is null or holder.client_id = $1) and ($2::integer is null or held.system_id = $2)
      limit $5::integer + 1
     returning 1)
   select review.id, (select count(*) from items)::integer as items from review`,
  row: { id: int, items: int },
})

const lockedItem = statement([int, int], {
  name: 'access-reviews: locked item',
  text: `select item.id, item.user_id as "userId", item.system_id as "systemId", system.name::text as "systemName", stated.state,
          review.due_at <= clock_now() as "isOver", item.decided_by as "decidedBy", decider.first_name || ' ' || decider.last_name as "decidedByName"
     from access_review_items item
     join access_reviews review on review.id = item.review_id
     join access_review_states stated on stated.id = item.id
     join systems system on system.id = item.system_id
     left join users decider on decider.id = item.decided_by
    where item.review_id = $1 and item.id = $2`,
  row: {
    id: int,
    userId: int,
    systemId: int,
    systemName: text,
    state: textOf<'pending' | 'confirmed' | 'ended' | 'gone' | 'undecided'>(),
    isOver: bool,
    decidedBy: nullable(int),
    decidedByName: nullable(text),
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

/** The item of a review, locked until the end of the transaction; undefined where there is none. */
export async function lockReviewItem(tx: Tx, reviewId: number, itemId: number): Promise<LockedItem | undefined> {
  await run(tx, lockAccessReviewItems(reviewId, itemId))
  return runFirst(tx, lockedItem(reviewId, itemId))
}

const updateAccessReviewItems = statement([int, text, int, bool, bool], {
  name: 'access-reviews: update access review items',
  text: `update access_review_items
            set decision = $2, decided_by = $3, decided_at = clock_now(), is_admin = $4, has_sensitive_data = $5
          where id = $1`,
})

/** Records a decision about an item that the caller holds, with the rights of that moment. */
export async function decideReviewItem(
  tx: Tx,
  id: number,
  {
    decision,
    decidedBy,
    isAdmin,
    hasSensitiveData,
  }: { decision: 'confirmed' | 'ended'; decidedBy: number; isAdmin: boolean; hasSensitiveData: boolean },
): Promise<void> {
  await run(tx, updateAccessReviewItems(id, decision, decidedBy, isAdmin, hasSensitiveData))
}

const updateAccessReviewItemsForReopenReviewItem = statement([int], {
  name: 'access-reviews: update access review items for reopen review it',
  text: 'update access_review_items set decision = null, decided_by = null, decided_at = null where id = $1',
})

/** Takes a decision back. */
export async function reopenReviewItem(tx: Tx, id: number): Promise<void> {
  await run(tx, updateAccessReviewItemsForReopenReviewItem(id))
}
