import * as z from 'zod/mini'
import { Id, Instant, OwnUid, PageNo, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats } from '../kit/list.ts'
import { LookupOptions, lookupQuery } from '../kit/lookup.ts'
import { byColumnField, userFieldList, type WireField } from './user-fields.ts'

/** Path prefix of every call that administers users. */
export const userAdmin = '/ccservices/secure/admin/rest/db/user-admin/admin-users/{uid}'
const guard = admin('User Administration')
/** Open to service accounts, too. */
const readGuard = admin('User Administration', { scope: 'users:read' })

/** User status codes (UADM-100..102). */
export const userStatuses = { active: 1, inactive: 2, deleted: 3 } as const
export type UserStatusCode = (typeof userStatuses)[keyof typeof userStatuses]

export const listUserStatuses = endpoint({
  name: 'listUserStatuses',
  method: 'GET',
  path: `${userAdmin}/cpuser-statuses`,
  guard: readGuard,
  params: OwnUid,
  data: z.array(z.object({ clsVldValId: z.int(), valueMediumNm: z.string() })),
})

export const getUserListOptions = endpoint({
  name: 'getUserListOptions',
  method: 'GET',
  path: `${userAdmin}/user-list-options`,
  guard,
  params: OwnUid,
  data: z.object({
    portalAdminFlg: YesNo,
    securityProvider: z.enum(['built-in', 'duo', 'off']),
    /** The administrator may sign on as other users (decision E6). */
    signOnAsFlg: YesNo,
    /** The administrator is a US associate. */
    usAssociate: YesNo,
  }),
})

export const searchEmployers = endpoint({
  name: 'searchEmployers',
  method: 'GET',
  path: `${userAdmin}/employers`,
  guard: readGuard,
  params: OwnUid,
  query: lookupQuery,
  data: LookupOptions,
})

const outputs = {
  text: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  id: z.nullable(z.int()),
  flag: YesNo,
}

type ListedField = Exclude<WireField, { isListed: false }>
type OutputOf<Field extends WireField> = Field extends { isRequired: true; kind: 'text' }
  ? z.ZodMiniString
  : (typeof outputs)[Field['kind']]

const listedFields = Object.fromEntries(
  userFieldList
    .filter(({ isListed }) => isListed !== false)
    .map(({ wire, kind, isRequired }) => [wire, isRequired && kind === 'text' ? z.string() : outputs[kind]]),
) as { [Field in ListedField as Field['wire']]: OutputOf<Field> }

/** A user as lists and details show them (UADM-040..063); the last fields are the portal's own. */
export const ListedUser = z.object({
  userId: z.int(),
  userNm: z.string(),
  ...listedFields,
  employerId: z.int(),
  userStatus: z.literal([1, 2, 3]),
  acctLockedFlg: YesNo,
  federatedUser: YesNo,
  mfaEnabled: YesNo,
  /** 'Y' once the user agreed to receive text messages. */
  agreeText: YesNo,
  idmuser: YesNo,
  /** Never sent (decision A6). */
  loginSessionId: z.null(),
  employerNm: z.string(),
  lastLoginDt: z.nullable(Instant),
  recordAddDt: Instant,
  /** When a planned hand-over closes the account; absent: none is planned. */
  closesDt: z.optional(Instant),
})
export type ListedUser = z.output<typeof ListedUser>

/** Wire names of the columns that sort the user list (decision E3). */
export const userListColumns = [
  'firstNm',
  'lastNm',
  'userNm',
  'emailAddress',
  'userStatus',
  'lastLoginDt',
  'recordAddDt',
] as const
export type UserListColumn = (typeof userListColumns)[number]

/** Status codes as one comma-separated text, '1,2'; '': all. */
const StatusIds = z.codec(z.string().check(z.regex(/^(?:[123](?:,[123]){0,2})?$/)), z.array(z.literal([1, 2, 3])), {
  decode: (wire) => [...new Set(wire === '' ? [1, 2, 3] : wire.split(',').map(Number))] as UserStatusCode[],
  encode: (codes) => codes.join(','),
})

/** What the user list can be narrowed to: users locked by wrong passwords, and those whose access ends soon. */
export const userConditions = ['locked', 'accessEnds'] as const
export type UserCondition = (typeof userConditions)[number]
/** So many days before its end access ends soon. */
export const ACCESS_ENDS_DAYS = 14

/** Filters of the user list and its exports. */
export const userSelection = {
  userStatusIds: z.optional(StatusIds),
  nm: z.optional(text(100)),
  employerId: z.optional(z.nullable(Id)),
  /** Only users whose last sign-in was before this moment, or who never signed in and were added before it. */
  lastLoginBeforeDt: z.optional(z.nullable(Instant)),
  conditionCd: z.optional(z.enum(userConditions)),
  /** Only users whom this own import has created; nobody once the import is no longer kept. */
  importId: z.optional(z.nullable(Id)),
  /** The beginning of a field, in any case; of a field that the administrator doesn’t see it is ignored. */
  ...byColumnField(() => z.optional(text(100))),
  orderByColumn: z.optional(z.enum(userListColumns)),
  isOrderByDesc: z.optional(YesNo),
}

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'POST',
  path: `${userAdmin}/cpusers`,
  guard: readGuard,
  params: OwnUid,
  body: z.strictObject({
    ...userSelection,
    pageNo: z.optional(PageNo),
    pageSize: z.optional(z.literal([15, 30, 60])),
  }),
  data: z.object({ result: z.array(ListedUser), totalResults: z.int() }),
})
export type UserListRequest = z.output<typeof listUsers.body>

export const exportUsers = endpoint({
  name: 'exportUsers',
  method: 'POST',
  path: `${userAdmin}/cpusers/export`,
  kind: 'attachment',
  guard,
  params: OwnUid,
  body: z.strictObject({ ...userSelection, format: z.enum(exportFormats) }),
})

export const summaries = {
  listUserStatuses: 'The user states, for the filter of the user list',
  getUserListOptions: 'What the user list needs to offer the actions that the administrator may take',
  searchEmployers:
    'Employers by which the user list can be filtered, a hundred at a time; external administrators see their own',
  listUsers: 'One page of the users that the administrator may see, by first name unless a sort column is given',
  exportUsers: 'All selected users that the administrator may see, as a spreadsheet with the columns of the list',
}
