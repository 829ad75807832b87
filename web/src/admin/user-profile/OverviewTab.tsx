import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { plannedHandOversQuery } from '../users/planned-hand-over-queries.ts'
import { useUndoHandOver } from '../users/use-undo-hand-over.tsx'
import { AccessPanel } from './AccessPanel.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import classes from './OverviewTab.module.css'
import { userOverviewQuery, userProfileQuery } from './profile-queries.ts'
import { RequestsPanel } from './RequestsPanel.tsx'
import { standingOf } from './standing.ts'

const PlannedHandOverNotice = lazyPart(
  async () => (await import('../users/PlannedHandOverNotice.tsx')).PlannedHandOverNotice,
)
const LatestChanges = lazyPart(async () => (await import('../audit/LatestChanges.tsx')).LatestChanges)

/** At one look: whether the user can work, and if not why; what they have, what waits, and what changed last. */
export function OverviewTab({ userId }: { userId: number }) {
  const t = useTexts(userOverviewTexts)
  const { uid } = useSignedIn()
  const { cpUser } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const overview = useSuspenseQuery(userOverviewQuery(uid, userId)).data
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const [now] = useState(() => new Date())
  const { tone, sentence } = standingOf(cpUser, overview, t, now)
  return (
    <div className={classes['overview']}>
      <Alert tone={tone} live={false}>
        {sentence}
      </Alert>
      <PlannedHandOvers userId={userId} name={fullName(cpUser.user)} />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <AccountPanel profile={cpUser} overview={overview} now={now} />
          <AccessPanel profile={cpUser} />
        </div>
        <div className={classes['column']}>
          <RequestsPanel profile={cpUser} overview={overview} />
          {pages.some(({ pageNm }) => pageNm === 'Audit Trail') && <LatestChanges userId={userId} />}
        </div>
      </div>
    </div>
  )
}

/** The hand-overs that wait for their date, in which the user leaves or gets documents. */
function PlannedHandOvers({ userId, name }: { userId: number; name: string }) {
  const { uid } = useSignedIn()
  const { data } = useQuery(plannedHandOversQuery(uid, userId))
  const undo = useUndoHandOver()
  if (!data) return null
  return (
    <>
      {[...data.leaving, ...data.receiving].map((plan) => (
        <PlannedHandOverNotice key={plan.accessChangeId} plan={plan} userId={userId} name={name} onUndo={undo.ask} />
      ))}
      {undo.dialog}
    </>
  )
}
