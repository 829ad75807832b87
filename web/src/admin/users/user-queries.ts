import { queryOptions } from '@tanstack/react-query'
import { pageSizes } from '@portico/contract/kit/list.ts'
import { getUserListOptions, listUsers, listUserStatuses, userStatuses } from '@portico/contract/users.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { type UserListValues, userSearch } from './user-search.ts'

export const usersQuery = (uid: number, { filters, sort, page, size }: UserListValues) =>
  queryOptions({
    ...query(listUsers, {
      params: { uid },
      body: {
        nm: filters.name,
        userStatusIds: filters.status && [userStatuses[filters.status]],
        employerId: filters.employer,
        orderByColumn: sort.key,
        isOrderByDesc: sort.direction === 'desc',
        pageNo: page,
        pageSize: pageSizes.find((each) => each === size),
      },
    }),
    select: ({ result, totalResults }) => ({ rows: result, total: totalResults }),
  })

export const userStatusesQuery = (uid: number) => ({
  ...query(listUserStatuses, { params: { uid } }),
  staleTime: Infinity,
})
export const userListOptionsQuery = (uid: number) => query(getUserListOptions, { params: { uid } })

/** For the loader of the screen. */
export const loadUsers = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(usersQuery(uid, userSearch.read(search))),
      queryClient.ensureQueryData(userStatusesQuery(uid)),
      queryClient.ensureQueryData(userListOptionsQuery(uid)),
    ]),
  )
