import {
  accessReviewList,
  countReviewScope,
  exportReviewItems,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
  reviewItemList,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { choiceFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
/** Whether the administrator may start reviews. */
export const reviewOptionsQuery = (uid: number) => query(getUserListOptions, { params: { uid } })
/** All employers, for internal administrators. */
export const reviewEmployersQuery = (uid: number) => query(listSharingClients, { params: { uid } })
export const reviewSystemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })

/** What a review would be about; the id is '' until it is chosen. */
export const reviewScopeQuery = (uid: number, kind: 'employer' | 'application', id: string) => ({
  ...query(countReviewScope, {
    params: { uid },
    query: kind === 'employer' ? { employerId: Number(id) } : { systemId: Number(id) },
  }),
  enabled: id !== '',
})

export const accessReviewQuery = (uid: number, accessReviewId: number) =>
  query(getAccessReview, { params: { uid, accessReviewId } })

/** Without a filter the list of one review shows what waits. */
export const reviewItemSearch = listSearch(reviewItemList, { name: 'nm', state: choiceFilter(['decided', 'all']) })

export type ReviewItemValues = ValuesOf<typeof reviewItemSearch>

/** A list of what waits keeps what has been decided `since`. */
const statesOf = ({ filters: { state } }: Pick<ReviewItemValues, 'filters'>, since: Date | undefined) => {
  if (state === 'all') return {}
  if (state === 'decided') return { stateCd: state }
  return since ? { decidedSinceDt: since } : { stateCd: 'waiting' as const }
}

export const reviewItemsQuery = (uid: number, accessReviewId: number, values: ReviewItemValues, since?: Date) =>
  pageQuery(listReviewItems, {
    params: { uid, accessReviewId },
    query: { ...reviewItemSearch.query(values), ...statesOf(values, since) },
  })

/** What the list shows, on all pages. */
export const exportReview = (
  uid: number,
  accessReviewId: number,
  { values, since, format }: { values: ReviewItemValues; since?: Date | undefined; format: ExportFormat },
): Promise<void> =>
  downloadAttachment(
    exportReviewItems,
    {
      params: { uid, accessReviewId },
      body: { ...reviewItemSearch.selection(values), ...statesOf(values, since), format },
    },
    `access-review.${format}`,
  )

const search = listSearch(accessReviewList, {})

export const accessReviewPages = screenList({
  search,
  page: (uid, values) => pageQuery(listAccessReviews, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [queryClient.ensureQueryData(reviewOptionsQuery(uid))],
})

export const loadAccessReview = ({ uid, params, search, cause }: AdminEntry<{ reviewId: number }>): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(accessReviewQuery(uid, params.reviewId)),
      queryClient.ensureQueryData(reviewOptionsQuery(uid)),
      queryClient.ensureQueryData(reviewItemsQuery(uid, params.reviewId, reviewItemSearch.read(search))),
    ]),
  )
