import { accessChangeListTexts } from '@portico/contract/access-changes/access-change-list-texts.ts'
import type { ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'

/** How far an act is, and what it came to. */
export function ChangeState({ change }: { change: ListedAccessChange }) {
  const t = useTexts(accessChangeListTexts)
  const { kindCd, stateCd, plannedDt, userCnt, waitingCnt, changedCnt, leftOutCnt, failedCnt, undoneCnt, keptCnt } =
    change
  const label = t[`access_changes_state_${stateCd}`]
  const progress = (done: number, count: number) => {
    const valueText = formatMessage(t.access_changes_progress, { done, count })
    return (
      <>
        <Progress label={label} fraction={count === 0 ? 0 : done / count} valueText={valueText} /> {label}: {valueText}
      </>
    )
  }
  if (stateCd === 'planned' && plannedDt)
    return (
      <StatusDot tone="neutral">
        {formatMessage(t.access_changes_planned_for, { date: formatDay(dayOf(plannedDt)) })}
      </StatusDot>
    )
  if (stateCd === 'running') return progress(userCnt - waitingCnt, userCnt)
  if (stateCd === 'undoing') return progress(undoneCnt + keptCnt, changedCnt + undoneCnt + keptCnt)
  if (stateCd === 'stopped')
    return (
      <StatusDot tone="warning">
        {kindCd === 'hand-over'
          ? t.access_changes_result_not_closed
          : formatMessage(t.access_changes_result_stopped, { changed: changedCnt, count: userCnt })}
      </StatusDot>
    )
  if (stateCd === 'undone')
    return (
      <StatusDot tone="neutral">
        {keptCnt === 0 ? label : formatMessage(t.access_changes_result_undone, { kept: keptCnt })}
      </StatusDot>
    )
  const left = leftOutCnt + failedCnt
  return (
    <StatusDot tone={failedCnt > 0 ? 'warning' : 'success'}>
      {left === 0 ? label : formatMessage(t.access_changes_result, { changed: changedCnt, left })}
    </StatusDot>
  )
}
