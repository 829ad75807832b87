import { RequestState } from '@portico/contract/contact/contact.ts'
import { enhancementRequestList, listEnhancementRequests } from '@portico/contract/contact/enhancement-requests.ts'
import { pageQuery } from '../../api/query.ts'
import { choiceFilter, listSearch } from '../../patterns/list-search.ts'
import { loadPhoneNumbers } from '../../patterns/phone-numbers.ts'
import { screenList } from '../../patterns/screen-list.ts'

const search = listSearch(enhancementRequestList, {
  name: 'nm',
  state: choiceFilter(RequestState.options),
  employer: 'employerId',
})

/** Without a state the open ones. */
export const enhancementRequestPages = screenList({
  search,
  page: (uid, values) =>
    pageQuery(listEnhancementRequests, {
      params: { uid },
      query: { ...search.query(values), stateCd: values.filters.state ?? 'open' },
    }),
  beside: () => [loadPhoneNumbers()],
})
