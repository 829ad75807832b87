import { callsOf, type ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import { pageQuery, query } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

const searchFor = ({ entries }: ReferenceCategory) => listSearch(entries, { keyword: 'keyword' })
const searches = new WeakMap<ReferenceCategory, ReturnType<typeof searchFor>>()

/** The list of a category in the address; the same object each time. */
export function referenceSearchOf(category: ReferenceCategory): ReturnType<typeof searchFor> {
  const search = searches.get(category) ?? searchFor(category)
  searches.set(category, search)
  return search
}

export const entriesQuery = (category: ReferenceCategory, values: ValuesOf<ReturnType<typeof searchFor>>) =>
  pageQuery(callsOf(category).list, { query: referenceSearchOf(category).query(values) })

export const usesQuery = (category: ReferenceCategory, uid: number, id: EntryId) => ({
  ...query(callsOf(category).countUses, { params: { uid, [category.key]: id } }),
  // Others may begin to use it at any time.
  staleTime: 0,
})

/** Key of an entry: a number, or a text that administrators type. */
export type EntryId = number | string
