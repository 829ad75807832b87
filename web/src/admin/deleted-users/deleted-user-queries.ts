import { exportDeletedUsers, listDeletedUsers } from '@portico/contract/deleted-users.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { pageOf } from '../../patterns/list-search.ts'
import { startOfDay } from '../../ui/day-bounds.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'
import { deletedUserSearch, type DeletedUserValues } from './deleted-user-search.ts'

/** The last day is included. */
const selectionOf = ({ filters: { name, employer, from, until }, sort }: DeletedUserValues) => ({
  nm: name,
  employerId: employer,
  deletedFromDt: from ? startOfDay(from) : undefined,
  deletedBeforeDt: until ? startOfDay(until, 1) : undefined,
  sort: sort.key,
  direction: sort.direction,
})

export const deletedUsersQuery = (uid: number, values: DeletedUserValues) =>
  pageQuery(listDeletedUsers, {
    params: { uid },
    query: {
      ...selectionOf(values),
      ...pageOf(values),
    },
  })

/** Downloads the filtered users of all pages. */
export const exportDeletedUserList = (uid: number, values: DeletedUserValues, format: ExportFormat): Promise<void> =>
  downloadAttachment(
    exportDeletedUsers,
    { params: { uid }, body: { ...selectionOf(values), format } },
    `deleted-users.${format}`,
  )

/** For the loader of the screen. */
export const loadDeletedUsers = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(deletedUsersQuery(uid, deletedUserSearch.read(search))),
      queryClient.ensureQueryData(userListOptionsQuery(uid)),
    ]),
  )
