import {
  decideReviewItems,
  REVIEW_DECISIONS_MAX,
  type ReviewItem,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { useState } from 'react'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { decisionOptions, type DecisionResults } from './decision-options.ts'

/** Grants listed before the act; the others are counted. */
const GRANTS_SHOWN = 10

interface EndSelectedDialogProps {
  accessReviewId: number
  items: readonly ReviewItem[]
  onDecided: (results: DecisionResults) => void
  onClose: () => void
}

/** Asks before the access of several rows is ended. */
export function EndSelectedDialog({ accessReviewId, items, onDecided, onClose }: EndSelectedDialogProps) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  // The selection shrinks with the results; the rest stays selected for the next call.
  const [some] = useState(items.slice(0, REVIEW_DECISIONS_MAX))
  const itemIds = some.map(({ accessReviewItemId }) => accessReviewItemId)
  const users = new Set(some.map(({ userId }) => userId)).size
  const more = some.length - GRANTS_SHOWN
  return (
    <DeleteDialog
      call={decideReviewItems}
      input={{ params: { uid, accessReviewId }, body: { decisionCd: 'end', itemIds } }}
      title={formatMessage(t.review_end_title, { count: some.length })}
      confirmLabel={t.review_end}
      {...decisionOptions(uid, onDecided)}
      onClose={onClose}
    >
      <p>{formatMessage(t.review_end_lead, { users, count: some.length })}</p>
      <ul>
        {some.slice(0, GRANTS_SHOWN).map((item) => (
          <li key={item.accessReviewItemId}>
            {formatMessage(t.review_row, { name: fullName(item), application: item.systemNm })}
          </li>
        ))}
        {more > 0 && <li>{formatMessage(t.review_end_more, { count: more })}</li>}
      </ul>
      {items.length > some.length && <p>{formatMessage(t.review_end_rest, { max: REVIEW_DECISIONS_MAX })}</p>}
      <p>{t.review_end_undo}</p>
    </DeleteDialog>
  )
}
