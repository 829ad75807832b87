import { listTiles, listTileUsers } from '@portico/contract/tile-access.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { tileUserSearch, type TileUserValues } from './tile-user-search.ts'

export const tilesQuery = (uid: number) => query(listTiles, { params: { uid } })

export const tileUsersQuery = (uid: number, tileId: number, { filters, ...list }: TileUserValues) =>
  pageQuery(listTileUsers, {
    params: { uid, tileId },
    query: {
      nm: filters.name,
      ...orderAndPageOf(list),
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
