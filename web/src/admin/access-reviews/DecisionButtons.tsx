import type { ReviewItem } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { RowButtons } from '../../patterns/RowButtons.tsx'
import { Button } from '../../ui/Button.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'

interface DecisionButtonsProps {
  item: ReviewItem
  decide: {
    run: (decisionCd: 'confirm' | 'end', itemIds: number[]) => Promise<boolean>
    isPendingFor: (itemId: number) => boolean
  }
}

/** One click decides about a grant. */
export function DecisionButtons({ item, decide }: DecisionButtonsProps) {
  const t = useTexts(accessReviewTexts)
  const about = { name: fullName(item), application: item.systemNm }
  const props = {
    size: 's',
    disabledReason: item.mayDecideFlg ? undefined : t.review_not_yourself,
    busy: decide.isPendingFor(item.accessReviewItemId),
  } as const
  return (
    <RowButtons>
      <Button
        {...props}
        aria-label={formatMessage(t.review_confirm_about, about)}
        onClick={() => void decide.run('confirm', [item.accessReviewItemId])}
      >
        {t.review_confirm}
      </Button>
      <Button
        {...props}
        aria-label={formatMessage(t.review_end_about, about)}
        onClick={() => void decide.run('end', [item.accessReviewItemId])}
      >
        {t.review_end}
      </Button>
    </RowButtons>
  )
}
