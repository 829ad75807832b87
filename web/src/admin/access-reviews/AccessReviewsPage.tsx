import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessReview } from '@portico/contract/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/texts/access-review-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { type Column, DataTable } from '../../patterns/DataTable.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { PaginatedList } from '../../patterns/PaginatedList.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { accessReviewsQuery, reviewOptionsQuery } from './access-review-queries.ts'
import { accessReviewSearch } from './access-review-search.ts'
import { scopeName } from './review-words.ts'
import { StartReviewDialog } from './StartReviewDialog.tsx'

/** Reviews of access: those under way and those that are over. */
export function AccessReviewsPage() {
  const t = useTexts(accessReviewTexts)
  const { admin_access_reviews: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(accessReviewSearch)
  const page = useListPage(accessReviewsQuery(uid, list))
  const { portalAdminFlg } = useSuspenseQuery(reviewOptionsQuery(uid)).data
  const [isStarting, setIsStarting] = useState(false)
  const start = (
    <Button kind="primary" icon="plus" onClick={() => setIsStarting(true)}>
      {t.reviews_start}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.reviews_subtitle} actions={portalAdminFlg && start}>
      <PaginatedList list={list} page={page} empty={{ title: t.reviews_none, hint: t.reviews_none_hint }}>
        <DataTable
          caption={title}
          columns={columnsOf(t)}
          rows={page.rows}
          rowKey={({ accessReviewId }) => accessReviewId}
          sort={list.sort}
          onSort={(sort) => list.set({ sort })}
          isStale={page.isStale}
        />
      </PaginatedList>
      {isStarting && <StartReviewDialog onClose={() => setIsStarting(false)} />}
    </AdminPage>
  )
}

const tones = { open: 'info', done: 'success', ended: 'warning' } as const

const columnsOf = (t: Texts<typeof accessReviewTexts>): Column<AccessReview>[] => [
  {
    key: 'scope',
    title: t.reviews_column_scope,
    cell: (review) => <Link to={paths.accessReview(review.accessReviewId) as string}>{scopeName(review, t)}</Link>,
  },
  {
    key: 'startedDt',
    title: t.reviews_column_started,
    sortable: true,
    oneLine: true,
    cell: ({ startedDt }) => formatInstant(startedDt),
  },
  {
    key: 'dueDt',
    title: t.reviews_column_due,
    sortable: true,
    oneLine: true,
    cell: ({ dueDt }) => formatInstant(dueDt),
  },
  {
    key: 'progress',
    title: t.reviews_column_progress,
    cell: ({ itemCnt, openCnt }) => formatMessage(t.reviews_progress, { decided: itemCnt - openCnt, count: itemCnt }),
  },
  {
    key: 'state',
    title: t.reviews_column_state,
    cell: ({ reviewStateCd, openCnt }) => (
      <StatusDot tone={tones[reviewStateCd]}>
        {formatMessage(t[`reviews_state_${reviewStateCd}`], { count: openCnt })}
      </StatusDot>
    ),
  },
]
