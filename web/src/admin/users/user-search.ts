import type { FilterOf } from '@portico/contract/preference-rules.ts'
import { userListColumns } from '@portico/contract/users.ts'
import {
  choiceFilter,
  dayFilter,
  idFilter,
  listSearch,
  type ListValues,
  textFilter,
} from '../../patterns/list-search.ts'

/** The user list in the address: name, status, employer, order and page (UADM-028..031, UADM-168, UADM-169). */
export const userSearch = listSearch({
  filters: {
    name: textFilter(),
    status: choiceFilter(['active', 'inactive', 'deleted']),
    employer: idFilter(),
    signedInBefore: dayFilter(),
  } satisfies Record<FilterOf<'users'>, unknown>,
  columns: userListColumns,
  defaultSort: { key: 'firstNm', direction: 'asc' },
})

export type UserListValues = ListValues<ReturnType<typeof userSearch.read>['filters'], (typeof userListColumns)[number]>
