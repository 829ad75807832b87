import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listLatestChanges } from '@portico/contract/overview/overview.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { actionName, bareTargetName } from '../audit/audit-words.ts'
import { audit } from '../audit/screen.ts'
import classes from './LatestChanges.module.css'

/** What changed last, as the audit trail has it. */
export function LatestChanges() {
  const t = useTexts(overviewTexts)
  const { uid } = useSignedIn()
  const { data: changes, isError, refetch } = useQuery(query(listLatestChanges, { params: { uid } }))
  return (
    <Panel title={t.overview_changes} actions={<Link to={audit.link()}>{t.overview_changes_all}</Link>}>
      {isError && !changes && <LoadFailure message={t.overview_changes_failed} onRetry={() => void refetch()} />}
      {changes?.length === 0 && <p className={classes['none']}>{t.overview_changes_none}</p>}
      {changes && changes.length > 0 && (
        <ol className={classes['list']}>
          {changes.map((event) => (
            <li key={event.auditEventId}>
              <time dateTime={event.eventDt.toISOString()}>{formatInstant(event.eventDt)}</time>
              <span>
                {[actionName(event.eventCd), bareTargetName(event) || event.subjectNm].filter(Boolean).join(': ')}
                {event.actorNm !== null && (
                  <span className={classes['by']}>
                    {' '}
                    {formatMessage(t.overview_changes_by, { name: event.actorNm })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
