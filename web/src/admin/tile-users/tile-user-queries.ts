import { listTiles, listTileUsers, tileUserList } from '@portico/contract/tile-access/tile-access.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { idFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const tileUserSearch = listSearch(tileUserList, { tile: idFilter(), name: 'nm' }, { subjects: ['tile'] })

export const tilesQuery = (uid: number) => query(listTiles, { params: { uid } })

export const tileUsersQuery = (uid: number, tileId: number, values: ValuesOf<typeof tileUserSearch>) =>
  pageQuery(listTileUsers, { params: { uid, tileId }, query: tileUserSearch.query(values) })

export const loadTileUsers = ({ uid, search, cause }: AdminEntry): Promise<void> => {
  const values = tileUserSearch.read(search)
  const { tile } = values.filters
  return awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(tilesQuery(uid)),
      // Always read anew: permissions change at any time.
      tile === undefined ? null : queryClient.fetchQuery({ ...tileUsersQuery(uid, tile, values), staleTime: 0 }),
    ]),
  )
}
