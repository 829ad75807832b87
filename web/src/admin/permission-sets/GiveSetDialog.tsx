import * as z from 'zod/mini'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet, type PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { toast } from '../../ui/toast.ts'
import { PeoplePicker } from '../give-access/PeoplePicker.tsx'
import { changedBySet } from './changed-by-set.ts'

const schema = z.object({
  userIds: z.custom<readonly Option[]>(
    (chosen) => Array.isArray(chosen) && chosen.length > 0,
    'set_give_people_missing',
  ),
})

interface GiveSetDialogProps {
  set: PermissionSet
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Gives a set to users, found by name; those who cannot get it are left out with the reason. */
export function GiveSetDialog({ set, typed, onClose }: GiveSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { userIds: [] },
    draftKey: `give-permission-set-${set.setId}`,
    messages: t,
    labels: { userIds: t.set_give_people },
    invalidate: changedBySet,
    save: async ({ userIds }) => {
      const { data, message } = await request(givePermissionSet, {
        params: { uid, setId: set.setId },
        body: { userIds: userIds.map(({ value }) => Number(value)) },
      })
      if (!('leftOut' in data)) return ''
      const { changedCnt, leftOut } = data
      const [first] = leftOut
      if (changedCnt > 0) toast.success(message)
      if (first) toast.error(formatMessage(t.set_left_out, { count: leftOut.length, reason: first.reasonTxt }))
      return ''
    },
  })
  return (
    <EditDialog
      form={form}
      size="m"
      title={formatMessage(t.set_give_title, { name: set.setNm })}
      submitLabel={t.set_give_submit}
      onClose={onClose}
    >
      <PeoplePicker
        kind="give"
        typed={typed}
        chosen={form.values.userIds}
        error={form.errorOf('userIds')}
        onChange={(next) => form.set('userIds', next)}
      />
    </EditDialog>
  )
}
