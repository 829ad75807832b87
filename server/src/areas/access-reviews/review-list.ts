import type { AccessReview, accessReviewList } from '@portico/contract/access-reviews/access-reviews.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import type { Tx } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import { mayManageTarget } from '../permissions/public.ts'
import { reviewState } from './review-rules.ts'
import { run } from '../../db/run.ts'

/** A review as the database knows it. */
export interface ReviewRow extends Omit<AccessReview, 'reviewStateCd'> {
  isDue: boolean
}

export const reviewView = ({ isDue, ...review }: ReviewRow): AccessReview => ({
  ...review,
  reviewStateCd: reviewState(isDue, review.openCnt),
})

/**
 * Condition on `item` and its user `target`: the administrator decides about it (decision E4), or for portal
 * administrators, sees it.
 */
export function visibleItem(authority: Authority): RawBuilder<SqlBool> {
  const { userId, isPortalAdmin, adminSystemIds } = authority
  if (isPortalAdmin) return sql`true`
  return sql`item.system_id = any (${adminSystemIds}::integer[]) and item.user_id <> ${userId}::integer
    and ${mayManageTarget(authority)}`
}

/** Items of reviews with their users. */
export const itemsWithUsers = sql`access_review_items item join users target on target.id = item.user_id`

/** Condition on `item` and its user `target`: the access is held, as `access_review_states` has it. */
export const isHeld = sql<SqlBool>`target.status <> 3 and exists (
  select from current_system_grants held where held.user_id = item.user_id and held.system_id = item.system_id)`

/** Selects the reviews under way with access that the administrator decides and has not decided yet. */
export const waitingReviews = (authority: Authority): RawBuilder<unknown> => sql`
  select from access_reviews review
   where review.due_at > clock_now() and exists (
     select from ${itemsWithUsers}
      where item.review_id = review.id and item.decision is null and ${isHeld}
        and item.user_id <> ${authority.userId}::integer and ${visibleItem(authority)})`

/** Reviews with access that an administrator decides; all for portal administrators. */
export function reviewSource(
  authority: Authority,
): ListSource<(typeof accessReviewList.columns)[number], object, ReviewRow> {
  const visible = visibleItem(authority)
  return {
    from: sql`access_reviews review`,
    id: sql`review.id`,
    where: sql`exists (select from ${itemsWithUsers} where item.review_id = review.id and ${visible})`,
    columns: { startedDt: sql`review.started_at`, dueDt: sql`review.due_at` },
    filters: {},
    rows: {
      from: sql`(access_reviews review
        left join clients client on client.id = review.client_id
        left join systems system on system.id = review.system_id
        left join users starter on starter.id = review.started_by
        cross join lateral (
          select count(*)::integer as items, count(held.id)::integer as open
            from ${itemsWithUsers}
            left join current_system_grants held on item.decision is null and target.status <> 3
              and held.user_id = item.user_id and held.system_id = item.system_id
           where item.review_id = review.id and ${visible}) counted)`,
      id: sql`review.id`,
      select: sql<ReviewRow>`
        review.id as "accessReviewId",
        case when review.client_id is null then 'application' else 'employer' end as "scopeCd",
        coalesce(client.name::text, system.name::text) as "scopeNm", review.started_at as "startedDt",
        starter.first_name || ' ' || starter.last_name as "startedByNm", review.due_at as "dueDt",
        counted.items as "itemCnt", counted.open as "openCnt", review.due_at <= clock_now() as "isDue"`,
    },
  }
}

/** True where the administrator sees any access of the review. */
export async function mayReadReview(tx: Tx, authority: Authority, id: number): Promise<boolean> {
  const found = await run(
    tx,
    sql`select from ${itemsWithUsers} where item.review_id = ${id} and ${visibleItem(authority)} limit 1`,
  )
  return found.length > 0
}

/** The review with its counts, if the administrator sees any of its access. */
export async function findReview(tx: Tx, authority: Authority, id: number): Promise<ReviewRow | undefined> {
  const { rows, where } = reviewSource(authority)
  const [found] = await run<ReviewRow>(
    tx,
    sql`select ${rows.select} from ${rows.from} where review.id = ${id} and ${where}`,
  )
  return found
}
