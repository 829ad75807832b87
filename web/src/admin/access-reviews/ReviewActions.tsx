import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessReview } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { Button } from '../../ui/Button.tsx'
import { reviewOptionsQuery } from './access-review-queries.ts'
import { accessReviews } from './screen.ts'

const loadDueDateDialog = async () => (await import('./ChangeDueDateDialog.tsx')).ChangeDueDateDialog
const EndReviewDialog = lazyDialog(() => import('./EndReviewDialog.tsx').then((module) => module.EndReviewDialog))

/** The way back, and what portal administrators do with a review under way. */
export function ReviewActions({ review }: { review: AccessReview }) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg } = useSuspenseQuery(reviewOptionsQuery(uid)).data
  const [dialog, setDialog] = useState<'due' | 'end' | null>(null)
  const props = { review, onClose: () => setDialog(null) }
  return (
    <>
      <Button root={(button) => <Link {...button} to={accessReviews.link()} />}>{t.reviews_back}</Button>
      {portalAdminFlg && review.reviewStateCd === 'open' && (
        <>
          <Button onClick={() => setDialog('due')}>{t.review_due_change}</Button>
          <Button onClick={() => setDialog('end')}>{t.review_close}</Button>
        </>
      )}
      {dialog === 'due' && (
        <KeystrokeBuffer label={t.review_start_due} load={loadDueDateDialog} onClose={props.onClose}>
          {(ChangeDueDateDialog, typed) => <ChangeDueDateDialog {...props} typed={typed} />}
        </KeystrokeBuffer>
      )}
      {dialog === 'end' && <EndReviewDialog {...props} />}
    </>
  )
}
