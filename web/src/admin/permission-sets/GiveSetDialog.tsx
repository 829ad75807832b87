import { useState } from 'react'
import * as z from 'zod/mini'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet, type PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { DateField } from '../../patterns/DateField.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { today } from '../../ui/day-bounds.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { PeoplePicker } from '../give-access/PeoplePicker.tsx'
import { dateOnDay } from '../permissions/permissions-form.ts'
import { announceGiven } from './announce-given.ts'
import classes from './PermissionSets.module.css'
import { changedByAct } from '../give-access/follow-access-change.ts'

const schema = z.object({
  userIds: z.custom<readonly Option[]>(
    (chosen) => Array.isArray(chosen) && chosen.length > 0,
    'set_give_people_missing',
  ),
  endDt: day(),
})

/** What came of giving a set where not every user got it. */
interface Outcome {
  message: string
  isChanged: boolean
  leftOut: readonly { userId: number; reasonTxt: string }[]
  /** Says it once more with Undo, after the dialog. */
  announce: () => void
}

interface GiveSetDialogProps {
  set: PermissionSet
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Gives a set to users, found by name, until a day; those who cannot get it are left out with the reason. */
export function GiveSetDialog({ set, typed, onClose }: GiveSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useForm({
    schema,
    initial: { userIds: [], endDt: '' },
    draftKey: `give-permission-set-${set.setId}`,
    messages: t,
    labels: { userIds: t.set_give_people, endDt: t.set_end },
    invalidate: changedByAct,
    save: async ({ userIds, endDt }) => {
      const params = { uid, setId: set.setId }
      const { data, message } = await request(givePermissionSet, {
        params,
        body: { userIds: userIds.map(({ value }) => Number(value)), endDt: dateOnDay(endDt) },
      })
      if (!('leftOut' in data)) return ''
      const announce = () => announceGiven(params, message, data.undo)
      if (data.leftOut.length === 0) {
        announce()
        return message
      }
      setOutcome({ message, isChanged: data.changedCnt > 0, leftOut: data.leftOut, announce })
      return ''
    },
    afterSave: (message) => {
      if (message !== '') onClose()
    },
  })
  if (outcome) return <LeftOutDialog {...outcome} set={set} users={form.values.userIds} onClose={onClose} />
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
        employerId={set.clientId}
        typed={typed}
        chosen={form.values.userIds}
        error={form.errorOf('userIds')}
        onChange={(next) => form.set('userIds', next)}
      />
      <DateField {...form.field('endDt')} min={today()} help={t.set_end_help} />
    </EditDialog>
  )
}

interface LeftOutDialogProps extends Outcome {
  set: PermissionSet
  /** The users that were chosen. */
  users: readonly Option[]
  onClose: () => void
}

/** Who did not get the set, each with the reason. */
function LeftOutDialog({ set, users, message, isChanged, leftOut, announce, onClose }: LeftOutDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { close } = useTexts(generalTexts)
  const leave = () => {
    if (isChanged) announce()
    onClose()
  }
  const nameOf = (userId: number) => users.find(({ value }) => value === String(userId))?.label
  return (
    <Modal
      opened
      size="m"
      title={formatMessage(t.set_give_title, { name: set.setNm })}
      closeLabel={close}
      onClose={leave}
    >
      <Alert tone={isChanged ? 'success' : 'warning'}>{message}</Alert>
      <p>{formatMessage(t.set_left_out, { count: leftOut.length })}</p>
      <ul className={classes['access']}>
        {leftOut.map(({ userId, reasonTxt }) => (
          <li key={userId}>
            <strong>{nameOf(userId)}</strong> {reasonTxt}
          </li>
        ))}
      </ul>
      <ModalActions>
        <Button kind="primary" onClick={leave}>
          {close}
        </Button>
      </ModalActions>
    </Modal>
  )
}
