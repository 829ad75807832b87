import {
  type ReviewItem,
  type ReviewItemState,
  undoReviewDecisions,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { RowButtons } from '../../patterns/RowButtons.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDayOf } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './Decision.module.css'
import { changedByDecisions } from './decision-options.ts'

const tones = {
  pending: 'info',
  confirmed: 'success',
  ended: 'neutral',
  gone: 'neutral',
  undecided: 'warning',
} as const satisfies Record<ReviewItemState, unknown>

/** What was decided, by whom and when; one's own decision can be taken back for a day. */
export function Decision({ item }: { item: ReviewItem }) {
  const t = useTexts(accessReviewTexts)
  const { itemStateCd, endedWithNm: application, decidedByNm: name, decidedDt, undoId } = item
  const day = decidedDt && formatDayOf(decidedDt)
  return (
    <div className={classes['decision']}>
      <StatusDot tone={tones[itemStateCd]}>
        {application === undefined
          ? t[`review_item_${itemStateCd}`]
          : formatMessage(t.review_item_ended_with, { application })}
      </StatusDot>
      {day && (
        <span className={classes['by']}>{name === null ? day : formatMessage(t.review_item_by, { name, day })}</span>
      )}
      {undoId !== undefined && <TakeBackButton item={item} undoId={undoId} />}
    </div>
  )
}

function TakeBackButton({ item, undoId }: { item: ReviewItem; undoId: number }) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  const takeBack = useAction(undoReviewDecisions, { invalidate: changedByDecisions })
  const about = { name: fullName(item), application: item.systemNm }
  return (
    <RowButtons>
      <Button
        size="s"
        kind="quiet"
        flush
        busy={takeBack.isPending}
        aria-label={formatMessage(t.review_take_back_about, about)}
        onClick={() => void takeBack.run({ params: { uid }, body: { undoId, itemIds: [item.accessReviewItemId] } })}
      >
        {t.review_take_back}
      </Button>
    </RowButtons>
  )
}
