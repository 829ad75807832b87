import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessReview } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { accessReviewPages, reviewOptionsQuery } from './access-review-queries.ts'
import { scopeName } from './review-words.ts'
import { StartReviewDialog } from './StartReviewDialog.tsx'
import { accessReview } from './screen.ts'

/** Reviews of access: those under way and those that are over. */
export function AccessReviewsPage() {
  const t = useTexts(accessReviewTexts)
  const { admin_access_reviews: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { list, page } = useScreenList(accessReviewPages)
  const { portalAdminFlg } = useSuspenseQuery(reviewOptionsQuery(uid)).data
  const [isStarting, setIsStarting] = useState(false)
  const start = (
    <Button kind="primary" icon="plus" onClick={() => setIsStarting(true)}>
      {t.reviews_start}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.reviews_subtitle} actions={portalAdminFlg && start}>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.reviews_none, hint: t.reviews_none_hint }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ accessReviewId }) => accessReviewId}
        rowName={(review) => scopeName(review, t)}
        rowTarget={({ accessReviewId, reviewStateCd }) =>
          // Nothing waits in a review that is over: what became of it is shown.
          accessReview.link({ reviewId: accessReviewId }) + (reviewStateCd === 'open' ? '' : '?state=all')
        }
      />
      {isStarting && <StartReviewDialog onClose={() => setIsStarting(false)} />}
    </AdminPage>
  )
}

const tones = { open: 'info', done: 'success', ended: 'warning' } as const

const columnsOf = (t: Texts<typeof accessReviewTexts>): Column<AccessReview>[] => [
  {
    key: 'scope',
    title: t.reviews_column_scope,
    cell: (review) => scopeName(review, t),
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
      <StatusDot tone={tones[reviewStateCd]} wraps>
        {formatMessage(t[`reviews_state_${reviewStateCd}`], { count: openCnt })}
      </StatusDot>
    ),
  },
]
