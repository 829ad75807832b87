import { tileUserList } from '@portico/contract/tile-access.ts'
import { idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the users of a tile. */
export const tileUserSearch = listSearch({
  filters: { tile: idFilter(), name: textFilter() },
  subjects: ['tile'],
  columns: tileUserList.columns,
  defaultSort: { key: tileUserList.defaultSort.column, direction: tileUserList.defaultSort.direction },
})

export type TileUserValues = ListValues<
  ReturnType<typeof tileUserSearch.read>['filters'],
  (typeof tileUserList.columns)[number]
>
