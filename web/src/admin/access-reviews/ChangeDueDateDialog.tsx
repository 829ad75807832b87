import * as z from 'zod/mini'
import {
  type AccessReview,
  changeReviewDueDate,
  getAccessReview,
  listAccessReviews,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { dayOf, endOfDay, today } from '../../ui/day-bounds.ts'
import { dueDateHelp } from './due-date-help.ts'

const schema = z
  .object({ dueDt: day() })
  .check(z.refine(({ dueDt }) => dueDt !== '', { error: 'review_due_missing', path: ['dueDt'] }))

interface ChangeDueDateDialogProps {
  review: AccessReview
  /** What was typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Changes until the end of which day a review takes decisions. */
export function ChangeDueDateDialog({ review, typed, onClose }: ChangeDueDateDialogProps) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { dueDt: dayOf(review.dueDt) },
    typedAhead: typed === '' ? {} : { dueDt: typed },
    draftKey: `access-review-due-${review.accessReviewId}`,
    messages: t,
    labels: { dueDt: t.review_start_due },
    invalidate: [getAccessReview, listAccessReviews],
    save: async ({ dueDt }) => {
      const params = { uid, accessReviewId: review.accessReviewId }
      const { message } = await request(changeReviewDueDate, { params, body: { dueDt: endOfDay(dueDt) } })
      return message
    },
  })
  const due = form.values.dueDt
  const isChanged = due !== dayOf(review.dueDt)
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.review_due_change}
      submitLabel={t.review_due_change_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <DateField
        data-autofocus
        {...form.field('dueDt')}
        optionalMark={undefined}
        min={today()}
        // Nobody is mailed again about the date that holds.
        help={isChanged ? dueDateHelp(t, { due, started: review.startedDt }) : t.review_start_due_help}
      />
    </EditDialog>
  )
}
