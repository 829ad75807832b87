import {
  exportReviewItems,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
} from '@portico/contract/access-reviews.ts'
import { listSharingClients } from '@portico/contract/documents.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { listAssignableSystems } from '@portico/contract/user-profile.ts'
import { getUserListOptions } from '@portico/contract/users.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import {
  accessReviewSearch,
  type AccessReviewValues,
  reviewItemSearch,
  type ReviewItemValues,
} from './access-review-search.ts'

export const accessReviewsQuery = (uid: number, values: AccessReviewValues) =>
  pageQuery(listAccessReviews, { params: { uid }, query: orderAndPageOf(values) })

/** Whether the administrator may start reviews. */
export const reviewOptionsQuery = (uid: number) => query(getUserListOptions, { params: { uid } })
/** All employers, for internal administrators. */
export const employersQuery = (uid: number) => query(listSharingClients, { params: { uid } })
export const systemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })

export const accessReviewQuery = (uid: number, accessReviewId: number) =>
  query(getAccessReview, { params: { uid, accessReviewId } })

export const reviewItemsQuery = (uid: number, accessReviewId: number, values: ReviewItemValues) =>
  pageQuery(listReviewItems, {
    params: { uid, accessReviewId },
    query: {
      nm: values.filters.name,
      stateCd: values.filters.state ?? 'waiting',
      ...orderAndPageOf(values),
    },
  })

export const exportReview = (uid: number, accessReviewId: number, format: ExportFormat): Promise<void> =>
  downloadAttachment(
    exportReviewItems,
    { params: { uid, accessReviewId }, body: { format } },
    `access-review.${format}`,
  )

export const loadAccessReviews = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(accessReviewsQuery(uid, accessReviewSearch.read(search))),
      queryClient.ensureQueryData(reviewOptionsQuery(uid)),
    ]),
  )

export const loadAccessReview = ({ uid, params, search, cause }: AdminEntry): Promise<void> => {
  const id = Number(params['reviewId'])
  return awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(accessReviewQuery(uid, id)),
      queryClient.ensureQueryData(reviewItemsQuery(uid, id, reviewItemSearch.read(search))),
    ]),
  )
}
