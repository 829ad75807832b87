import type { PlannedHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { handOverTexts } from '@portico/contract/users/hand-over-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'

interface PlannedHandOverNoticeProps {
  plan: PlannedHandOver
  /** The user beside whom it stands: who leaves, or who gets the documents. */
  userId: number
  /** The name of that user, where they get the documents. */
  name?: string
  /** Asks whether the plan is to be undone. */
  onUndo: (plan: PlannedHandOver) => void
}

/** A hand-over that waits for its date, with the button that undoes it. */
export function PlannedHandOverNotice({ plan, userId, name, onUndo }: PlannedHandOverNoticeProps) {
  const t = useTexts(handOverTexts)
  const { undoFlg, plannedByNm } = plan
  return (
    <Alert
      tone="info"
      live={false}
      action={
        undoFlg && (
          <Button size="s" onClick={() => onUndo(plan)}>
            {t.hand_over_planned_undo}
          </Button>
        )
      }
    >
      {sentenceOf(plan, plan.leaverId === userId ? undefined : name, t)}
      {plannedByNm !== null && ` ${formatMessage(t.hand_over_planned_by, { name: plannedByNm })}`}
    </Alert>
  )
}

function sentenceOf(plan: PlannedHandOver, receiver: string | undefined, t: Texts<typeof handOverTexts>): string {
  const { leaverNm, recipientNm, plannedDt } = plan
  const date = formatDay(dayOf(plannedDt))
  if (receiver !== undefined)
    return formatMessage(t.hand_over_planned_receiving, { name: receiver, leaver: leaverNm, date })
  if (recipientNm === null) return formatMessage(t.hand_over_planned_leaving, { name: leaverNm, date })
  return formatMessage(t.hand_over_planned_leaving_to, { name: leaverNm, date, recipient: recipientNm })
}
