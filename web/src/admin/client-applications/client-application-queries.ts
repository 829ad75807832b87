import { clientApplicationList, listClientApplications } from '@portico/contract/clients/client-applications.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const clientApplicationSearch = listSearch(clientApplicationList, { name: 'nm' })

export const clientApplicationsQuery = (
  uid: number,
  clientId: number,
  values: ValuesOf<typeof clientApplicationSearch>,
) => ({
  ...pageQuery(listClientApplications, { params: { uid, clientId }, query: clientApplicationSearch.query(values) }),
  // Permissions change at any time.
  staleTime: 0,
})
