import { listEnhancementRequests } from '@portico/contract/enhancement-requests.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { enhancementRequestSearch, type EnhancementRequestValues } from './enhancement-request-search.ts'

export const enhancementRequestsQuery = (uid: number, { filters, ...list }: EnhancementRequestValues) =>
  pageQuery(listEnhancementRequests, {
    params: { uid },
    query: {
      nm: filters.name,
      stateCd: filters.state ?? 'open',
      employerId: filters.employer,
      ...orderAndPageOf(list),
    },
  })

/** For the loader of the screen. */
export const loadEnhancementRequests = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(
    cause,
    queryClient.ensureQueryData(enhancementRequestsQuery(uid, enhancementRequestSearch.read(search))),
  )
