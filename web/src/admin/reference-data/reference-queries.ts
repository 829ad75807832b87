import { callsOf, type ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch, type ListValues, textFilter, orderAndPageOf } from '../../patterns/list-search.ts'
import { loadAccountTypes } from '../account-types/account-type-queries.ts'
import { categories, categoryOf, SYSTEM_ACCOUNTS } from './reference-categories.ts'

const searchFor = ({ entries: { columns, defaultSort } }: ReferenceCategory) =>
  listSearch({
    filters: { keyword: textFilter() },
    columns,
    defaultSort: { key: defaultSort.column, direction: defaultSort.direction },
  })
const searches = new Map(categories.map((category) => [category, searchFor(category)]))

/** The list of a category in the address. */
export const searchOf = (category: ReferenceCategory): ReturnType<typeof searchFor> =>
  searches.get(category) ?? searchFor(category)

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

/** Loader of the screen: the first page of the category that the address names. */
export async function loadCategory({ uid, search, cause }: AdminEntry): Promise<void> {
  if ('category' in search && search.category === SYSTEM_ACCOUNTS) {
    await loadAccountTypes(uid)
    return
  }
  const category = categoryOf(search)
  if (!category) return
  const values = searchOf(category).read(search)
  await awaitFirstEntry(cause, queryClient.ensureQueryData(entriesQuery(category, values)))
}
