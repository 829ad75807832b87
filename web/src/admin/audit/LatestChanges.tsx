import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AuditedEvent, listUserChanges } from '@portico/contract/audit/audit.ts'
import type { LatestChange } from '@portico/contract/overview/overview.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { RowLink } from '../../patterns/RowLink.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { actionName, bareTargetName } from './audit-words.ts'
import classes from './LatestChanges.module.css'
import { audit } from './screen.ts'

const AuditDrawer = lazyDialog(async () => (await import('./AuditDrawer.tsx')).AuditDrawer)

type LatestChangesProps = { changes: readonly LatestChange[]; userId?: never } | { userId: number }

/** What changed last, as the audit trail has it: the given changes, or those of one user with before and after. */
export const LatestChanges = (props: LatestChangesProps) =>
  props.userId === undefined ? <ChangesOfAll changes={props.changes} /> : <ChangesOfUser userId={props.userId} />

const ChangesOfAll = ({ changes }: { changes: readonly LatestChange[] }) => (
  <ChangesPanel events={changes} search={{}}>
    {(event) => [actionName(event.eventCd), bareTargetName(event) || event.subjectNm].filter(Boolean).join(': ')}
  </ChangesPanel>
)

function ChangesOfUser({ userId }: { userId: number }) {
  const { uid } = useSignedIn()
  const t = useTexts(overviewTexts)
  const {
    data: events,
    isError,
    refetch,
  } = useQuery({ ...query(listUserChanges, { params: { uid, userId } }), staleTime: 0 })
  const [shown, setShown] = useState<AuditedEvent | null>(null)
  return (
    <>
      <ChangesPanel
        events={events}
        search={{ subject: userId }}
        failure={isError && <LoadFailure message={t.overview_changes_failed} onRetry={() => void refetch()} />}
      >
        {(event) => (
          <RowLink target={() => setShown(event)} label={undefined}>
            {actionName(event.eventCd)}
          </RowLink>
        )}
      </ChangesPanel>
      {shown && <AuditDrawer event={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface ChangesPanelProps<Event> {
  /** Undefined before they are loaded. */
  events: readonly Event[] | undefined
  /** Shown where they could not be loaded. */
  failure?: ReactNode
  /** Filters of the audit trail that shows all of them. */
  search: Parameters<typeof linkTo>[1]
  /** What happened. */
  children: (event: Event) => ReactNode
}

function ChangesPanel<Event extends Pick<LatestChange, 'auditEventId' | 'eventDt' | 'actorNm'>>({
  events,
  failure,
  search,
  children,
}: ChangesPanelProps<Event>) {
  const t = useTexts(overviewTexts)
  return (
    <Panel title={t.overview_changes} actions={<Link {...linkTo(audit.link(), search)}>{t.overview_changes_all}</Link>}>
      {!events && failure}
      {events?.length === 0 && <p className={classes['none']}>{t.overview_changes_none}</p>}
      {events && events.length > 0 && (
        <ol className={classes['list']}>
          {events.map((event) => (
            <li key={event.auditEventId}>
              <time dateTime={event.eventDt.toISOString()}>{formatInstant(event.eventDt)}</time>
              <span>
                {children(event)}
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
