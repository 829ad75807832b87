import * as z from 'zod/mini'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { toast } from '../../ui/toast.ts'
import { changedBySet } from './changed-by-set.ts'
import { type SetOption, SetPicker } from '../permissions/SetPicker.tsx'

const schema = z.object({
  setId: z.custom<readonly SetOption[]>((chosen) => Array.isArray(chosen) && chosen.length > 0, 'set_choice_missing'),
})

interface GiveUserSetDialogProps {
  user: Pick<ProfileUser, 'userId' | 'employerId' | 'firstNm' | 'lastNm'>
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Gives one user a set, which shows what it gives before. */
export function GiveUserSetDialog({ user, typed, onClose }: GiveUserSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { setId: [] },
    draftKey: `give-user-set-${user.userId}`,
    messages: t,
    labels: { setId: t.set_choice },
    invalidate: changedBySet,
    save: async ({ setId: [chosen] }) => {
      if (!chosen) return ''
      const { message } = await request(givePermissionSet, {
        params: { uid, setId: Number(chosen.value) },
        body: { userIds: [user.userId] },
      })
      return message
    },
    afterSave: (message) => {
      toast.success(message)
      onClose()
    },
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
    </EditDialog>
  )
}
