import type { UserStatusCode } from './users.ts'

/** What an administrator does to an account. */
export type UserAction =
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'delete'
  | 'inactivate'
  | 'reactivate'
  | 'lock'
  | 'unlock'
  | 'endSessions'

/** Status codes in which an action can be done (decisions E1, E2). */
export const statusesOfAction: Readonly<Record<UserAction, readonly UserStatusCode[]>> = {
  resetPassword: [1, 2],
  resetSecondFactor: [1, 2],
  delete: [1, 2],
  inactivate: [1],
  reactivate: [2, 3],
  lock: [1, 2],
  unlock: [1, 2],
  endSessions: [1, 2],
}

/** Actions that keep the user out: never for oneself or for the last portal administrator (decision E1). */
const exclusions: ReadonlySet<UserAction> = new Set<UserAction>(['delete', 'inactivate', 'lock'])
export const isExclusion = (action: UserAction): boolean => exclusions.has(action)

/** True for actions that administrators do not take on themselves here: they have screens of their own for them. */
export const isForOthersOnly = (action: UserAction): boolean =>
  isExclusion(action) || action === 'resetPassword' || action === 'resetSecondFactor'
