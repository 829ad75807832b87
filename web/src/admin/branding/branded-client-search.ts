import { brandedClientList } from '@portico/contract/client-branding.ts'
import { listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

export const brandedClientSearch = listSearch({
  filters: { name: textFilter() },
  columns: brandedClientList.columns,
  defaultSort: { key: brandedClientList.defaultSort.column, direction: brandedClientList.defaultSort.direction },
})

export type BrandedClientValues = ListValues<
  ReturnType<typeof brandedClientSearch.read>['filters'],
  (typeof brandedClientList.columns)[number]
>
