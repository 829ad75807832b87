import { useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPage as AdminPageName } from '@portico/contract/kit/guard.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { hasFirstSteps } from './first-steps-query.ts'
import classes from './OverviewPage.module.css'
import { WaitingPart } from './WaitingPart.tsx'

/** Keeps its place while it is loaded. */
const DailyFigures = lazyPart(async () => (await import('./DailyFigures.tsx')).DailyFigures, {
  Loading: () => <div className={classes['figures']} />,
})
const LatestChanges = lazyPart(async () => (await import('../audit/LatestChanges.tsx')).LatestChanges)

/** What needs the administrator, what a fresh installation needs, what happened in the last days, and what changed last, as far as their pages show it. */
export function OverviewPage() {
  const { admin_overview: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const holds = (page: AdminPageName) => pages.some(({ pageNm }) => pageNm === page)
  return (
    <AdminPage title={title}>
      <WaitingPart />
      {hasFirstSteps(pages) && <FirstSteps />}
      {(holds('Audit Trail') || holds('User Administration')) && <DailyFigures />}
      {holds('Audit Trail') && <LatestChanges />}
    </AdminPage>
  )
}
