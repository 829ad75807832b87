import {
  addAnnouncement,
  type Announcement,
  type AnnouncementReview,
  type AnnouncementValue,
  listSystemAnnouncements,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { announcementReviewTexts } from '@portico/contract/announcements/announcement-review-texts.ts'
import type { TranslationField } from '@portico/contract/announcements/announcement-rules.ts'
import { type Language, languages } from '@portico/contract/texts/languages.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts, type Texts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import {
  type AnnouncementForm,
  announcementSchema,
  copiedFields,
  announcementFieldsOf,
  newFields,
  payloadOf,
  targetKinds,
  translationFields,
} from './announcement-form.ts'
import { type AnnouncementValues, type ReviewRules, valueOf } from './announcement-queries.ts'
import { AnnouncementTexts } from './AnnouncementTexts.tsx'
import { AnnouncementDateFields } from './AnnouncementDateFields.tsx'
import { languageInWords } from '../../patterns/language-in-words.ts'
import classes from './AnnouncementDialog.module.css'
import { PreviewPanel } from './PreviewPanel.tsx'
import { PublishChoice } from './PublishChoice.tsx'
import { ReachPanel } from './ReachPanel.tsx'
import { TargetFields } from './TargetFields.tsx'
import type { ReactNode } from 'react'
import type { Option } from '../../patterns/Combobox.tsx'
import { formatDay } from '../../ui/format.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'

interface AnnouncementDialogProps {
  mode: 'create' | 'edit' | 'copy'
  /** Null: a new one. */
  announcement: Announcement | null
  values: AnnouncementValues
  rules: ReviewRules
  onClose: () => void
}

const titles = {
  create: 'announcement_create_title',
  edit: 'announcement_edit_title',
  copy: 'announcement_copy_title',
} as const

const optionsOf = (values: readonly AnnouncementValue[]) =>
  values.map(({ valueCd, valueMediumNm }) => ({ value: valueCd, label: valueMediumNm }))

/** Writes an announcement, with whom it reaches while its targets change (ANNC-015..017). */
export function AnnouncementDialog({ mode, announcement, values, rules, onClose }: AnnouncementDialogProps) {
  const t = useTexts(announcementAdminTexts)
  const form = useAnnouncementForm({ mode, announcement, values, rules })
  const isPublished =
    mode === 'edit' &&
    announcement !== null &&
    valueOf(values.statuses, announcement.anncStatus)?.valueCd === 'published'
  return (
    <EditDialog
      form={form}
      size="xl"
      onClose={onClose}
      title={t[titles[mode]]}
      submitLabel={useSubmitLabel(form, rules)}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      {mode === 'edit' && announcement?.review && <ReviewNote review={announcement.review} />}
      <div className={classes['columns']}>
        <Fields form={form} values={values} isKept={mode === 'edit'} />
        <div className={classes['beside']}>
          <ReachPanel fields={form.values} userTypes={values.userTypes} />
          <PreviewPanel fields={form.values} userTypes={values.userTypes} opened />
        </div>
        <PublishChoice form={form} rules={rules} isPublished={isPublished} />
      </div>
    </EditDialog>
  )
}

interface FieldsProps {
  form: AnnouncementForm
  values: AnnouncementValues
  /** The first day may have passed. */
  isKept: boolean
}

/** What is written, when it is shown, and for whom. */
function Fields({ form, values, isKept }: FieldsProps) {
  const t = useTexts(announcementAdminTexts)
  return (
    <div className={classes['fields']}>
      <AnnouncementTexts form={form} />
      <div className={classes['row']}>
        <SelectField
          {...form.field('anncType')}
          options={[{ value: '', label: t.announcement_choose }, ...optionsOf(values.types)]}
        />
        <SelectField {...form.field('userType')} options={optionsOf(values.userTypes)} />
      </div>
      <AnnouncementDateFields form={form} isKept={isKept} />
      <TargetFields form={form} />
    </div>
  )
}

