import { accessRequestList } from '@portico/contract/access-requests.ts'
import { choiceFilter, idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the requests; `request` is the one that a mail links to. */
export const accessRequestSearch = listSearch({
  filters: { name: textFilter(), state: choiceFilter(['decided']), request: idFilter() },
  columns: accessRequestList.columns,
  defaultSort: { key: accessRequestList.defaultSort.column, direction: accessRequestList.defaultSort.direction },
})

export type AccessRequestValues = ListValues<
  ReturnType<typeof accessRequestSearch.read>['filters'],
  (typeof accessRequestList.columns)[number]
>
