import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WaitingKind } from '@portico/contract/overview/overview.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { waitingQuery } from '../../shell/waiting-counts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { accessChanges } from '../access-changes/screen.ts'
import { accessRequests } from '../access-requests/screen.ts'
import { accessReviews } from '../access-reviews/screen.ts'
import { announcements } from '../announcements/screen.ts'
import { audit } from '../audit/screen.ts'
import { identityProviders } from '../identity-providers/screen.ts'
import { jobSchedule } from '../jobs/screen.ts'
import { mailDelivery } from '../mail-delivery/screen.ts'
import { userAdministration } from '../users/screen.ts'
import classes from './WaitingList.module.css'
import { WaitingPlace } from './WaitingPlace.tsx'

/** The list that shows what waits. */
const listOf: Readonly<Record<WaitingKind, ReturnType<typeof linkTo>>> = {
  accessRequests: linkTo(accessRequests.link(), {}),
  accessReviews: linkTo(accessReviews.link(), {}),
  announcements: linkTo(announcements.link(), { status: 'review' }),
  lockedUsers: linkTo(userAdministration.link(), { status: 'active', condition: 'locked' }),
  endingAccess: linkTo(userAdministration.link(), { status: 'active', condition: 'accessEnds' }),
  stoppedChanges: linkTo(accessChanges.link(), { condition: 'stoppedPlan' }),
  failedMails: linkTo(mailDelivery.link(), { state: 'failed' }),
  failedJobs: linkTo(jobSchedule.link(), {}),
  endingCertificates: linkTo(identityProviders.link(), {}),
  auditTrail: linkTo(audit.link(), {}),
}

/** What waits for the administrator, and below it what stays in its place when the numbers are there. */
export function WaitingList({ children }: { children?: ReactNode }) {
  const t = useTexts(overviewTexts)
  const { uid } = useSignedIn()
  const { data, isError, errorUpdateCount, refetch } = useQuery(waitingQuery(uid))
  const isAnswered = data !== undefined || errorUpdateCount > 0
  return (
    <>
      {data && <Waiting waiting={data.filter(({ waitingCnt }) => waitingCnt !== 0)} />}
      {!data && isError && <LoadFailure message={t.overview_failed} onRetry={() => void refetch()} />}
      {!data && !isError && <WaitingPlace>{!isAnswered && children}</WaitingPlace>}
      {isAnswered && children}
    </>
  )
}

/** Each is a link to the list that shows it; one line where nothing waits. */
function Waiting({ waiting }: { waiting: readonly { kindCd: WaitingKind; waitingCnt: number | null }[] }) {
  const t = useTexts(overviewTexts)
  if (waiting.length === 0)
    return (
      <p className={classes['calm']}>
        <Icon name="success" />
        {t.overview_calm}
      </p>
    )
  return (
    <ul className={classes['list']} aria-label={t.overview_waiting}>
      {waiting.map(({ kindCd, waitingCnt }) => (
        <li key={kindCd}>
          <Link {...listOf[kindCd]} className={classes['entry']}>
            {t[`overview_${kindCd}`]}
            <Count count={waitingCnt} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The number; null: it was not counted, as it would have taken too long. */
function Count({ count }: { count: number | null }) {
  const t = useTexts(overviewTexts)
  if (count === null) return <span className={classes['uncounted']}>{t.overview_not_counted}</span>
  if (count <= WAITING_MAX) return <strong>{count}</strong>
  const more = formatMessage(t.overview_more, { count: String(WAITING_MAX) })
  return (
    <strong>
      <span aria-hidden="true">{WAITING_MAX}+</span>
      <VisuallyHidden>{more}</VisuallyHidden>
    </strong>
  )
}
