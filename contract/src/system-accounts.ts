import * as z from 'zod/mini'
import { Id, Ignored, Instant, OwnUid, text, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { admin } from './kit/guard.ts'
import { entryName } from './kit/reference-table.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration')
const maintenance = admin('Database Maintenance', { staffOnly: true })

/** Most characters of an account name. */
export const ACCOUNT_NAME_MAX = 100
/** Most accounts of one user in one system. */
export const SYSTEM_ACCOUNTS_MAX = 50

const OneUser = z.strictObject({ uid: Id, userId: Id })
const OneSystem = z.strictObject({ uid: Id, systemId: Id })
const SystemOfUser = z.strictObject({ uid: Id, userId: Id, systemId: Id })

export const getUserSummary = endpoint({
  name: 'getUserSummary',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/user-summary`,
  guard,
  summary: 'Who a user is, for headings; and the clients that accounts of the user can serve',
  params: OneUser,
  data: z.object({
    userId: z.int(),
    userNm: z.string(),
    firstNm: z.string(),
    lastNm: z.string(),
    /** Why the administrator cannot give the user accounts; null where they can. */
    readOnlyReasonCd: z.nullable(z.enum(['own', 'stronger', 'deleted'])),
    clients: z.array(z.object({ clientId: z.int(), clientNm: z.string() })),
  }),
})
export type UserSummary = z.output<typeof getUserSummary.data>

/** A kind of account of one system. */
export const AccountType = z.object({ accountTypeId: z.int(), accountTypeDesc: z.string(), accountTypeCd: z.string() })
export type AccountType = z.output<typeof AccountType>

export const listSystemAccountTypes = endpoint({
  name: 'listSystemAccountTypes',
  method: 'GET',
  path: `${userAdmin}/system-account-types/{systemId}`,
  guard,
  summary: 'The account types of a system that the administrator may grant',
  params: OneSystem,
  data: z.array(AccountType),
})

/** An account of a user (SACC-006, SACC-007). */
export const SystemAccount = z.object({
  systemAccountUserId: z.int(),
  accountTypeId: z.int(),
  accountUserNm: z.string(),
  /** Clients that the account serves; none: all clients of the user. */
  clientIds: z.array(z.int()),
  /** 'Y' while an application is open with it: its name cannot change then. */
  lockedFlg: YesNo,
  version: z.int(),
})
export type SystemAccount = z.output<typeof SystemAccount>

export const listUserSystemAccounts = endpoint({
  name: 'listUserSystemAccounts',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/system-account-user/{systemId}`,
  guard,
  summary: 'The accounts of a user in a system',
  params: SystemOfUser,
  data: z.array(SystemAccount),
})

/** The accounts that an administrator has seen, as `id:version` with commas. Where they are others now: '409'. */
const SeenVersions = z.codec(
  z.string().check(z.regex(/^(\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9}){0,999})?$/)),
  z.map(z.int(), z.int()),
  {
    decode: (wire) =>
      new Map(wire === '' ? [] : wire.split(',').map((pair) => pair.split(':').map(Number) as [number, number])),
    encode: (versions) => [...versions].map(([id, version]) => `${id}:${version}`).join(','),
  },
)

export const saveUserSystemAccounts = endpoint({
  name: 'saveUserSystemAccounts',
  method: 'PUT',
  path: `${userAdmin}/cpusers/{userId}/system-account-user/{systemId}`,
  guard,
  summary: 'Give a user these accounts in a system and no others; an id keeps an account whose name changes',
  params: SystemOfUser,
  query: z.strictObject({ seen: z.optional(SeenVersions) }),
  body: z
    .array(
      z.strictObject({
        systemAccountUserId: z.optional(Id),
        accountTypeId: Id,
        accountUserNm: text(1000),
        clientIds: z.optional(z.array(Id).check(z.maxLength(1000))),
        lockedFlg: z.optional(Ignored),
        version: z.optional(Ignored),
      }),
    )
    .check(z.maxLength(1000)),
  data: z.array(SystemAccount),
})
export type SystemAccountsChange = z.output<typeof saveUserSystemAccounts.body>

const reads = '/ccservices/secure/user/rest/database-maintenance/system-accounts'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}/system-accounts'

/** An account type as database maintenance has it (DBMT-114..116). */
const MaintainedType = z.object({
  systemAccountTypeId: z.int(),
  systemId: z.int(),
  systemNm: z.string(),
  systemAccountTypeDescTxt: z.string(),
  systemAccountTypeCd: z.string(),
  version: z.int(),
})
export type MaintainedType = z.output<typeof MaintainedType>
const typeFields = {
  systemAccountTypeId: z.optional(Ignored),
  systemAccountTypeDescTxt: entryName(100),
  systemAccountTypeCd: entryName(20),
}
const OneType = z.strictObject({ uid: Id, systemAccountTypeId: Id })

export const listAccountTypes = endpoint({
  name: 'listAccountTypes',
  method: 'GET',
  path: reads,
  guard: maintenance,
  summary: 'The account types of every system',
  data: z.array(MaintainedType),
})

export const addAccountType = endpoint({
  name: 'addAccountType',
  method: 'POST',
  path: writes,
  guard: maintenance,
  summary: 'Add an account type to a system',
  params: OwnUid,
  body: z.strictObject({ ...typeFields, systemId: Id }),
  data: MaintainedType,
})

export const changeAccountType = endpoint({
  name: 'changeAccountType',
  method: 'PUT',
  path: `${writes}/{systemAccountTypeId}`,
  guard: maintenance,
  summary: 'Change an account type; with its version it is refused if it has changed in the meantime',
  params: OneType,
  body: z.strictObject({ ...typeFields, systemId: z.optional(Ignored), version: z.optional(Id) }),
  data: MaintainedType,
})

export const removeAccountType = endpoint({
  name: 'removeAccountType',
  method: 'DELETE',
  path: `${writes}/{systemAccountTypeId}`,
  guard: maintenance,
  summary: 'Delete an account type of which no user has an account; for an hour this can be taken back',
  params: OneType,
  query: z.strictObject({ version: z.optional(Id) }),
  data: z.object({ undoId: z.int(), undoUntilDt: Instant }),
})

export const restoreAccountType = endpoint({
  name: 'restoreAccountType',
  method: 'POST',
  path: '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}/restore-system-accounts',
  guard: maintenance,
  summary: 'Take back one’s own deletion of an account type',
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
  data: MaintainedType,
})
