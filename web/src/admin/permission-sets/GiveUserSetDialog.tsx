import * as z from 'zod/mini'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { today } from '../../ui/day-bounds.ts'
import { dateOnDay } from '../permissions/permissions-form.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'
import { announceGiven } from './announce-given.ts'
import { type SetOption, SetPicker } from '../permissions/SetPicker.tsx'

const schema = z.object({
  setId: z.custom<readonly SetOption[]>((chosen) => Array.isArray(chosen) && chosen.length > 0, 'set_choice_missing'),
  endDt: day(),
})

interface GiveUserSetDialogProps {
  user: Pick<ProfileUser, 'userId' | 'employerId' | 'firstNm' | 'lastNm'>
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Gives one user a set, which shows what it gives before, until a day. */
export function GiveUserSetDialog({ user, typed, onClose }: GiveUserSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { setId: [], endDt: '' },
    draftKey: `give-user-set-${user.userId}`,
    messages: t,
    labels: { setId: t.set_choice, endDt: t.set_end },
    invalidate: changedByAct,
    save: async ({ setId: [chosen], endDt }) => {
      if (!chosen) return ''
      const params = { uid, setId: Number(chosen.value) }
      const { data, message } = await request(givePermissionSet, {
        params,
        body: { userIds: [user.userId], endDt: dateOnDay(endDt) },
      })
      announceGiven(params, message, 'undo' in data ? data.undo : undefined)
      return message
    },
    afterSave: onClose,
  })
  return (
    <EditDialog
      form={form}
      size="m"
      title={formatMessage(t.user_sets_give_title, { user: fullName(user) })}
      submitLabel={t.set_give_submit}
      onClose={onClose}
    >
      <SetPicker
        isFirst
        name="setId"
        clientId={user.employerId}
        typed={typed}
        chosen={form.values.setId}
        error={form.errorOf('setId')}
        onChange={(next) => form.set('setId', next)}
      />
      <DateField {...form.field('endDt')} min={today()} help={t.set_end_help} />
    </EditDialog>
  )
}
