import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import {
  type BulkAction,
  deleteUser,
  endUserSessions,
  inactivateUser,
  lockUser,
  reactivateUser,
  resetUserPassword,
  unlockUser,
} from '@portico/contract/users/user-actions.ts'
import { listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import { listUserChanges } from '@portico/contract/audit/audit.ts'
import { listDirectoryPeople } from '@portico/contract/scim/directory-people.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { type ListedUser, listUsers } from '@portico/contract/users/users.ts'
import type { IconName } from '../../ui/icons.ts'

type TextKey = keyof typeof userListTexts

/** A user as dialogs name them. */
export type NamedUser = Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm'>

/** What the list of deleted users calls the reactivation. */
type Restoration = 'restore'
/** Every action but the reset of the second factor, which has a dialog of its own. */
export type PlainAction = Exclude<UserAction, 'resetSecondFactor'> | Restoration
export type ManyUsersAction = BulkAction | Restoration

interface ActionWords<Label extends TextKey = TextKey> {
  label: Label
  icon: IconName
  isDanger: boolean
}

/** Calls whose answers show the status of a user's account. */
export const changedByUserActions: readonly Endpoint[] = [
  listUsers,
  listDeletedUsers,
  getUserDetail,
  getUserOverview,
  listUserChanges,
  listDirectoryPeople,
]

/** How an action is named in menus, titles and buttons. */
export const actionWords = {
  resetPassword: { label: 'user_reset_password', icon: 'key', isDanger: false },
  resetSecondFactor: { label: 'user_reset_second_factor', icon: 'refresh', isDanger: false },
  lock: { label: 'user_lock', icon: 'lock', isDanger: false },
  unlock: { label: 'user_unlock', icon: 'key', isDanger: false },
  endSessions: { label: 'user_end_sessions', icon: 'close', isDanger: false },
  inactivate: { label: 'user_inactivate', icon: 'eyeOff', isDanger: false },
  reactivate: { label: 'user_reactivate', icon: 'check', isDanger: false },
  restore: { label: 'user_restore', icon: 'refresh', isDanger: false },
  delete: { label: 'user_delete', icon: 'trash', isDanger: true },
} as const satisfies Record<UserAction | Restoration, ActionWords>

/** The call of an action and the sentence about its consequences. */
export const plainActions = {
  resetPassword: { endpoint: resetUserPassword, body: 'user_reset_password_body' },
  lock: { endpoint: lockUser, body: 'user_lock_body' },
  unlock: { endpoint: unlockUser, body: 'user_unlock_body' },
  endSessions: { endpoint: endUserSessions, body: 'user_end_sessions_body' },
  inactivate: { endpoint: inactivateUser, body: 'user_inactivate_body' },
  reactivate: { endpoint: reactivateUser, body: 'user_reactivate_body' },
  restore: { endpoint: reactivateUser, body: 'user_restore_body' },
  delete: { endpoint: deleteUser, body: 'user_delete_body' },
} as const satisfies Record<PlainAction, { endpoint: Endpoint; body: TextKey }>

/** What dialogs about many users say about the consequences of an action. */
export const bulkBodies = {
  resetPassword: 'users_bulk_reset_password',
  delete: 'users_bulk_delete',
  inactivate: 'users_bulk_inactivate',
  reactivate: 'users_bulk_reactivate',
  restore: 'users_bulk_restore',
  lock: 'users_bulk_lock',
  unlock: 'users_bulk_unlock',
  endSessions: 'users_bulk_end_sessions',
} as const satisfies Record<ManyUsersAction, TextKey>
