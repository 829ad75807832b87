import * as z from 'zod/mini'
import { Id, Ignored, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')

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
  params: OneUser,
  data: z.object({
    userId: z.int(),
    userNm: z.string(),
    firstNm: z.string(),
    lastNm: z.string(),
    /** Why the administrator cannot give the user accounts; null where they can. */
    readOnlyReasonCd: z.nullable(z.enum(['own', 'stronger', 'deleted', 'unrestorable'])),
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

export const summaries = {
  getUserSummary: 'Who a user is, for headings; and the clients that accounts of the user can serve',
  listSystemAccountTypes: 'The account types of a system that the administrator may grant',
  listUserSystemAccounts: 'The accounts of a user in a system',
  saveUserSystemAccounts:
    'Give a user these accounts in a system and no others; an id keeps an account whose name changes',
}
