import { accessReviewList, reviewItemList } from '@portico/contract/access-reviews.ts'
import { choiceFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

const sortOf = <Column extends string>({
  defaultSort: { column, direction },
}: {
  defaultSort: { column: Column; direction: 'asc' | 'desc' }
}) => ({ key: column, direction })

/** Search params of the list of reviews. */
export const accessReviewSearch = listSearch({
  filters: {},
  columns: accessReviewList.columns,
  defaultSort: sortOf(accessReviewList),
})
export type AccessReviewValues = ListValues<
  ReturnType<typeof accessReviewSearch.read>['filters'],
  (typeof accessReviewList.columns)[number]
>

/** Search params of one review: without a filter it shows what waits. */
export const reviewItemSearch = listSearch({
  filters: { name: textFilter(), state: choiceFilter(['decided']) },
  columns: reviewItemList.columns,
  defaultSort: sortOf(reviewItemList),
})
export type ReviewItemValues = ListValues<
  ReturnType<typeof reviewItemSearch.read>['filters'],
  (typeof reviewItemList.columns)[number]
>
