import type { ReviewItem } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { RowButtons } from '../../patterns/RowButtons.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ItemBySets } from './EndWithSetsDialog.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'

interface DecisionButtonsProps {
  item: ReviewItem
  decide: {
    run: (decisionCd: 'confirm' | 'end', itemIds: number[]) => Promise<boolean>
    /** The decision that is being sent. */
    pendingFor: (itemId: number) => 'confirm' | 'end' | undefined
  }
  /** Asks about access that permission sets give. */
  onEndBySets: (item: ItemBySets) => void
}

/** One click decides about a grant; one that permission sets give ends after a question. */
export function DecisionButtons({ item, decide, onEndBySets }: DecisionButtonsProps) {
  const t = useTexts(accessReviewTexts)
  const about = { name: fullName(item), application: item.systemNm }
  const props = { size: 's', disabledReason: item.mayDecideFlg ? undefined : t.review_not_yourself } as const
  const pending = decide.pendingFor(item.accessReviewItemId)
  const { groupNms = [], permissionSets } = item
  const byGroup =
    groupNms.length === 0 ? undefined : formatMessage(t.review_end_by_group, { group: groupNms.join(', ') })
  const end = () =>
    permissionSets ? onEndBySets({ ...item, permissionSets }) : void decide.run('end', [item.accessReviewItemId])
  return (
    <RowButtons>
      <Button
        {...props}
        busy={pending === 'confirm'}
        aria-label={formatMessage(t.review_confirm_about, about)}
        onClick={pending ? undefined : () => void decide.run('confirm', [item.accessReviewItemId])}
      >
        {t.review_confirm}
      </Button>
      <Button
        {...props}
        busy={pending === 'end'}
        disabledReason={props.disabledReason ?? byGroup}
        aria-label={formatMessage(t.review_end_about, about)}
        onClick={pending ? undefined : end}
      >
        {t.review_end}
      </Button>
    </RowButtons>
  )
}
