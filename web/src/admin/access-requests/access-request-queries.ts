import { accessRequestList, listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { pageQuery } from '../../api/query.ts'
import { choiceFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

/** `request` is the one that a mail links to. */
export const accessRequestSearch = listSearch(accessRequestList, {
  name: 'nm',
  state: choiceFilter(['decided']),
  request: 'accessRequestId',
})

/**
 * Without a filter the list shows what waits; a link to one request shows it in any state.
 * @param pageId the application that all are about; undefined for all applications
 */
export const accessRequestsQuery = (uid: number, values: ValuesOf<typeof accessRequestSearch>, pageId?: number) => {
  const { state, request } = values.filters
  const stateCd = state ?? (request === undefined ? 'pending' : undefined)
  return pageQuery(listAccessRequests, {
    params: { uid },
    query: { ...accessRequestSearch.query(values), stateCd, pageId },
  })
}

export const accessRequestPages = screenList({ search: accessRequestSearch, page: accessRequestsQuery })
