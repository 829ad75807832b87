import type { ComponentType } from 'react'
import type { ReferenceCategory, ReferenceTextKey } from '@portico/contract/kit/reference-table.ts'
import { entitlementConfigs, sessionTimeouts } from '@portico/contract/reference-data/employer-settings.ts'
import {
  accountTypes,
  applicationConfigs,
  classificationTypes,
  classificationValues,
  departments,
  facilities,
  internalDomains,
  notificationTypes,
  passwordRules,
  securityQuestions,
  smsCarriers,
} from '@portico/contract/reference-data/reference-data.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { loadAccountTypes } from './account-types/account-type-queries.ts'
import { LazyAccountTypes } from './account-types/LazyAccountTypes.tsx'
import { entriesQuery, referenceSearchOf } from './reference-queries.ts'

/** An entry of the selector: one category, or several that belong together. */
interface CategoryGroup {
  title: ReferenceTextKey
  categories: readonly [ReferenceCategory, ...ReferenceCategory[]]
  /** What shows the entries instead of the list of all categories. */
  Screen?: ComponentType
  /** Loads what it shows, where that is not the first page of the entries. */
  load?: (uid: number) => Promise<unknown>
}

const alone = (category: ReferenceCategory): CategoryGroup => ({ title: category.texts.title, categories: [category] })

const loadAccountTypesWithScreen = (uid: number) => {
  LazyAccountTypes.preload()
  return loadAccountTypes(uid)
}

/** The categories of the static settings, in the order of their selector (DBMT-010..024). */
export const groups: readonly CategoryGroup[] = [
  { title: 'classification_title', categories: [classificationTypes, classificationValues] },
  alone(departments),
  alone(internalDomains),
  alone(facilities),
  alone(notificationTypes),
  alone(passwordRules),
  alone(securityQuestions),
  alone(smsCarriers),
  { ...alone(accountTypes), Screen: LazyAccountTypes, load: loadAccountTypesWithScreen },
  alone(applicationConfigs),
  alone(entitlementConfigs),
  alone(sessionTimeouts),
]

export const categories: readonly ReferenceCategory[] = groups.flatMap((group) => group.categories)

/** The group of a category; undefined of none. */
export const groupOf = (category: ReferenceCategory | undefined): CategoryGroup | undefined =>
  groups.find((group) => category !== undefined && group.categories.includes(category))

/** The category that an address names; undefined where it names none. */
export const categoryOf = (search: object): ReferenceCategory | undefined =>
  categories.find(({ path }) => 'category' in search && path === search.category)

/** Loader of the screen: what the category that the address names shows first. */
export async function loadCategory({ uid, search, cause }: AdminEntry): Promise<unknown> {
  const category = categoryOf(search)
  if (!category) return undefined
  const { load } = groupOf(category) ?? {}
  if (load) return awaitFirstEntry(cause, load(uid))
  const values = referenceSearchOf(category).read(search)
  return awaitFirstEntry(cause, queryClient.ensureQueryData(entriesQuery(category, values)))
}
