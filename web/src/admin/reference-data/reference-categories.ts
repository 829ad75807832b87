import type { ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import { departments } from '@portico/contract/reference-data.ts'

/** The categories of the static settings, in the order of their selector (DBMT-010). */
export const categories: readonly ReferenceCategory[] = [departments]

/** The category that an address names; undefined where it names none. */
export const categoryOf = (search: object): ReferenceCategory | undefined =>
  categories.find(({ path }) => 'category' in search && path === search.category)
