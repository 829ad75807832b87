import { entitlementConfigs, sessionTimeouts } from '@portico/contract/reference-data/employer-settings.ts'
import {
  accountTypes,
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
import type { ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'

const kinds = new Map<ReferenceCategory, ManagedKind>([
  [accountTypes, 'accountTypes'],
  [classificationTypes, 'classificationTypes'],
  [classificationValues, 'classificationValues'],
  [departments, 'departments'],
  [entitlementConfigs, 'entitlementReports'],
  [facilities, 'facilities'],
  [internalDomains, 'internalDomains'],
  [notificationTypes, 'notificationTypes'],
  [passwordRules, 'passwordRules'],
  [securityQuestions, 'securityQuestions'],
  [sessionTimeouts, 'sessionTimeouts'],
  [smsCarriers, 'smsCarriers'],
])

/** The list of files of configuration that has the entries of a category; undefined of one that has none. */
export const managedKindOf = (category: ReferenceCategory): ManagedKind | undefined => kinds.get(category)
