import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  ACCESS_CHANGE_AHEAD_DAYS,
  ACCESS_CHANGE_REASON_MAX,
} from '@portico/contract/access-changes/access-change-rules.ts'
import { type AccessChangePlan, planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day, optionalText } from '../../patterns/field-schemas.ts'
import { UnsavedChanges } from '../../patterns/UnsavedChanges.tsx'
import { SaveCanceled, useForm } from '../../patterns/use-form.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { addDays } from '../../ui/calendar-day.ts'
import { today } from '../../ui/day-bounds.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatDay } from '../../ui/format.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { AccessReview } from './AccessReview.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { AccessChoice } from './AccessChoice.tsx'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { SetPicker } from '../permissions/SetPicker.tsx'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import { type AccessAct, actBody, firstFields, type GiveAccessFields } from './give-access-form.ts'

const schema = z.object({
  systems: z.custom<GiveAccessFields['systems']>(() => true),
  pages: z.custom<GiveAccessFields['pages']>(() => true),
  setIds: z.custom<GiveAccessFields['setIds']>(() => true),
  userIds: z.custom<GiveAccessFields['userIds']>(() => true),
  plannedDt: day(),
  endDay: day(),
  reason: optionalText(ACCESS_CHANGE_REASON_MAX),
})

export interface GiveAccessDialogProps {
  act: AccessAct
  /** Typed before the dialog had loaded. */
  typed: string
  onDone: () => void
  onClose: () => void
}

/** Gives or ends the access of many users: what it is, then a review of what changes for whom. */
export function GiveAccessDialog({ act, typed, onDone, onClose }: GiveAccessDialogProps) {
  const { kind, users, chosen } = act
  const t = useTexts(giveAccessTexts)
  const profile = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const systems = useQuery(userSystemsQuery(uid))
  const [review, setReview] = useState<{ body: ReturnType<typeof actBody>; plan: AccessChangePlan } | null>(null)
  const isGiving = kind === 'give'
  const endedAt = act.ended?.system ?? act.ended?.page
  const form = useForm({
    schema,
    initial: firstFields(act),
    // Values belong to the users they were chosen for.
    draftKey: `access-change-${kind}-${JSON.stringify([users, chosen])}`,
    labels: {
      systems: profile.permissions_application,
      pages: profile.permissions_pages_part,
      setIds: t.give_access_sets,
      userIds: t.give_access_people,
      plannedDt: t.give_access_from,
      endDay: isGiving ? t.give_access_until : t.give_access_end_on,
      reason: t.give_access_reason,
    },
    save: async (values) => {
      const body = actBody(kind, users, values)
      setReview({ body, plan: await call(planAccessChange, { params: { uid }, body }) })
      throw new SaveCanceled()
    },
  })
  if (review)
    return (
      <>
        <AccessReview
          {...review}
          kind={kind}
          reason={form.values.reason}
          ended={act.ended}
          onBack={() => setReview(null)}
          onDone={() => {
            form.reset()
            onDone()
          }}
          onClose={onClose}
        />
        <UnsavedChanges form={form} />
      </>
    )
  return (
    <EditDialog form={form} size="l" title={titleOf(act, t)} submitLabel={t.give_access_review} onClose={onClose}>
      {endedAt && (
        <Alert tone="info" live={false}>
          {formatMessage(t.give_access_ended_lead, { date: formatDay(dayOfEnd(endedAt.toISOString())) })}
        </Alert>
      )}
      {users === null && (
        <PeoplePicker
          kind={kind}
          typed={typed}
          chosen={form.values.userIds}
          error={form.errorOf('userIds')}
          onChange={(next) => form.set('userIds', next)}
        />
      )}
      <AccessChoice
        kind={kind}
        isFirst={users !== null}
        typed={users === null ? '' : typed}
        systems={systems}
        fields={form.values}
        onChange={(next) => {
          form.set('systems', next.systems)
          form.set('pages', next.pages)
        }}
      />
      {isGiving && (
        <SetPicker
          multiple
          name="setIds"
          clientId={null}
          help={t.give_access_sets_help}
          chosen={form.values.setIds}
          error={form.errorOf('setIds')}
          onChange={(next) => form.set('setIds', next)}
        />
      )}
      {isGiving && (
        <DateField
          {...form.field('plannedDt')}
          min={today()}
          max={addDays(today(), ACCESS_CHANGE_AHEAD_DAYS)}
          help={formatMessage(t.give_access_from_help, { days: ACCESS_CHANGE_AHEAD_DAYS })}
        />
      )}
      <DateField
        {...form.field('endDay')}
        min={today()}
        help={isGiving ? t.give_access_until_help : t.give_access_end_on_help}
      />
      <TextAreaField {...form.field('reason')} rows={2} help={t.give_access_reason_help} />
    </EditDialog>
  )
}

function titleOf({ kind, users, count }: AccessAct, t: Texts<typeof giveAccessTexts>): string {
  if (users === null) return kind === 'give' ? t.give_access_open_title : t.give_access_end_open_title
  return formatMessage(kind === 'give' ? t.give_access_title : t.give_access_end_title, { count })
}
