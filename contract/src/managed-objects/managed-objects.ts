import * as z from 'zod/mini'
import { Id, Instant } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

/** Lists of files of configuration. */
export const managedKinds = [
  'clients',
  'brands',
  'facilities',
  'departments',
  'smsCarriers',
  'internalDomains',
  'securityQuestions',
  'notificationTypes',
  'passwordRules',
  'classificationTypes',
  'classificationValues',
  'systems',
  'sections',
  'applications',
  'accountTypes',
  'entitlementReports',
  'sessionTimeouts',
  'permissionSets',
  'identityProviders',
  'singleSignOn',
  'ssoMappings',
  'serviceAccounts',
  'directoryGroups',
  'directoryAttributes',
  'texts',
  'jobs',
] as const
export type ManagedKind = (typeof managedKinds)[number]

/** Most objects that one call asks about. */
export const MANAGED_IDS_MAX = 100

/** Ids with commas between them, in one parameter. */
const ObjectIds = z.codec(
  z.string().check(z.maxLength(MANAGED_IDS_MAX * 100), z.regex(/^[^,\0]+(?:,[^,\0]+){0,99}$/)),
  z.array(z.string()),
  { decode: (wire) => wire.split(','), encode: (ids) => ids.join(',') },
)

/** Something that files of configuration manage. */
export const ManagedObject = z.object({
  objectId: z.string(),
  /** When files that state it were applied last. */
  appliedDt: Instant,
  /** Null: a user whom the reader does not see. */
  appliedByNm: z.nullable(z.string()),
  /** Name of these files. */
  fileSetNm: z.string(),
})
export type ManagedObject = z.output<typeof ManagedObject>

export const listManagedObjects = endpoint({
  name: 'listManagedObjects',
  method: 'GET',
  path: '/ccservices/secure/admin/rest/configuration/admin-users/{uid}/managed-objects/{kindCd}',
  guard: admin(['Client Settings', 'Application Settings', 'Database Maintenance', 'User Administration']),
  params: z.strictObject({ uid: Id, kindCd: z.enum(managedKinds) }),
  query: z.strictObject({ ids: ObjectIds }),
  data: z.array(ManagedObject),
})

export const summaries = {
  listManagedObjects:
    'Which of these are managed by files of configuration, and when those were applied; for those who may list them',
}
