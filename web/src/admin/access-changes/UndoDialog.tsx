import { accessChangeListTexts } from '@portico/contract/access-changes/access-change-list-texts.ts'
import type { ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { beginUndo, changedByAct } from '../give-access/follow-access-change.ts'

interface UndoDialogProps {
  change: ListedAccessChange
  onClose: () => void
}

/** Asks before an act is taken back. */
export function UndoDialog({ change, onClose }: UndoDialogProps) {
  const t = useTexts(accessChangeListTexts)
  const { accessChangeId, stateCd, userCnt, changedCnt, leaverNm } = change
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const isPlanned = stateCd === 'planned'
  const count = isPlanned ? userCnt : changedCnt
  const lead = () => {
    if (leaverNm !== null) return formatMessage(t.access_changes_undo_hand_over_lead, { name: leaverNm })
    return isPlanned ? t.access_changes_undo_planned_lead : formatMessage(t.access_changes_undo_lead, { count })
  }
  return (
    <ConfirmModal
      opened
      title={t.access_changes_undo_title}
      confirmLabel={
        leaverNm === null
          ? formatMessage(t.access_changes_undo_confirm, { count })
          : t.access_changes_undo_hand_over_confirm
      }
      cancelLabel={cancel}
      onConfirm={() => runAction(() => beginUndo(uid, accessChangeId), changedByAct)}
      onClose={onClose}
    >
      <p>{lead()}</p>
    </ConfirmModal>
  )
}
