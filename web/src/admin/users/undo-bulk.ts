import type { BulkAction } from '@portico/contract/users/user-actions.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import type { UserResult } from './bulk-run.ts'
import type { ListedName } from './name-with-id.ts'
import type { ManyUsersAction } from './user-actions.ts'

type Standing = Pick<ListedUser, 'userStatus' | 'acctLockedFlg'>
/** A user before an action; without their state none of it is taken back. */
export type ActedOn = ListedName & Partial<Standing>

interface Undoing {
  action: BulkAction
  /** Whether the opposite action gives a user back the state that they had. */
  isExact: (before: Standing) => boolean
}

/** The opposite of an action. What ends or replaces something for good has none. */
const opposites: Readonly<Partial<Record<ManyUsersAction, Undoing>>> = {
  // A reactivation lifts locks, too.
  inactivate: { action: 'reactivate', isExact: ({ acctLockedFlg }) => !acctLockedFlg },
  reactivate: { action: 'inactivate', isExact: ({ userStatus }) => userStatus === 2 },
  lock: { action: 'unlock', isExact: ({ acctLockedFlg }) => !acctLockedFlg },
  unlock: { action: 'lock', isExact: ({ acctLockedFlg }) => acctLockedFlg },
}

export interface UndoOffer {
  action: BulkAction
  userIds: readonly number[]
}

/** What takes an action back, for the users whom it has changed; null where nothing does. */
export function undoOf(
  action: ManyUsersAction,
  users: readonly ActedOn[],
  results: readonly UserResult[],
): UndoOffer | null {
  const opposite = opposites[action]
  if (!opposite) return null
  const done = new Set(results.filter(({ isDone }) => isDone).map(({ userId }) => userId))
  const userIds = users
    .filter(({ userId, userStatus, acctLockedFlg }) => {
      if (userStatus === undefined || acctLockedFlg === undefined) return false
      return done.has(userId) && opposite.isExact({ userStatus, acctLockedFlg })
    })
    .map(({ userId }) => userId)
  return userIds.length > 0 ? { action: opposite.action, userIds } : null
}
