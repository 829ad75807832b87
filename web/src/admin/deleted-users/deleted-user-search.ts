import { deletedUserList } from '@portico/contract/deleted-users.ts'
import { dayFilter, idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the deleted users. */
export const deletedUserSearch = listSearch({
  filters: { name: textFilter(), employer: idFilter(), from: dayFilter(), until: dayFilter() },
  columns: deletedUserList.columns,
  defaultSort: { key: deletedUserList.defaultSort.column, direction: deletedUserList.defaultSort.direction },
})

export type DeletedUserValues = ListValues<
  ReturnType<typeof deletedUserSearch.read>['filters'],
  (typeof deletedUserList.columns)[number]
>
