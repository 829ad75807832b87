import { queryOptions } from '@tanstack/react-query'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import type { FilterOf } from '@portico/contract/preferences/preference-rules.ts'
import {
  exportUsers,
  getUserListOptions,
  listUsers,
  listUserStatuses,
  userConditions,
  userListColumns,
  userStatuses,
} from '@portico/contract/users/users.ts'
import { byColumnField } from '@portico/contract/users/user-fields.ts'
import { downloadAttachment } from '../../api/files.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadListPreferences } from '../../patterns/list-preferences.ts'
import {
  choiceFilter,
  dayFilter,
  idFilter,
  listSearch,
  pageOf,
  textFilter,
  type ValuesOf,
} from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import { startOfDay } from '../../ui/day-bounds.ts'

/** The user list in the address: name, status, employer, order and page (UADM-028..031, UADM-168, UADM-169). */
const search = listSearch(
  { columns: userListColumns, defaultSort: { column: 'firstNm', direction: 'asc' }, filters: {} },
  {
    name: textFilter(),
    status: choiceFilter(['active', 'inactive', 'deleted']),
    employer: idFilter(),
    signedInBefore: dayFilter(),
    condition: choiceFilter(userConditions),
    import: idFilter(),
    ...byColumnField(() => textFilter()),
  } satisfies Record<FilterOf<'users'>, unknown>,
)
type Values = ValuesOf<typeof search>

/** The filters of the list as calls take them. */
export const selectionOf = ({ filters, sort }: Values) => ({
  nm: filters.name,
  userStatusIds: filters.status && [userStatuses[filters.status]],
  employerId: filters.employer,
  conditionCd: filters.condition,
  importId: filters.import,
  lastLoginBeforeDt: filters.signedInBefore ? startOfDay(filters.signedInBefore) : undefined,
  ...byColumnField(({ wire }) => filters[wire]),
  orderByColumn: sort.column,
  isOrderByDesc: sort.direction === 'desc',
})

/** Downloads the filtered users of all pages. */
export const exportUserList = (uid: number, values: Values, format: ExportFormat): Promise<void> =>
  downloadAttachment(exportUsers, { params: { uid }, body: { ...selectionOf(values), format } }, `users.${format}`)

export const userStatusesQuery = (uid: number) => ({
  ...query(listUserStatuses, { params: { uid } }),
  staleTime: Infinity,
})
export const userListOptionsQuery = (uid: number) => query(getUserListOptions, { params: { uid } })

export const userPages = screenList({
  search,
  page: (uid, values) =>
    queryOptions({
      ...query(listUsers, { params: { uid }, body: { ...selectionOf(values), ...pageOf(values) } }),
      select: ({ result, totalResults }) => ({ rows: result, total: totalResults }),
    }),
  beside: (uid) => [
    queryClient.ensureQueryData(userStatusesQuery(uid)),
    queryClient.ensureQueryData(userListOptionsQuery(uid)),
    loadListPreferences(uid, 'users'),
  ],
})
