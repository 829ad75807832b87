import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { listAccessReviews, startAccessReview } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useLocalOptions } from '../../patterns/local-options.ts'
import { useForm } from '../../patterns/use-form.ts'
import { day } from '../../patterns/field-schemas.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { endOfDay, today } from '../../ui/day-bounds.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { dueDateHelp } from './due-date-help.ts'
import { reviewEmployersQuery, reviewScopeQuery, reviewSystemsQuery } from './access-review-queries.ts'

const reviewForm = z
  .object({
    kind: z.enum(['employer', 'application']),
    employerId: z.string(),
    systemId: z.string(),
    dueDt: day(),
  })
  .check(
    z.refine(({ kind, employerId }) => kind !== 'employer' || employerId !== '', {
      error: 'review_scope_missing',
      path: ['employerId'],
    }),
    z.refine(({ kind, systemId }) => kind !== 'application' || systemId !== '', {
      error: 'review_scope_missing',
      path: ['systemId'],
    }),
    z.refine(({ dueDt }) => dueDt !== '', { error: 'review_due_missing', path: ['dueDt'] }),
  )

/** Starts a review of the users of an employer or of an application, until the end of a day. */
export function StartReviewDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: reviewForm,
    initial: { kind: 'employer', employerId: '', systemId: '', dueDt: '' },
    draftKey: 'access-review',
    messages: t,
    labels: {
      kind: t.review_start_kind,
      employerId: t.review_start_employer,
      systemId: t.review_start_application,
      dueDt: t.review_start_due,
    },
    invalidate: [listAccessReviews],
    save: async ({ kind, employerId, systemId, dueDt }) => {
      const scope = kind === 'employer' ? { employerId: Number(employerId) } : { systemId: Number(systemId) }
      const body = { ...scope, dueDt: endOfDay(dueDt) }
      const { message } = await request(startAccessReview, { params: { uid }, body })
      return message
    },
  })
  const isEmployer = form.values.kind === 'employer'
  const field = isEmployer ? 'employerId' : 'systemId'
  const employers = useLocalOptions(reviewEmployersQuery(uid), ({ clientId, clientNm }) => ({
    value: String(clientId),
    label: clientNm,
  }))
  const applications = useLocalOptions(reviewSystemsQuery(uid), ({ systemId, systemNm }) => ({
    value: String(systemId),
    label: systemNm,
  }))
  const { data: counts } = useQuery(reviewScopeQuery(uid, form.values.kind, form.values[field]))
  const isMailed = counts !== undefined && counts.grantCnt > 0 && counts.deciderCnt > 0
  const options = isEmployer ? employers : applications
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.review_start_title}
      submitLabel={t.review_start_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <p>{t.review_start_lead}</p>
      <SelectField
        data-autofocus
        {...form.field('kind')}
        options={[
          { value: 'employer', label: t.review_start_kind_employer },
          { value: 'application', label: t.review_start_kind_application },
        ]}
      />
      <Combobox
        name={field}
        label={isEmployer ? t.review_start_employer : t.review_start_application}
        error={form.errorOf(field)}
        queryName={`access-review-${form.values.kind}`}
        load={options.load}
        selected={options.selected(form.values[field] === '' ? [] : [form.values[field]])}
        onChange={([option]) => form.set(field, option?.value ?? '')}
      />
      <div role="status">
        {counts && (
          <p>
            {counts.grantCnt === 0
              ? t.review_scope_empty
              : formatMessage(t.review_start_counts, {
                  grants: counts.grantCnt,
                  users: counts.userCnt,
                  deciders: counts.deciderCnt,
                })}
          </p>
        )}
      </div>
      <DateField
        {...form.field('dueDt')}
        optionalMark={undefined}
        min={today()}
        help={isMailed ? dueDateHelp(t, { due: form.values.dueDt }) : t.review_start_due_help}
      />
    </EditDialog>
  )
}
