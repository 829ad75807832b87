import * as z from 'zod/mini'
import {
  type Announcement,
  type AnnouncementReview,
  listSystemAnnouncements,
  publishReviewedAnnouncement,
  sendBackAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { ANNOUNCEMENT_NOTE_MAX } from '@portico/contract/limits.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { announcementReviewTexts } from '@portico/contract/announcements/announcement-review-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { formatDay, formatDayOf } from '../../ui/format.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import classes from './AnnouncementDialog.module.css'
import { targetsText } from './announcement-columns.tsx'
import { announcementFieldsOf } from './announcement-form.ts'
import { type AnnouncementValues, type ReviewRules, valueOf } from './announcement-queries.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { ReachPanel } from './ReachPanel.tsx'

const decisionForm = z
  .object({
    decisionCd: z.string().check(z.minLength(1, 'announcement_review_decision_missing')),
    noteTxt: z.string().check(z.trim(), z.maxLength(ANNOUNCEMENT_NOTE_MAX, 'announcement_review_note_too_long')),
  })
  .check(
    z.refine(({ decisionCd, noteTxt }) => decisionCd !== 'send_back' || noteTxt !== '', {
      error: 'announcement_review_note_missing',
      path: ['noteTxt'],
    }),
  )

interface ReviewDialogProps {
  announcement: Announcement
  review: AnnouncementReview
  values: AnnouncementValues
  rules: ReviewRules
  onClose: () => void
}

/** Publishes an announcement that waits for review as it is shown here, or sends it back with a note (decision F1). */
export function ReviewDialog({ announcement, review, values, rules, onClose }: ReviewDialogProps) {
  const t = useTexts(announcementReviewTexts)
  const { announcement_publish: publishLabel } = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const form = useReviewForm(announcement)
  const fields = announcementFieldsOf(announcement, values)
  const isOwn = rules.requiredFlg && review.submittedById === uid
  const labels: Readonly<Record<string, string>> = { publish: publishLabel, send_back: t.announcement_review_send_back }
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={t.announcement_review_title}
      submitLabel={labels[form.values.decisionCd] ?? t.announcement_review_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
      disabledReason={isOwn ? t.announcement_review_own : undefined}
    >
      <ReviewedFacts announcement={announcement} review={review} values={values} />
      <PreviewPanel fields={fields} userTypes={values.userTypes} opened />
      <ReachPanel fields={fields} userTypes={values.userTypes} />
      {!isOwn && (
        <>
          <SelectField
            data-autofocus
            {...form.field('decisionCd')}
            options={[
              { value: '', label: t.announcement_review_choose },
              { value: 'publish', label: t.announcement_review_publish_choice },
              { value: 'send_back', label: t.announcement_review_send_back_choice },
            ]}
          />
          {form.values.decisionCd === 'send_back' && (
            <TextAreaField {...form.field('noteTxt')} help={t.announcement_review_note_help} />
          )}
        </>
      )}
    </EditDialog>
  )
}

function useReviewForm({ announcementId, version }: Announcement) {
  const t = useTexts(announcementReviewTexts)
  const { uid } = useSignedIn()
  return useForm({
    schema: decisionForm,
    initial: { decisionCd: '', noteTxt: '' },
    draftKey: `announcement-review-${announcementId}-${version}`,
    messages: t,
    labels: { decisionCd: t.announcement_review_decision, noteTxt: t.announcement_review_note },
    invalidate: [listSystemAnnouncements],
    save: async ({ decisionCd, noteTxt }) => {
      const params = { uid, announcementId }
      const { message } =
        decisionCd === 'publish'
          ? await request(publishReviewedAnnouncement, { params, body: { version } })
          : await request(sendBackAnnouncement, { params, body: { version, noteTxt } })
      return message
    },
  })
}

/** Who submitted it, when it is shown and for whom. */
function ReviewedFacts({
  announcement,
  review: { submittedByNm, submittedDt },
  values,
}: Pick<ReviewDialogProps, 'announcement' | 'review' | 'values'>) {
  const t = useTexts(announcementReviewTexts)
  const targets = useTexts(announcementAdminTexts)
  const { effectiveFromDt, effectiveToDt, userType } = announcement
  const from = formatDay(effectiveFromDt)
  const day = submittedDt && formatDayOf(submittedDt)
  return (
    <div className={classes['facts']}>
      {day !== null && (
        <p>
          {submittedByNm === null
            ? formatMessage(t.announcement_review_submitted, { day })
            : formatMessage(t.announcement_review_submitted_by, { name: submittedByNm, day })}
        </p>
      )}
      <p>
        {effectiveToDt === null
          ? formatMessage(t.announcement_review_days_open, { from })
          : formatMessage(t.announcement_review_days, { from, to: formatDay(effectiveToDt) })}
      </p>
      <p>
        {targets.announcement_targets}: {targetsText(targets, announcement)} ({targets.announcement_user_type}:{' '}
        {valueOf(values.userTypes, userType)?.valueMediumNm})
      </p>
    </div>
  )
}
