import { listEnhancementRequests } from '@portico/contract/enhancement-requests.ts'
import { pageSizes } from '@portico/contract/kit/list.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { enhancementRequestSearch, type EnhancementRequestValues } from './enhancement-request-search.ts'

export const enhancementRequestsQuery = (uid: number, { filters, sort, page, size }: EnhancementRequestValues) =>
  pageQuery(listEnhancementRequests, {
    params: { uid },
    query: {
      nm: filters.name,
      stateCd: filters.state ?? 'open',
      employerId: filters.employer,
      sort: sort.key,
      direction: sort.direction,
      pageNo: page,
      pageSize: pageSizes.find((each) => each === size),
    },
  })

/** For the loader of the screen. */
export const loadEnhancementRequests = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(
    cause,
    queryClient.ensureQueryData(enhancementRequestsQuery(uid, enhancementRequestSearch.read(search))),
  )
