import * as z from 'zod/mini'
import { Id, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration')
/** Open to service accounts, too. */
const writeGuard = admin('User Administration', { scope: 'users:write' })
const OneUser = z.strictObject({ userId: Id })

/** Acts that give somebody an account: that of an administrator of the portal only after a fresh sign-in. */
const freshForAdministrators = {
  '401': { message: 'The account of an administrator needs a fresh sign-in (S52)', data: ReauthenticationNeeded },
} as const

export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  method: 'POST',
  path: `${userAdmin}/reset-password-service`,
  guard,
  params: OwnUid,
  body: OneUser,
  codes: freshForAdministrators,
})

const noEnrollment = { '204': 'The user has no second factor (UADM-108)' } as const

export const resetUserSecondFactor = endpoint({
  name: 'resetUserSecondFactor',
  method: 'POST',
  path: `${userAdmin}/reset-second-factor-service`,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OwnUid,
  body: OneUser,
  codes: { ...noEnrollment, ...freshForAdministrators },
})

export const deleteUserSecondFactor = endpoint({
  name: 'deleteUserSecondFactor',
  method: 'POST',
  path: `${userAdmin}/delete-second-factor-user-service`,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OwnUid,
  body: OneUser,
  codes: freshForAdministrators,
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'POST',
  path: `${userAdmin}/deactivate-service`,
  guard,
  params: OwnUid,
  body: OneUser,
})

export const inactivateUser = endpoint({
  name: 'inactivateUser',
  method: 'POST',
  path: `${userAdmin}/inactivate-service`,
  guard: writeGuard,
  params: OwnUid,
  body: OneUser,
})

export const reactivateUser = endpoint({
  name: 'reactivateUser',
  method: 'POST',
  path: `${userAdmin}/reactivate-service`,
  guard: writeGuard,
  params: OwnUid,
  body: OneUser,
  codes: freshForAdministrators,
})

/** Calls beyond the given ones, of the same form. */
export const lockUser = endpoint({
  name: 'lockUser',
  method: 'POST',
  path: `${userAdmin}/lock-service`,
  guard,
  params: OwnUid,
  body: OneUser,
})

export const unlockUser = endpoint({
  name: 'unlockUser',
  method: 'POST',
  path: `${userAdmin}/unlock-service`,
  guard,
  params: OwnUid,
  body: OneUser,
  codes: freshForAdministrators,
})

export const endUserSessions = endpoint({
  name: 'endUserSessions',
  method: 'POST',
  path: `${userAdmin}/end-sessions-service`,
  guard,
  params: OwnUid,
  body: OneUser,
})

/** What can be done to many users at once. */
export const bulkActions = [
  'resetPassword',
  'delete',
  'inactivate',
  'reactivate',
  'lock',
  'unlock',
  'endSessions',
] as const
export type BulkAction = (typeof bulkActions)[number]

/** Users of one bulk call; a screen sends more in portions. */
export const BULK_MAX = 100

export const actOnUsers = endpoint({
  name: 'actOnUsers',
  method: 'POST',
  path: `${userAdmin}/cpusers/bulk-action`,
  guard,
  params: OwnUid,
  body: z.strictObject({
    actionCd: z.enum(bulkActions),
    userIds: z.array(Id).check(z.minLength(1), z.maxLength(BULK_MAX)),
    /** Users with another status are not changed; absent: any status. */
    expectedStatus: z.optional(z.literal([1, 2, 3])),
    /** Y: only users who are locked are changed, N: only others; absent: both. */
    expectedLockFlg: z.optional(YesNo),
  }),
  data: z.array(z.object({ userId: z.int(), code: z.string(), message: z.string() })),
  codes: freshForAdministrators,
})

export const summaries = {
  resetUserPassword: 'Email a temporary password to a user; lifts a lock and ends the sessions of the user',
  resetUserSecondFactor:
    'Remove every second factor of a user, who sets up a new one at the next sign-in; for portal administrators',
  deleteUserSecondFactor:
    'Remove a user at the security provider, with all that is enrolled there; for portal administrators',
  deleteUser: 'Delete a user: status 3; the row is kept and can be restored (decision E1)',
  inactivateUser: 'Make an active user inactive: status 2',
  reactivateUser:
    'Make an inactive user active again, or as a portal administrator a deleted one (decision E2); lifts a lock',
  lockUser: 'Lock the account of a user until an administrator unlocks it',
  unlockUser: 'Lift every lock of a user and give back their password attempts',
  endUserSessions: 'End every session and sign-in in progress of a user',
  actOnUsers: `Do one thing to each of up to ${BULK_MAX} users, each by itself, or only to those who have the status of \`expectedStatus\` and are locked or not as \`expectedLockFlg\` says; the answer says for each whether it was done`,
}
