import * as z from 'zod/mini'
import { Id, Ignored, Instant, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, signedIn } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { grantSources } from './grant-sources.ts'
import { UserDetails, UserProfileBody } from './user-details.ts'
import { ListedUser, userAdmin } from './users.ts'

const guard = admin('User Administration')
/** Open to service accounts, too. */
const readGuard = admin('User Administration', { scope: 'users:read' })
const writeGuard = admin('User Administration', { scope: 'users:write' })
const oneUser = z.strictObject({ uid: Id, userId: Id })

/** A user as the profile shows them: the fields of lists, and what only the profile has. */
export const ProfileUser = z.extend(ListedUser, {
  jobTitleDscTxt: z.nullable(z.string()),
  departmentNm: z.nullable(z.string()),
  /** A new email address that its owner has not confirmed yet. */
  pendingEmailAddress: z.nullable(z.string()),
  /** An employer that the user requested (decision D1): saving it approves the request, saving null declines it. */
  pendingEmployerId: z.nullable(z.int()),
  pendingEmployerNm: z.nullable(z.string()),
  /** May act as other users; set by portal administrators only (decision E6). */
  signOnAsFlg: YesNo,
  internationalPhonesFlg: YesNo,
  /** Fields that the user's company manages; a change to one is refused. */
  readOnlyFields: z.array(z.string()),
  /** Incremented by every change of the details; sent back with them as `version` of the body. */
  version: z.int(),
})
export type ProfileUser = z.output<typeof ProfileUser>

/** When a grant ends by itself; null: it has no planned end. */
const endDt = z.nullable(Instant)

/** A system that the user holds (UADM-067..078). */
export const UserSystem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  adminFlg: YesNo,
  sensitiveDataAccessFlg: YesNo,
  permissionAssignedFlg: YesNo,
  endDt,
  /** Who gave it; null: nobody whom the reader may see. */
  givenByNm: z.nullable(z.string()),
  ...grantSources,
  /** When the user opened it last, of the sessions that are still kept; null: in none of them. */
  lastUsedDt: z.nullable(Instant),
  system: z.object({
    systemNm: z.string(),
    systemSetupUrl: z.nullable(z.string()),
    samlPostFlg: YesNo,
    systemAccountSetupFlg: YesNo,
    systemCd: z.nullable(z.string()),
  }),
})
export type UserSystem = z.output<typeof UserSystem>

/** A page that the user holds (UADM-079, UADM-080). */
export const UserPage = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  systemId: z.int(),
  endDt,
  /** Who gave it; absent: nobody whom the reader may see. */
  givenByNm: z.optional(z.string()),
  ...grantSources,
})
export type UserPage = z.output<typeof UserPage>

/** A customer that the user is assigned to; paths lead from the root of its hierarchy to itself (UADM-085..091). */
export const UserCustomer = z.object({
  customerId: z.int(),
  customerName: z.string(),
  /** Names joined by ' / '. */
  customerNamePath: z.string(),
  /** Ids joined by '/'. */
  customerIdPath: z.string(),
  facilityCd: z.string(),
  endDt,
})
export type UserCustomer = z.output<typeof UserCustomer>

/** A facility that the user may see; allCustomersFlg Y: every customer of it (UADM-081..084). */
export const UserFacility = z.object({
  facilityCd: z.string(),
  allCustomersFlg: YesNo,
  customers: z.array(UserCustomer),
  endDt,
})
export type UserFacility = z.output<typeof UserFacility>

/** Everything the administration knows of a user (UADM-064..091). */
export const UserProfile = z.object({
  user: ProfileUser,
  notificationTypes: z.array(z.object({ notificationTypeId: z.int() })),
  userSystems: z.array(UserSystem),
  userPages: z.array(UserPage),
  userFacilities: z.array(UserFacility),
  /** The assigned customers; userCustomerDetail and userFacilities.customers repeat them (decision E14). */
  userCustomers: z.array(UserCustomer),
  userCustomerDetail: z.array(UserCustomer),
})
export type UserProfile = z.output<typeof UserProfile>

