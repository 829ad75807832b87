import { queryOptions } from '@tanstack/react-query'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { exportUsers, getUserListOptions, listUsers, listUserStatuses, userStatuses } from '@portico/contract/users.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { downloadAttachment } from '../../api/files.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadListPreferences } from '../../patterns/list-preferences.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { pageOf } from '../../patterns/list-search.ts'
import { startOfDay } from '../../ui/day-bounds.ts'
import { type UserListValues, userSearch } from './user-search.ts'

const selectionOf = ({ filters, sort }: UserListValues) => ({
  nm: filters.name,
  userStatusIds: filters.status && [userStatuses[filters.status]],
  employerId: filters.employer,
  lastLoginBeforeDt: filters.signedInBefore ? startOfDay(filters.signedInBefore) : undefined,
  orderByColumn: sort.key,
  isOrderByDesc: sort.direction === 'desc',
})

/** Downloads the filtered users of all pages. */
export const exportUserList = (uid: number, values: UserListValues, format: ExportFormat): Promise<void> =>
  downloadAttachment(exportUsers, { params: { uid }, body: { ...selectionOf(values), format } }, `users.${format}`)

export const usersQuery = (uid: number, values: UserListValues) =>
  queryOptions({
    ...query(listUsers, {
      params: { uid },
      body: {
        ...selectionOf(values),
        ...pageOf(values),
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
      loadListPreferences(uid, 'users'),
    ]),
  )
