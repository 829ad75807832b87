import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { announcementReviewTexts } from '@portico/contract/announcements/announcement-review-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { AnnouncementForm } from './announcement-form.ts'
import classes from './AnnouncementDialog.module.css'
import type { ReviewRules } from './announcement-queries.ts'

interface PublishChoiceProps {
  form: AnnouncementForm
  rules: ReviewRules
  /** Users see the announcement that is edited. */
  isPublished: boolean
}

/** Publish, or save for review; where a second person is required, what submitting means. */
export function PublishChoice({ form, rules, isPublished }: PublishChoiceProps) {
  const t = useTexts(announcementAdminTexts)
  const review = useTexts(announcementReviewTexts)
  if (rules.requiredFlg)
    return (
      <div>
        <p className={classes['label']}>{t.announcement_when_saved}</p>
        <p className={classes['help']}>{review.announcement_submit_help}</p>
        {isPublished && <Alert tone="warning">{review.announcement_submit_takes_back}</Alert>}
        {rules.otherReviewerCnt === 0 && <Alert tone="warning">{review.announcement_no_reviewer}</Alert>}
      </div>
    )
  return (
    <div>
      <p className={classes['label']}>{t.announcement_when_saved}</p>
      <SegmentedControl
        label={t.announcement_when_saved}
        value={form.values.request}
        onChange={(next) => form.set('request', next)}
        options={[
          { value: 'publish', label: t.announcement_publish_choice },
          { value: 'review', label: t.announcement_review_choice },
        ]}
      />
      <p className={classes['help']}>
        {form.values.request === 'publish' ? t.announcement_publish_help : t.announcement_review_help}
      </p>
    </div>
  )
}
