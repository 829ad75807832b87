import {
  listOwnAccessRequests,
  listRequestableApplications,
  listRequestableSets,
} from '@portico/contract/access-requests/access-requests.ts'
import { query, queryClient } from '../../api/query.ts'

const own = (uid: number) => ({ params: { uid } })

export const requestableQuery = (uid: number) => query(listRequestableApplications, own(uid))
export const requestableSetsQuery = (uid: number) => query(listRequestableSets, own(uid))
export const ownRequestsQuery = (uid: number) => query(listOwnAccessRequests, own(uid))

/** Loads the data that the page needs to render, as they are now: an administrator may have decided. */
export const loadAccess = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.fetchQuery({ ...requestableQuery(uid), staleTime: 0 }),
    queryClient.fetchQuery({ ...requestableSetsQuery(uid), staleTime: 0 }),
    queryClient.fetchQuery({ ...ownRequestsQuery(uid), staleTime: 0 }),
  ])
