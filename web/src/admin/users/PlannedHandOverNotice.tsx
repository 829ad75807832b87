import { useState } from 'react'
import { getPlannedHandOvers, type PlannedHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { handOverTexts } from '@portico/contract/users/hand-over-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { beginUndo, changedByAct } from '../give-access/follow-access-change.ts'

/** Calls whose answers a hand-over changes, planned or not. */
export const changedByHandOvers = [...changedByAct, getPlannedHandOvers]

interface PlannedHandOverNoticeProps {
  plan: PlannedHandOver
  /** The user beside whom it stands: who leaves, or who gets the documents. */
  userId: number
  /** The name of that user, where they get the documents. */
  name?: string
}

/** A hand-over that waits for its date, with what undoes it. */
export function PlannedHandOverNotice({ plan, userId, name }: PlannedHandOverNoticeProps) {
  const t = useTexts(handOverTexts)
  const [isAsking, setIsAsking] = useState(false)
  const { undoFlg, plannedByNm } = plan
  return (
    <Alert
      tone="info"
      live={false}
      action={
        undoFlg && (
          <Button size="s" onClick={() => setIsAsking(true)}>
            {t.hand_over_planned_undo}
          </Button>
        )
      }
    >
      {sentenceOf(plan, plan.leaverId === userId ? undefined : name, t)}
      {plannedByNm !== null && ` ${formatMessage(t.hand_over_planned_by, { name: plannedByNm })}`}
      {isAsking && <UndoHandOver plan={plan} onClose={() => setIsAsking(false)} />}
    </Alert>
  )
}

const dateOf = ({ plannedDt }: PlannedHandOver) => formatDay(dayOf(plannedDt))

function sentenceOf(plan: PlannedHandOver, receiver: string | undefined, t: Texts<typeof handOverTexts>): string {
  const { leaverNm, recipientNm } = plan
  const date = dateOf(plan)
  if (receiver !== undefined)
    return formatMessage(t.hand_over_planned_receiving, { name: receiver, leaver: leaverNm, date })
  if (recipientNm === null) return formatMessage(t.hand_over_planned_leaving, { name: leaverNm, date })
  return formatMessage(t.hand_over_planned_leaving_to, { name: leaverNm, date, recipient: recipientNm })
}

function UndoHandOver({ plan, onClose }: { plan: PlannedHandOver; onClose: () => void }) {
  const t = useTexts(handOverTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  return (
    <ConfirmModal
      opened
      title={t.hand_over_planned_undo_title}
      confirmLabel={t.hand_over_planned_undo_confirm}
      cancelLabel={cancel}
      onConfirm={() => runAction(() => beginUndo(uid, plan.accessChangeId), changedByHandOvers)}
      onClose={onClose}
    >
      <p>{formatMessage(t.hand_over_planned_undo_lead, { name: plan.leaverNm, date: dateOf(plan) })}</p>
    </ConfirmModal>
  )
}
