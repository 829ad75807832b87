import {
  accessReviewList,
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

export const accessReviewQuery = (uid: number, accessReviewId: number) =>
  query(getAccessReview, { params: { uid, accessReviewId } })

/** Without a filter the list of one review shows what waits. */
export const reviewItemSearch = listSearch(reviewItemList, { name: 'nm', state: choiceFilter(['decided']) })

export const reviewItemsQuery = (uid: number, accessReviewId: number, values: ValuesOf<typeof reviewItemSearch>) =>
  pageQuery(listReviewItems, {
    params: { uid, accessReviewId },
    query: { ...reviewItemSearch.query(values), stateCd: values.filters.state ?? 'waiting' },
  })

export const exportReview = (uid: number, accessReviewId: number, format: ExportFormat): Promise<void> =>
  downloadAttachment(
    exportReviewItems,
    { params: { uid, accessReviewId }, body: { format } },
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
      queryClient.ensureQueryData(reviewItemsQuery(uid, params.reviewId, reviewItemSearch.read(search))),
    ]),
  )
