import type { BulkAction } from '@portico/contract/users/user-actions.ts'
import type { ListedUser, UserStatusCode } from '@portico/contract/users/users.ts'
import type { UserResult } from './bulk-run.ts'
import type { ListedName } from './name-with-id.ts'
import type { ManyUsersAction } from './user-actions.ts'

type AccountState = Pick<ListedUser, 'userStatus' | 'acctLockedFlg'>
/** A user before an action; without their state none of it is taken back. */
export type ActedOn = ListedName & Partial<AccountState>

/** The opposite action, whom it gives back the state that they had, and the status that an action has left them with. */
interface Opposite {
  action: BulkAction
  isExact: (before: Partial<AccountState>) => boolean
  expectedStatus?: UserStatusCode | undefined
}

const wasUnlocked = ({ acctLockedFlg }: Partial<AccountState>) => acctLockedFlg === false

/** What ends or replaces something for good has no opposite, and a lock by wrong passwords, which ends by itself, neither. */
const opposites: Readonly<Partial<Record<ManyUsersAction, Opposite>>> = {
  // A reactivation lifts locks, too.
  inactivate: { action: 'reactivate', isExact: wasUnlocked, expectedStatus: 2 },
  reactivate: {
    action: 'inactivate',
    isExact: (before) => before.userStatus === 2 && wasUnlocked(before),
    expectedStatus: 1,
  },
  lock: { action: 'unlock', isExact: wasUnlocked },
}

export interface UndoOffer extends Pick<Opposite, 'action' | 'expectedStatus'> {
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
  const { isExact, ...offer } = opposite
  const done = new Set(results.filter(({ isDone }) => isDone).map(({ userId }) => userId))
  const userIds = users.filter((user) => done.has(user.userId) && isExact(user)).map(({ userId }) => userId)
  return userIds.length > 0 ? { ...offer, userIds } : null
}
