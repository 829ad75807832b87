import type { BulkAction } from '@portico/contract/users/user-actions.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import type { ExpectedState, ExpectedStates, UserResult } from './bulk-run.ts'
import type { ListedName } from './name-with-id.ts'
import type { ManyUsersAction } from './user-actions.ts'

type AccountState = Pick<ListedUser, 'userStatus' | 'acctLockedFlg'>
/** A user before an action; without their state none of it is taken back. */
export type ActedOn = ListedName & Partial<AccountState>

/** The opposite action, whom it gives back the state that they had, and what of it counts that an action has left. */
interface Opposite {
  action: BulkAction
  isExact: (before: Partial<AccountState>) => boolean
  expected: (before: Partial<AccountState>) => ExpectedState
}

const wasUnlocked = ({ acctLockedFlg }: Partial<AccountState>) => acctLockedFlg === false

/** What ends or replaces something for good has no opposite, and a lock by wrong passwords, which ends by itself, neither. */
const opposites: Readonly<Partial<Record<ManyUsersAction, Opposite>>> = {
  // A reactivation lifts locks, too.
  inactivate: {
    action: 'reactivate',
    isExact: wasUnlocked,
    expected: () => ({ expectedStatus: 2, expectedLockFlg: false }),
  },
  reactivate: {
    action: 'inactivate',
    isExact: (before) => before.userStatus === 2 && wasUnlocked(before),
    expected: () => ({ expectedStatus: 1, expectedLockFlg: false }),
  },
  lock: {
    action: 'unlock',
    isExact: wasUnlocked,
    expected: ({ userStatus }) => ({ ...(userStatus && { expectedStatus: userStatus }), expectedLockFlg: true }),
  },
}

export interface UndoOffer extends Pick<Opposite, 'action'> {
  expected: ExpectedStates
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
  const { action: undo, isExact, expected } = opposite
  const done = new Set(results.filter(({ isDone }) => isDone).map(({ userId }) => userId))
  const exact = users.filter((user) => done.has(user.userId) && isExact(user))
  if (exact.length === 0) return null
  const states = new Map(exact.map((user) => [user.userId, expected(user)]))
  return { action: undo, userIds: [...states.keys()], expected: states }
}
