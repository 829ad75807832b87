import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'

export type ProminentAct = UserAction | 'signOnAs'

/**
 * The acts that help in the state of a user, which stand beside the name where they can be done; the menu has all
 * others.
 * @param sessionCnt open sessions of the user
 */
export function prominentActs(
  {
    userStatus,
    acctLockedFlg,
    federatedUser,
    idmuser,
  }: Pick<ListedUser, 'userStatus' | 'acctLockedFlg' | 'federatedUser' | 'idmuser'>,
  sessionCnt: number,
): readonly ProminentAct[] {
  if (userStatus !== 1) return ['reactivate']
  // Of users who sign in at their company the portal keeps no password.
  const password: readonly ProminentAct[] = federatedUser || idmuser ? [] : ['resetPassword']
  if (acctLockedFlg) return ['unlock', ...password]
  return sessionCnt > 0 ? [...password, 'signOnAs', 'endSessions'] : [...password, 'signOnAs']
}
