import * as z from 'zod/mini'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet, type SetOfUser } from '@portico/contract/permission-sets/permission-sets.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { today } from '../../ui/day-bounds.ts'
import { dateOnDay, dayOfEnd } from '../permissions/permissions-form.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'

const schema = z.object({ endDt: day() })

interface SetEndDialogProps {
  set: SetOfUser
  user: Pick<ProfileUser, 'userId' | 'firstNm' | 'lastNm'>
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Changes the day on which a user loses a set, which can be undone. */
export function SetEndDialog({ set: { setId, setNm, endDt }, user, typed, onClose }: SetEndDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const endOn = async (moment: Date | null, expected?: { expectedEndDt: Date | null }) => {
    const body = { userIds: [user.userId], endDt: moment, ...expected }
    return (await request(givePermissionSet, { params: { uid, setId }, body })).message
  }
  const form = useForm({
    schema,
    initial: { endDt: dayOfEnd(endDt?.toISOString() ?? null) },
    typedAhead: typed === '' ? {} : { endDt: typed },
    draftKey: `end-user-set-${user.userId}-${setId}`,
    labels: { endDt: t.set_end },
    invalidate: changedByAct,
    save: async (values) => {
      const moved = dateOnDay(values.endDt)
      const message = await endOn(moved)
      // Refused where somebody has moved the end again, or taken the set.
      offerUndo(message, () => endOn(endDt, { expectedEndDt: moved }), changedByAct)
      return message
    },
    afterSave: onClose,
  })
  return (
    <EditDialog
      form={form}
      size="m"
      title={formatMessage(t.set_end_title, { name: setNm, user: fullName(user) })}
      submitLabel={t.set_end_submit}
      onClose={onClose}
    >
      <DateField {...form.field('endDt')} data-autofocus min={today()} help={t.set_end_help} />
    </EditDialog>
  )
}
