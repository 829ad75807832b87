import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'

export type ProminentAct = UserAction | 'signOnAs'

/** The acts that help in the state of a user, which stand beside the name; the menu has all others. */
export function prominentActs({
  userStatus,
  acctLockedFlg,
  federatedUser,
  idmuser,
}: Pick<ListedUser, 'userStatus' | 'acctLockedFlg' | 'federatedUser' | 'idmuser'>): readonly ProminentAct[] {
  if (userStatus !== 1) return ['reactivate']
  // Of users who sign in at their company the portal keeps no password.
  const password: readonly ProminentAct[] = federatedUser || idmuser ? [] : ['resetPassword']
  return acctLockedFlg ? ['unlock', ...password] : [...password, 'signOnAs', 'endSessions']
}
