import {
  type AccessReview,
  endAccessReview,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'

interface EndReviewDialogProps {
  review: AccessReview
  onClose: () => void
}

/** Asks before a review ends early; nobody loses access by it. */
export function EndReviewDialog({ review: { accessReviewId, openCnt: open }, onClose }: EndReviewDialogProps) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  return (
    <DeleteDialog
      call={endAccessReview}
      input={{ params: { uid, accessReviewId } }}
      title={t.review_close_title}
      confirmLabel={t.review_close}
      invalidate={[getAccessReview, listAccessReviews, listReviewItems]}
      onClose={onClose}
    >
      <p>{formatMessage(t.review_close_undecided, { open })}</p>
      <p>{t.review_close_final}</p>
    </DeleteDialog>
  )
}
