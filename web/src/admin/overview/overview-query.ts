import { getOverview } from '@portico/contract/overview/overview.ts'
import { query, queryClient } from '../../api/query.ts'

export const overviewQuery = (uid: number) => query(getOverview, { params: { uid } })

/** For the loader of the overview: nothing moves when its parts come. Where they fail, their place says so. */
export const loadOverview = (uid: number): Promise<void> => queryClient.prefetchQuery(overviewQuery(uid))
