import { pageSizes } from '@portico/contract/kit/list.ts'
import { listTiles, listTileUsers } from '@portico/contract/tile-access.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { tileUserSearch, type TileUserValues } from './tile-user-search.ts'

export const tilesQuery = (uid: number) => query(listTiles, { params: { uid } })

export const tileUsersQuery = (uid: number, tileId: number, { filters, sort, page, size }: TileUserValues) =>
  pageQuery(listTileUsers, {
    params: { uid, tileId },
    query: {
      nm: filters.name,
      sort: sort.key,
      direction: sort.direction,
      pageNo: page,
      pageSize: pageSizes.find((each) => each === size),
    },
  })

export const loadTileUsers = ({ uid, search, cause }: AdminEntry): Promise<void> => {
  const values = tileUserSearch.read(search)
  const { tile } = values.filters
  return awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(tilesQuery(uid)),
      tile === undefined ? null : queryClient.ensureQueryData(tileUsersQuery(uid, tile, values)),
    ]),
  )
}
