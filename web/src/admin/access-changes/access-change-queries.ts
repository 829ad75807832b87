import {
  accessChangeList,
  getAccessChange,
  listAccessChanges,
  type ListedAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import type { Page } from '../../patterns/list-query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import { isUnderWay } from '../give-access/follow-access-change.ts'

/** Milliseconds between two looks at an act that is under way. */
const REFRESH_MS = 2_000

/** Whether the reader sees the acts of others, as portal administrators do. */
export const readerQuery = (uid: number) => query(getUserListOptions, { params: { uid } })

const search = listSearch(accessChangeList, { kind: 'kindCd', state: 'stateCd', condition: 'conditionCd' })

export const accessChangePages = screenList({
  search,
  page: (uid, values) => ({
    ...pageQuery(listAccessChanges, { params: { uid }, query: search.query(values) }),
    refetchInterval: ({ state: { data } }: { state: { data?: Page<ListedAccessChange> | undefined } }) =>
      data?.rows.some(isUnderWay) ? REFRESH_MS : false,
  }),
  beside: (uid) => [queryClient.ensureQueryData(readerQuery(uid))],
})

/** The result of an act, with those whom it left out. */
export const accessChangeQuery = (uid: number, accessChangeId: number) =>
  query(getAccessChange, { params: { uid, accessChangeId } })
