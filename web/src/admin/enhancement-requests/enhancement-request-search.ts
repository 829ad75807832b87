import { RequestState } from '@portico/contract/contact.ts'
import { enhancementRequestList } from '@portico/contract/enhancement-requests.ts'
import { choiceFilter, idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the enhancement requests; without a state the open ones. */
export const enhancementRequestSearch = listSearch({
  filters: { name: textFilter(), state: choiceFilter(RequestState.options), employer: idFilter() },
  columns: enhancementRequestList.columns,
  defaultSort: {
    key: enhancementRequestList.defaultSort.column,
    direction: enhancementRequestList.defaultSort.direction,
  },
})

export type EnhancementRequestValues = ListValues<
  ReturnType<typeof enhancementRequestSearch.read>['filters'],
  (typeof enhancementRequestList.columns)[number]
>
