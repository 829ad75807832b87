import { accessHistoryList, listAccessHistory } from '@portico/contract/users/access-history.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const accessHistorySearch = listSearch(accessHistoryList, { kind: 'kindCd', state: 'stateCd' })

/** Access changes in other tabs of the profile, too. */
export const accessHistoryQuery = (uid: number, userId: number, values: ValuesOf<typeof accessHistorySearch>) => ({
  ...pageQuery(listAccessHistory, { params: { uid, userId }, query: accessHistorySearch.query(values) }),
  staleTime: 0,
})
