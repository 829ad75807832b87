import { accessRequestList, listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { pageQuery } from '../../api/query.ts'
import { choiceFilter, listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

/** `request` is the one that a mail links to. */
const search = listSearch(accessRequestList, {
  name: 'nm',
  state: choiceFilter(['decided']),
  request: 'accessRequestId',
})

/** Without a filter the list shows what waits; a link to one request shows it in any state. */
export const accessRequestPages = screenList({
  search,
  page: (uid, values) => {
    const { state, request } = values.filters
    const stateCd = state ?? (request === undefined ? 'pending' : undefined)
    return pageQuery(listAccessRequests, { params: { uid }, query: { ...search.query(values), stateCd } })
  },
})
