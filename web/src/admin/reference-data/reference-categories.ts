import type { ReferenceCategory, ReferenceTextKey } from '@portico/contract/kit/reference-table.ts'
import { entitlementConfigs, sessionTimeouts } from '@portico/contract/employer-settings.ts'
import {
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
} from '@portico/contract/reference-data.ts'

/** An entry of the selector: one category, or several that belong together. */
interface CategoryGroup {
  title: ReferenceTextKey
  categories: readonly [ReferenceCategory, ...ReferenceCategory[]]
}

const alone = (category: ReferenceCategory): CategoryGroup => ({ title: category.texts.title, categories: [category] })

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
  alone(applicationConfigs),
  alone(entitlementConfigs),
  alone(sessionTimeouts),
]

export const categories: readonly ReferenceCategory[] = groups.flatMap((group) => group.categories)

/** The category that an address names; undefined where it names none. */
export const categoryOf = (search: object): ReferenceCategory | undefined =>
  categories.find(({ path }) => 'category' in search && path === search.category)

/** Name of the category of systems and their account types, which has dialogs of its own. */
export const SYSTEM_ACCOUNTS = 'system-accounts'
