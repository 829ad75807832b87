import { useQuery } from '@tanstack/react-query'
import { accessChangeListTexts } from '@portico/contract/access-changes/access-change-list-texts.ts'
import type { ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant, formatNumber } from '../../ui/format.ts'
import { PanelBody, PanelRow } from '../../ui/Panel.tsx'
import { isUnderWay } from '../give-access/follow-access-change.ts'
import { LeftOutList } from '../give-access/UserList.tsx'
import { accessChangeQuery } from './access-change-queries.ts'
import { applicationsOf } from './access-change-columns.tsx'
import { ChangeState } from './ChangeState.tsx'

interface AccessChangeDrawerProps {
  change: ListedAccessChange
  onUndo: () => void
  onClose: () => void
}

/** One act with its result: whom it left out, and why. */
export function AccessChangeDrawer({ change, onUndo, onClose }: AccessChangeDrawerProps) {
  const t = useTexts(accessChangeListTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const { accessChangeId, kindCd, reasonTxt, startedDt, plannedDt, startedByNm, undoUntilDt } = change
  const facts = [
    ['access_changes_applications', change.leaverNm === null && applicationsOf(change, t, pageName)],
    ['access_changes_leaver', change.leaverNm],
    ['access_changes_recipient', change.recipientNm],
    ['access_changes_users', kindCd !== 'hand-over' && formatNumber(change.userCnt)],
    ['access_changes_reason', reasonTxt],
    ['access_changes_started', formatInstant(startedDt)],
    ['access_changes_started_by', startedByNm ?? t.access_changes_started_by_other],
    ['access_changes_begins', plannedDt && formatInstant(plannedDt)],
    ['access_changes_state', <ChangeState key="state" change={change} />],
    ['access_changes_undo_until', undoUntilDt && formatInstant(undoUntilDt)],
  ] as const
  // Asked for anew whenever the act has come further.
  const result = useQuery({ ...accessChangeQuery(uid, accessChangeId), staleTime: 0, enabled: !isUnderWay(change) })
  return (
    <DetailDrawer title={t[`access_changes_kind_${kindCd}`]} onClose={onClose}>
      {facts.map(
        ([name, value]) =>
          value && (
            <PanelRow key={name} title={t[name]}>
              {value}
            </PanelRow>
          ),
      )}
      <PanelBody>
        {undoUntilDt && <Button onClick={onUndo}>{t.access_changes_undo}</Button>}
        {!isUnderWay(change) && (
          <QueryContent query={result} failed={t.access_changes_details_failed}>
            {({ reasons, leftOut }) => (
              <LeftOutList
                count={reasons.reduce((sum, { userCnt }) => sum + userCnt, 0)}
                reasons={reasons}
                leftOut={leftOut}
              />
            )}
          </QueryContent>
        )}
      </PanelBody>
    </DetailDrawer>
  )
}
