import { listAccessRequests } from '@portico/contract/access-requests.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { accessRequestSearch, type AccessRequestValues } from './access-request-search.ts'

/** Without a filter the list shows what waits; a link to one request shows it in any state. */
export const accessRequestsQuery = (uid: number, { filters, ...list }: AccessRequestValues) =>
  pageQuery(listAccessRequests, {
    params: { uid },
    query: {
      nm: filters.name,
      stateCd: filters.state ?? (filters.request === undefined ? 'pending' : undefined),
      accessRequestId: filters.request,
      ...orderAndPageOf(list),
    },
  })

export const loadAccessRequests = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(accessRequestsQuery(uid, accessRequestSearch.read(search))))
