import type { ReviewItem } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './DecisionButtons.module.css'
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
    <span className={classes['decisions']}>
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
    </span>
  )
}
