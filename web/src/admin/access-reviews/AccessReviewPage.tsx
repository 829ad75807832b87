import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AccessReview,
  decideReviewItems,
  REVIEW_DECISIONS_MAX,
  type ReviewItem,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { pageSizes } from '@portico/contract/kit/list.ts'
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
import { useOpenRowSelection } from '../../patterns/use-row-selection.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { formatInstant } from '../../ui/format.ts'
import {
  accessReviewQuery,
  exportReview,
  reviewItemSearch,
  reviewItemsQuery,
  type ReviewItemValues,
} from './access-review-queries.ts'
import { DecisionButtons } from './DecisionButtons.tsx'
import { decisionOptions, type DecisionResults } from './decision-options.ts'
import type { ItemBySets } from './EndWithSetsDialog.tsx'
import { reviewItemColumns } from './review-item-columns.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'
import { ReviewActions } from './ReviewActions.tsx'
import { scopeName } from './review-words.ts'

const texts = { ...accessReviewTexts, ...grantSourceTexts }

const EndWithSetsDialog = lazyDialog(() => import('./EndWithSetsDialog.tsx').then((module) => module.EndWithSetsDialog))
const EndSelectedDialog = lazyDialog(() => import('./EndSelectedDialog.tsx').then((module) => module.EndSelectedDialog))

/** About access that permission sets give, or about the selected rows. */
type OpenDialog = ItemBySets | readonly ReviewItem[]

/** The access of one review: the administrator confirms or ends it, one by one or in bulk. */
export function AccessReviewPage() {
  const t = useTexts(texts)
  const { uid } = useSignedIn()
  const reviewId = usePathId('reviewId')
  const review = useSuspenseQuery(accessReviewQuery(uid, reviewId)).data
  const list = useListSearch(reviewItemSearch)
  const { since, onDecided: keepInPlace } = useDecidedSince(JSON.stringify(list.filters))
  const page = useListPage(reviewItemsQuery(uid, reviewId, list, since))
  const { selection, selected } = useOpenRowSelection(
    page.rows,
    ({ accessReviewItemId }) => accessReviewItemId,
    mayBeDecided,
  )
  const open = useOpenCount(review, list, since)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const onDecided = (decisions: DecisionResults) => {
    keepInPlace(decisions)
    // What somebody else has decided, or what is gone, is not open any more, either.
    const done = decisions.results.filter(({ code }) => ['200', '404', '409'].includes(code))
    selection.set(
      done.map(({ accessReviewItemId }) => String(accessReviewItemId)),
      false,
    )
  }
  const decide = useDecide(reviewId, onDecided)
  const isOpen = review.reviewStateCd !== 'ended'
  const columns = reviewItemColumns(t, {
    hasEmployer: review.scopeCd !== 'employer',
    decisionOf: (item) => <DecisionButtons item={item} decide={decide} onEndBySets={setDialog} />,
  })
  // The rest stays selected for the next call.
  const confirmSelected = () =>
    decide.run(
      'confirm',
      selected.slice(0, REVIEW_DECISIONS_MAX).map(({ accessReviewItemId }) => accessReviewItemId),
    )
  const props = { accessReviewId: reviewId, onDecided, onClose: () => setDialog(null) }
  return (
    <AdminPage title={scopeName(review, t)} subtitle={lead(review, t)} actions={<ReviewActions review={review} />}>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.review_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.review_state,
            unsetLabel: t.review_waiting,
            options: [
              { value: 'decided', label: t.review_decided },
              { value: 'all', label: t.review_all },
            ],
          },
        ]}
        columns={columns.slice(1)}
      >
        <ExportMenu onExport={(format) => exportReview(uid, reviewId, { values: list, since, format })} />
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.review_none }}
        caption={scopeName(review, t)}
        columns={columns}
        rangeWords={open === undefined ? undefined : (range) => formatMessage(t.review_range, { range, open })}
        rowKey={({ accessReviewItemId }) => accessReviewItemId}
        rowName={(item) => formatMessage(t.review_row, { name: fullName(item), application: item.systemNm })}
        cardTitle={fullName}
        {...(isOpen &&
          list.filters.state !== 'decided' && {
            selection,
            isSelectable: mayBeDecided,
            bulkActions: [
              { label: t.review_confirm, icon: 'check' as const, onSelect: () => void confirmSelected() },
              { label: t.review_end, icon: 'trash' as const, onSelect: () => setDialog(selected) },
            ],
          })}
      />
      {dialog &&
        ('length' in dialog ? (
          <EndSelectedDialog {...props} items={dialog} />
        ) : (
          <EndWithSetsDialog {...props} item={dialog} />
        ))}
    </AdminPage>
  )
}

const mayBeDecided = ({ itemStateCd, mayDecideFlg }: ReviewItem) => itemStateCd === 'pending' && mayDecideFlg

function lead({ reviewStateCd, openCnt, dueDt }: AccessReview, t: Texts<typeof accessReviewTexts>): string {
  const values = { open: openCnt, due: formatInstant(dueDt) }
  if (reviewStateCd === 'done') return t.review_lead_done
  return formatMessage(reviewStateCd === 'ended' ? t.review_lead_ended : t.review_lead, values)
}

/** How many rows of a list are open that has decided ones in their places, too; undefined for other lists. */
function useOpenCount({ accessReviewId, openCnt }: AccessReview, list: ReviewItemValues, since: Date | undefined) {
  const { uid } = useSignedIn()
  const hasDecided = since !== undefined && list.filters.state === undefined
  const isNarrowed = list.filters.name !== undefined
  const found = useQuery({
    // In any order they are as many.
    ...reviewItemsQuery(uid, accessReviewId, {
      ...list,
      sort: reviewItemSearch.read({}).sort,
      page: 1,
      size: pageSizes[0],
    }),
    enabled: hasDecided && isNarrowed,
  })
  if (!hasDecided) return undefined
  return isNarrowed ? found.data?.total : openCnt
}

/** Decides about grants, and offers to take it back. */
function useDecide(accessReviewId: number, onDecided: (decisions: DecisionResults) => void) {
  const { uid } = useSignedIn()
  const action = useAction(decideReviewItems, decisionOptions(uid, onDecided))
  return {
    run: (decisionCd: 'confirm' | 'end', itemIds: number[]) =>
      action.run({ params: { uid, accessReviewId }, body: { decisionCd, itemIds } }),
    pendingFor: (itemId: number) =>
      (['confirm', 'end'] as const).find((decisionCd) =>
        action.isPendingFor(({ body }) => body.decisionCd === decisionCd && body.itemIds.includes(itemId)),
      ),
  }
}

/**
 * Since when decided rows stay in their places: since the first decision, until the reader filters anew or leaves.
 */
function useDecidedSince(filters: string) {
  const [first, setFirst] = useState<{ filters: string; at: Date } | null>(null)
  return {
    since: first?.filters === filters ? first.at : undefined,
    onDecided: ({ decidedSinceDt: at }: DecisionResults) =>
      setFirst((before) => (before?.filters === filters ? before : { filters, at })),
  }
}
