import { applicationList } from '@portico/contract/catalog.ts'
import { idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the applications. */
export const applicationSearch = listSearch({
  filters: { keyword: textFilter(), system: idFilter(), section: idFilter() },
  columns: applicationList.columns,
  defaultSort: { key: applicationList.defaultSort.column, direction: applicationList.defaultSort.direction },
})

export type ApplicationSearchValues = ListValues<
  ReturnType<typeof applicationSearch.read>['filters'],
  (typeof applicationList.columns)[number]
>