/** What the reviewer asked for, above an announcement that was sent back. */
function ReviewNote({ review: { sentBackByNm: name, noteTxt: note } }: { review: AnnouncementReview }) {
  const t = useTexts(announcementReviewTexts)
  if (note === null) return null
  const text =
    name === null
      ? formatMessage(t.announcement_review_note_from_unknown, { note })
      : formatMessage(t.announcement_review_note_from, { name, note })
  return <Alert tone="info">{text}</Alert>
}

function useSubmitLabel({ values }: AnnouncementForm, { requiredFlg }: ReviewRules): string {
  const t = useTexts(announcementAdminTexts)
  const { announcement_submit_choice: submit } = useTexts(announcementReviewTexts)
  if (requiredFlg) return submit
  return values.request === 'publish' ? t.announcement_publish : t.announcement_save_for_review
}

function useAnnouncementForm({ mode, announcement, values, rules }: Omit<AnnouncementDialogProps, 'onClose'>) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const edited = mode === 'edit' ? announcement : null
  const initial = announcement ? announcementFieldsOf(announcement, values) : newFields()
  return useForm({
    schema: announcementSchema(edited),
    initial: mode === 'copy' ? copiedFields(initial) : initial,
    draftKey: `announcement-${mode}-${announcement?.announcementId ?? 'new'}`,
    loadedVersion: edited?.version ?? 0,
    comparedAs: { format: (field, value) => fieldInWords(field, value, values, t) },
    messages: t,
    labels: {
      anncTitle: t.announcement_title,
      anncMessage: t.announcement_message,
      languageCd: t.announcement_language,
      ...translationLabels(t),
      anncType: t.announcement_type,
      userType: t.announcement_user_type,
      effectiveFromDt: t.announcement_start,
      effectiveToDt: t.announcement_end,
      hasNoEnd: t.announcement_no_end,
      request: t.announcement_when_saved,
      systemIdList: t.announcement_systems,
      industryIdList: t.announcement_industries,
      departmentIdList: t.announcement_departments,
      employerIdList: t.announcement_clients,
    },
    invalidate: [listSystemAnnouncements],
    save: async (fields) => {
      const body = payloadOf(fields, values)
      const query = { anncReqType: rules.requiredFlg ? ('review' as const) : fields.request }
      const { message } = edited
        ? await request(updateAnnouncement, {
            params: { uid, announcementId: edited.announcementId },
            query,
            body: { ...body, version: edited.version },
          })
        : await request(addAnnouncement, { params: { uid }, query, body })
      return message
    },
  })
}

function translationLabels(t: Texts<typeof announcementAdminTexts>) {
  const labels = languages.flatMap((language) => {
    const words = { language: languageInWords(language) }
    const { title, message } = translationFields(language)
    return [
      [title, formatMessage(t.announcement_translation_title, words)],
      [message, formatMessage(t.announcement_translation_message, words)],
    ]
  })
  return Object.fromEntries(labels) as Record<TranslationField, string>
}

const dayInWords = (day: string) => (isCalendarDay(day) ? formatDay(day) : day)

/** A value of the form of an announcement as people read it; undefined: as it is. */
function fieldInWords(
  field: string,
  value: unknown,
  { types, userTypes }: AnnouncementValues,
  t: Texts<typeof announcementAdminTexts>,
): ReactNode {
  if (targetKinds.some((kind) => kind === field))
    return (value as readonly Option[]).map(({ label }) => label).join(', ') || undefined
  if (typeof value !== 'string' || value === '') return undefined
  if (field.startsWith('messageText-')) return <SafeHtml html={value} />
  const nameOf = (values: readonly AnnouncementValue[]) =>
    values.find(({ valueCd }) => valueCd === value)?.valueMediumNm
  const words: Readonly<Record<string, () => ReactNode>> = {
    anncMessage: () => <SafeHtml html={value} />,
    languageCd: () => languageInWords(value as Language),
    effectiveFromDt: () => dayInWords(value),
    effectiveToDt: () => dayInWords(value),
    request: () => (value === 'publish' ? t.announcement_publish_choice : t.announcement_review_choice),
    anncType: () => nameOf(types),
    userType: () => nameOf(userTypes),
  }
  return words[field]?.()
}
