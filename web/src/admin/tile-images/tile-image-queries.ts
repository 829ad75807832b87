import { listTileImages, tileImageList } from '@portico/contract/tile-images.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch, type ListValues, textFilter, orderAndPageOf } from '../../patterns/list-search.ts'

export const tileImageSearch = listSearch({
  filters: { name: textFilter() },
  columns: tileImageList.columns,
  defaultSort: { key: tileImageList.defaultSort.column, direction: tileImageList.defaultSort.direction },
})

type TileImageValues = ListValues<
  ReturnType<typeof tileImageSearch.read>['filters'],
  (typeof tileImageList.columns)[number]
>

export const tileImagesQuery = (uid: number, { filters, ...list }: TileImageValues) =>
  pageQuery(listTileImages, {
    params: { uid },
    query: {
      nm: filters.name,
      ...orderAndPageOf(list),
    },
  })

export const loadTileImages = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(tileImagesQuery(uid, tileImageSearch.read(search))))
