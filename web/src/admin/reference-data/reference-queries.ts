import { callsOf, type ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import { pageQuery, query } from '../../api/query.ts'
import { listSearch, type ListValues, textFilter, orderAndPageOf } from '../../patterns/list-search.ts'

const searchFor = ({ entries: { columns, defaultSort } }: ReferenceCategory) =>
  listSearch({
    filters: { keyword: textFilter() },
    columns,
    defaultSort: { key: defaultSort.column, direction: defaultSort.direction },
  })
const searches = new WeakMap<ReferenceCategory, ReturnType<typeof searchFor>>()

/** The list of a category in the address; the same object each time. */
export function searchOf(category: ReferenceCategory): ReturnType<typeof searchFor> {
  const search = searches.get(category) ?? searchFor(category)
  searches.set(category, search)
  return search
}

export const entriesQuery = (
  category: ReferenceCategory,
  { filters, ...list }: ListValues<{ keyword?: string | undefined }, string>,
) =>
  pageQuery(callsOf(category).list, {
    query: {
      keyword: filters.keyword,
      ...orderAndPageOf(list),
    },
  })

export const usesQuery = (category: ReferenceCategory, uid: number, id: EntryId) => ({
  ...query(callsOf(category).countUses, { params: { uid, [category.key]: id } }),
  // Others may begin to use it at any time.
  staleTime: 0,
})

/** Key of an entry: a number, or a text that administrators type. */
export type EntryId = number | string
