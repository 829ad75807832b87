import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AccessReview,
  decideReviewItems,
  REVIEW_DECISIONS_MAX,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { useSelection } from '../../patterns/use-selection.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { accessReviewQuery, exportReview, reviewItemSearch, reviewItemsQuery } from './access-review-queries.ts'
import { DecisionButtons } from './DecisionButtons.tsx'
import { decisionOptions } from './decision-options.ts'
import type { ItemBySets } from './EndWithSetsDialog.tsx'
import { reviewItemColumns } from './review-item-columns.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'
import { scopeName } from './review-words.ts'
import { accessReviews } from './screen.ts'

const texts = { ...accessReviewTexts, ...grantSourceTexts }

const EndWithSetsDialog = lazyDialog(() => import('./EndWithSetsDialog.tsx').then((module) => module.EndWithSetsDialog))

/** The access of one review: the administrator confirms or ends it, one by one or in bulk. */
export function AccessReviewPage() {
  const t = useTexts(texts)
  const { uid } = useSignedIn()
  const reviewId = usePathId('reviewId')
  const review = useSuspenseQuery(accessReviewQuery(uid, reviewId)).data
  const list = useListSearch(reviewItemSearch)
  const page = useListPage(reviewItemsQuery(uid, reviewId, list))
  const selection = useSelection()
  const decide = useDecide(reviewId)
  const [bySets, setBySets] = useState<ItemBySets | null>(null)
  const isOpen = review.reviewStateCd !== 'ended'
  const columns = reviewItemColumns(t, {
    hasEmployer: review.scopeCd !== 'employer',
    decisionOf: (item) => <DecisionButtons item={item} decide={decide} onEndBySets={setBySets} />,
  })
  const decideSelected = async (decisionCd: 'confirm' | 'end') => {
    const ids = [...selection.keys].map(Number)
    // The rest stays selected for the next call.
    const some = ids.slice(0, REVIEW_DECISIONS_MAX)
    if (await decide.run(decisionCd, some)) selection.set(some.map(String), false)
  }
  return (
    <AdminPage title={scopeName(review, t)} subtitle={lead(review, t)} actions={<BackLink />}>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.review_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.review_state,
            unsetLabel: t.review_waiting,
            options: [{ value: 'decided', label: t.review_decided }],
          },
        ]}
        columns={columns.slice(1)}
      >
        <ExportMenu onExport={(format) => exportReview(uid, reviewId, format)} />
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.review_none }}
        caption={scopeName(review, t)}
        columns={columns}
        rowKey={({ accessReviewItemId }) => accessReviewItemId}
        rowName={(item) => formatMessage(t.review_row, { name: fullName(item), application: item.systemNm })}
        cardTitle={fullName}
        {...(isOpen && {
          selection,
          bulkActions: [
            { label: t.review_confirm, icon: 'check' as const, onSelect: () => void decideSelected('confirm') },
            { label: t.review_end, icon: 'trash' as const, onSelect: () => void decideSelected('end') },
          ],
        })}
      />
      {bySets && <EndWithSetsDialog accessReviewId={reviewId} item={bySets} onClose={() => setBySets(null)} />}
    </AdminPage>
  )
}

function BackLink() {
  const t = useTexts(accessReviewTexts)
  return <Button root={(props) => <Link {...props} to={accessReviews.link()} />}>{t.reviews_back}</Button>
}

function lead({ reviewStateCd, openCnt, dueDt }: AccessReview, t: Texts<typeof accessReviewTexts>): string {
  const values = { open: openCnt, due: formatInstant(dueDt) }
  if (reviewStateCd === 'done') return t.review_lead_done
  return formatMessage(reviewStateCd === 'ended' ? t.review_lead_ended : t.review_lead, values)
}

/** Decides about grants, and offers to take it back. */
function useDecide(accessReviewId: number) {
  const { uid } = useSignedIn()
  const action = useAction(decideReviewItems, decisionOptions(uid))
  return {
    run: (decisionCd: 'confirm' | 'end', itemIds: number[]) =>
      action.run({ params: { uid, accessReviewId }, body: { decisionCd, itemIds } }),
    isPendingFor: (itemId: number) => action.isPendingFor(({ body }) => body.itemIds.includes(itemId)),
  }
}
