import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPage as AdminPageName } from '@portico/contract/kit/guard.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { overviewQuery } from './overview-query.ts'
import classes from './OverviewPage.module.css'
import { WaitingPart } from './WaitingPart.tsx'

/** Keeps its place while it is loaded. */
const DailyFigures = lazyPart(async () => (await import('./DailyFigures.tsx')).DailyFigures, {
  Loading: () => <div className={classes['figures']} />,
})
const LatestChanges = lazyPart(async () => (await import('../audit/LatestChanges.tsx')).LatestChanges)

/** What needs the administrator, and beside it what a fresh installation needs, what happened in the last days, and what changed last, as far as their pages show it. */
export function OverviewPage() {
  const { admin_overview: title } = useTexts(adminMenuTexts)
  return (
    <AdminPage title={title}>
      <WaitingPart>
        <OverviewParts />
      </WaitingPart>
    </AdminPage>
  )
}

function OverviewParts() {
  const t = useTexts(overviewTexts)
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const { data: overview, isError, refetch } = useQuery(overviewQuery(uid))
  if (!overview) return isError ? <LoadFailure message={t.overview_rest_failed} onRetry={() => void refetch()} /> : null
  const { firstSteps, dailyFigures, latestChanges } = overview
  const holds = (page: AdminPageName) => pages.some(({ pageNm }) => pageNm === page)
  return (
    <>
      {firstSteps.length > 0 && <FirstSteps steps={firstSteps} />}
      {dailyFigures.length > 0 && <DailyFigures figures={dailyFigures} />}
      {holds('Audit Trail') && <LatestChanges changes={latestChanges} />}
    </>
  )
}
