import { fullName } from '@portico/contract/users/full-name.ts'
import type { ReactNode } from 'react'
import type { ReviewItem } from '@portico/contract/access-reviews/access-reviews.ts'
import type { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import type { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import type { Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { grantWays } from '../../patterns/grant-ways.ts'
import { formatDayOf } from '../../ui/format.ts'
import { Decision } from './Decision.tsx'

interface ColumnOptions {
  /** False in the review of one employer. */
  hasEmployer: boolean
  /** Shown in place of a decision that may still be made. */
  decisionOf: (item: ReviewItem) => ReactNode
}

/** The columns of the access under review. */
export const reviewItemColumns = (
  t: Texts<typeof accessReviewTexts & typeof grantSourceTexts>,
  { hasEmployer, decisionOf }: ColumnOptions,
): Column<ReviewItem>[] => [
  { key: 'lastNm', title: t.review_column_user, sortable: true, cell: fullName },
  ...(hasEmployer
    ? [
        {
          key: 'employer',
          title: t.review_column_employer,
          cell: ({ employerNm }: ReviewItem) => employerNm,
        },
      ]
    : []),
  { key: 'systemNm', title: t.review_column_application, sortable: true, cell: ({ systemNm }) => systemNm },
  {
    key: 'rights',
    title: t.review_column_rights,
    cell: ({ adminFlg, sensitiveDataAccessFlg }) =>
      [
        t.review_right_access,
        ...(adminFlg ? [t.review_right_admin] : []),
        ...(sensitiveDataAccessFlg ? [t.review_right_sensitive] : []),
      ].join(', '),
  },
  {
    key: 'source',
    title: t.review_column_source,
    priority: 2,
    cell: (item) => grantWays({ ...item, byHandFlg: item.byHandFlg === true }, t),
  },
  {
    key: 'lastLoginDt',
    title: t.review_column_last_sign_in,
    sortable: true,
    cell: ({ lastLoginDt }) => (lastLoginDt === null ? t.review_never : formatDayOf(lastLoginDt)),
  },
  {
    key: 'decision',
    title: t.review_column_decision,
    cell: (item) => (item.itemStateCd === 'pending' ? decisionOf(item) : <Decision item={item} />),
  },
]
