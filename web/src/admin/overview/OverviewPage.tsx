import { useSuspenseQuery } from '@tanstack/react-query'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { WaitingPart } from './WaitingPart.tsx'

const LatestChanges = lazyPart(async () => (await import('../audit/LatestChanges.tsx')).LatestChanges)

/** What needs the administrator, and what changed last, as far as the pages that they hold show it. */
export function OverviewPage() {
  const { admin_overview: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  return (
    <AdminPage title={title}>
      <WaitingPart />
      {pages.some(({ pageNm }) => pageNm === 'Audit Trail') && <LatestChanges />}
    </AdminPage>
  )
}
