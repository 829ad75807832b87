import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { accessRequestSearch, accessRequestsQuery } from '../access-requests/access-request-queries.ts'
import { AccessRequestList } from '../access-requests/AccessRequestList.tsx'
import classes from './ApplicationPage.module.css'
import type { ApplicationTabProps } from './DetailsTab.tsx'
import { NeedsPage } from './NeedsPage.tsx'

/** Who asks for the application, and what was decided; of what the administrator can decide. */
export const RequestsTab = (props: ApplicationTabProps) => (
  <NeedsPage page="User Administration">
    <Requests {...props} />
  </NeedsPage>
)

function Requests({ application: { pageId } }: ApplicationTabProps) {
  const { application_tab_requests: caption } = useTexts(applicationPageTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(accessRequestSearch)
  const page = useListPage(accessRequestsQuery(uid, list, pageId))
  return (
    <div className={classes['list']}>
      <AccessRequestList list={list} page={page} caption={caption} isOfApplication />
    </div>
  )
}