export const getUserDetail = endpoint({
  name: 'getUserDetail',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/user-detail`,
  guard: readGuard,
  params: oneUser,
  data: z.object({
    /** Null for a service account. */
    adminUser: z.nullable(UserProfile),
    cpUser: UserProfile,
    /** Incremented by every change of systems and pages; sent back as `version` with the permissions. */
    permissionsVersion: z.int(),
    /** The administrator is a portal administrator. */
    portalAdminFlg: YesNo,
    /** Why this administrator cannot change this user: they hold rights that the administrator lacks, or are deleted. */
    readOnlyReasonCd: z.nullable(z.enum(['stronger', 'deleted', 'unrestorable'])),
  }),
})

const { version } = UserProfileBody.shape
const ignored = z.optional(Ignored)
/** Parts of the body that a call leaves alone, whatever they hold (decision E13). */
const ignoredParts = {
  user: ignored,
  notificationTypes: ignored,
  userSystems: ignored,
  userPages: ignored,
  userFacilities: ignored,
  userCustomers: ignored,
  userCustomerDetail: ignored,
}

export const updateUserDetail = endpoint({
  name: 'updateUserDetail',
  method: 'POST',
  path: `${userAdmin}/cpusers/{userId}/update-user-detail`,
  guard: writeGuard,
  params: oneUser,
  body: z.strictObject({
    ...ignoredParts,
    user: z.optional(UserDetails),
    notificationTypes: UserProfileBody.shape.notificationTypes,
    version,
  }),
  codes: {
    '401': {
      message: 'Rights in the portal itself, and the account of an administrator, need a fresh sign-in (S52)',
      data: ReauthenticationNeeded,
    },
  },
})
export type SentDetails = z.output<typeof updateUserDetail.body>

export const updateUserPermissions = endpoint({
  name: 'updateUserPermissions',
  method: 'POST',
  path: `${userAdmin}/cpusers/{userId}/update-user-permissions`,
  guard,
  params: oneUser,
  body: z.strictObject({
    ...ignoredParts,
    userSystems: UserProfileBody.shape.userSystems,
    userPages: UserProfileBody.shape.userPages,
    version,
  }),
  codes: {
    '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})
export type SentPermissions = z.output<typeof updateUserPermissions.body>

/** Systems that the administrator can grant (decision E4). */
export const AssignableSystem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  systemCd: z.nullable(z.string()),
  facilityCd: z.nullable(z.string()),
  /** The administrator can grant access to sensitive data. */
  sensitiveDataAssignableFlg: YesNo,
})
export type AssignableSystem = z.output<typeof AssignableSystem>

export const listAssignableSystems = endpoint({
  name: 'listAssignableSystems',
  method: 'GET',
  path: `${userAdmin}/systems`,
  guard,
  params: OwnUid,
  data: z.array(AssignableSystem),
})

/** A page of a system as the permissions offer it. */
export const AssignablePage = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  sectionNm: z.nullable(z.string()),
  internalUserPage: YesNo,
  dispFlg: YesNo,
  /** N: comes with its system and needs no grant. */
  pageAssignableFlg: YesNo,
  admAccessRqrFlg: YesNo,
  /** The administrator can grant it. */
  assignableFlg: YesNo,
})
export type AssignablePage = z.output<typeof AssignablePage>

export const listAssignablePages = endpoint({
  name: 'listAssignablePages',
  method: 'GET',
  path: `${userAdmin}/systems/{systemId}/pages`,
  guard,
  params: z.strictObject({ uid: Id, systemId: Id }),
  data: z.array(AssignablePage),
})

const TypeOfNotice = z.object({
  notificationTypeId: z.int(),
  notificationTypeNm: z.string(),
  textMessageFlg: YesNo,
})
const DepartmentChoice = z.object({ departmentId: z.int(), departmentNm: z.string() })
const adminLists = '/ccservices/secure/admin/rest/db/account-settings'

export const listUserNotificationTypes = endpoint({
  name: 'listUserNotificationTypes',
  method: 'GET',
  path: `${adminLists}/notification-types`,
  guard,
  data: z.array(TypeOfNotice),
})

export const listUserDepartments = endpoint({
  name: 'listUserDepartments',
  method: 'GET',
  path: `${adminLists}/departments`,
  guard,
  data: z.array(DepartmentChoice),
})

export const listDepartmentsForAdmin = endpoint({
  name: 'listDepartmentsForAdmin',
  method: 'GET',
  path: '/ccservices/secure/admin/rest/department/admin-users/{uid}/departments',
  guard: admin(['User Administration', 'System Announcements']),
  params: OwnUid,
  data: z.array(DepartmentChoice),
})

export const listOwnSystems = endpoint({
  name: 'listOwnSystems',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/auth/cpusers/{uid}/user-systems',
  guard: signedIn(),
  params: OwnUid,
  data: z.array(UserSystem),
})

export const summaries = {
  getUserDetail: 'The full profile of a user, and that of the administrator who asks',
  updateUserDetail:
    'Save the details and notification types of a user; the other parts of the body are ignored (decision E13)',
  updateUserPermissions:
    'Replace the systems and pages of a user; an absent list stays. Permissions of the portal itself need a fresh sign-in',
  listAssignableSystems: 'The systems that the administrator can grant to users',
  listAssignablePages: 'The pages of a system that the administrator can grant',
  listUserNotificationTypes: 'The notification types, for the forms of users',
  listUserDepartments: 'The departments, for the forms of users',
  listDepartmentsForAdmin: 'The departments, for administrators',
  listOwnSystems: 'The systems that the signed-in user holds',
}
