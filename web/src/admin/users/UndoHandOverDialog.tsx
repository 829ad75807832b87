import { getPlannedHandOvers, type PlannedHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { handOverTexts } from '@portico/contract/users/hand-over-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { beginUndo, changedByAct } from '../give-access/follow-access-change.ts'

/** Calls whose answers a hand-over changes, planned or not. */
export const changedByHandOvers = [...changedByAct, getPlannedHandOvers]

/** Undoes a hand-over that waits for its date. */
export function UndoHandOverDialog({ plan, onClose }: { plan: PlannedHandOver; onClose: () => void }) {
  const t = useTexts(handOverTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const words = { name: plan.leaverNm, date: formatDay(dayOf(plan.plannedDt)) }
  return (
    <ConfirmModal
      opened
      title={t.hand_over_planned_undo_title}
      confirmLabel={t.hand_over_planned_undo_confirm}
      cancelLabel={cancel}
      onConfirm={() => runAction(() => beginUndo(uid, plan.accessChangeId), changedByHandOvers)}
      onClose={onClose}
    >
      <p>{formatMessage(t.hand_over_planned_undo_lead, words)}</p>
    </ConfirmModal>
  )
}
