import { type Message, sentences } from '../../../http/sentences.ts'
import { isForOthersOnly, statusesOfAction, type UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { UserStatusCode } from '@portico/contract/users/users.ts'
import { administersPortal, mayManageUser } from '../../../http/authority.ts'
import type { Authority } from '../../../http/caller.ts'
import type { UserTarget } from '../../permissions/public.ts'

export interface ActionProblem {
  code: '403' | '422'
  message: Message
}

const handingOut = ['resetPassword', 'resetSecondFactor', 'reactivate', 'unlock'] as const satisfies UserAction[]
/** Actions that give somebody an account: who does them could take it over. */
export type HandingOut = (typeof handingOut)[number]

/** True where an action needs a fresh sign-in: it would give somebody the account of an administrator (S52). */
export const needsFreshSignIn = (action: UserAction, target: UserTarget): boolean =>
  handingOut.some((name) => name === action) && administersPortal(target)

/** Why an action cannot be done to a user of a status, whether the administrator knew the status or not. */
function statusSentence(status: UserStatusCode, { isPortalAdmin }: Authority): Message {
  if (status === 1) return sentences.user_already_active
  if (status === 2) return sentences.user_already_inactive
  return isPortalAdmin ? sentences.user_deleted_read_only : sentences.user_deleted_unrestorable
}

/** Why this administrator cannot do this to this user; null where they can (decisions E1, E2, E4). */
export function actionProblem(action: UserAction, authority: Authority, target: UserTarget): ActionProblem | null {
  if (target.id === authority.userId && isForOthersOnly(action))
    return { code: '422', message: sentences.user_not_yourself }
  if (!mayManageUser(authority, target)) return { code: '403', message: sentences.user_stronger }
  if (action === 'reactivate' && target.status === 3 && !authority.isPortalAdmin)
    return { code: '403', message: sentences.user_restore_portal_admin_only }
  if (!statusesOfAction[action].includes(target.status))
    return { code: '422', message: statusSentence(target.status, authority) }
  if (action === 'resetPassword' && target.signInKind !== 'password')
    return { code: '422', message: sentences.user_no_own_password }
  return null
}
