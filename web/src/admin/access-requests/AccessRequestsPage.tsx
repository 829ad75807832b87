import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { accessRequestPages } from './access-request-queries.ts'
import { AccessRequestList } from './AccessRequestList.tsx'

/** Requests for applications that the administrator can decide. */
export function AccessRequestsPage() {
  const t = useTexts(accessRequestTexts)
  const { admin_access_requests: title } = useTexts(adminMenuTexts)
  return (
    <AdminPage title={title} subtitle={t.access_requests_subtitle}>
      <AccessRequestList {...useScreenList(accessRequestPages)} caption={title} />
    </AdminPage>
  )
}
