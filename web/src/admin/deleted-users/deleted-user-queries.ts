import { deletedUserList, exportDeletedUsers, listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, queryClient } from '../../api/query.ts'
import { dayFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import { startOfDay } from '../../ui/day-bounds.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'

const search = listSearch(deletedUserList, {
  name: 'nm',
  employer: 'employerId',
  from: dayFilter(),
  until: dayFilter(),
})
type Values = ValuesOf<typeof search>

/** The last day is included. */
const periodOf = ({ filters: { from, until } }: Values) => ({
  deletedFromDt: from ? startOfDay(from) : undefined,
  deletedBeforeDt: until ? startOfDay(until, 1) : undefined,
})

export const deletedUserPages = screenList({
  search,
  page: (uid, values) =>
    pageQuery(listDeletedUsers, { params: { uid }, query: { ...search.query(values), ...periodOf(values) } }),
  beside: (uid) => [queryClient.ensureQueryData(userListOptionsQuery(uid))],
})

/** Downloads the filtered users of all pages. */
export const exportDeletedUserList = (uid: number, values: Values, format: ExportFormat): Promise<void> =>
  downloadAttachment(
    exportDeletedUsers,
    { params: { uid }, body: { ...search.selection(values), ...periodOf(values), format } },
    `deleted-users.${format}`,
  )
