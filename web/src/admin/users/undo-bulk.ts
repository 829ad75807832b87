import type { BulkAction } from '@portico/contract/users/user-actions.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import type { UserResult } from './bulk-run.ts'
import type { ListedName } from './name-with-id.ts'
import type { ManyUsersAction } from './user-actions.ts'

type Standing = Pick<ListedUser, 'userStatus' | 'acctLockedFlg'>
/** A user before an action; without their state none of it is taken back. */
export type ActedOn = ListedName & Partial<Standing>

/** The opposite action, and whom it gives back the state that they had. */
type Opposite = readonly [action: BulkAction, isExact: (before: Partial<Standing>) => boolean]

const wasUnlocked = ({ acctLockedFlg }: Partial<Standing>) => acctLockedFlg === false

/** What ends or replaces something for good has no opposite. */
const opposites: Readonly<Partial<Record<ManyUsersAction, Opposite>>> = {
  // A reactivation lifts locks, too.
  inactivate: ['reactivate', wasUnlocked],
  reactivate: ['inactivate', ({ userStatus }) => userStatus === 2],
  lock: ['unlock', wasUnlocked],
  unlock: ['lock', ({ acctLockedFlg }) => acctLockedFlg === true],
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
  const [opposite, isExact] = opposites[action] ?? []
  if (!opposite || !isExact) return null
  const done = new Set(results.filter(({ isDone }) => isDone).map(({ userId }) => userId))
  const userIds = users.filter((user) => done.has(user.userId) && isExact(user)).map(({ userId }) => userId)
  return userIds.length > 0 ? { action: opposite, userIds } : null
}
