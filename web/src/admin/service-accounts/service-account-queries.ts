import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  getServiceAccountOptions,
  listServiceAccounts,
  serviceAccountList,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

/** What the administrator may do. */
export const serviceOptionsQuery = (uid: number) => query(getServiceAccountOptions, { params: { uid } })
/** All employers, for internal administrators. */
export const serviceEmployersQuery = (uid: number) => query(listSharingClients, { params: { uid } })

/** By words of the name, the employer and the owner, by state and by scope. */
const search = listSearch(serviceAccountList, { name: 'nm', state: 'stateCd', scope: 'scopeCd' })

export const serviceAccountPages = screenList({
  search,
  page: (uid, values) => pageQuery(listServiceAccounts, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [queryClient.ensureQueryData(serviceOptionsQuery(uid))],
})
