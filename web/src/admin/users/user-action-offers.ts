import { isForOthersOnly, statusesOfAction, type UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import type { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { userTexts } from '@portico/contract/users/user-texts.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import type { Texts } from '../../api/texts.ts'

/** The administrator, as far as it decides what they may do. The server enforces it. */
export interface ActingAdmin {
  uid: number
  isPortalAdmin: boolean
  hasSecondFactor: boolean
}

type OfferTexts = Texts<typeof userListTexts> & Texts<typeof userTexts>

/** Actions of the menu of a row, in order. Of two opposite ones only the possible one is there. */
export function offeredActions({ userStatus, acctLockedFlg }: ListedUser): UserAction[] {
  return [
    'resetPassword',
    'resetSecondFactor',
    acctLockedFlg ? 'unlock' : 'lock',
    'endSessions',
    userStatus === 1 ? 'inactivate' : 'reactivate',
    'delete',
  ]
}

type Reason = (user: ListedUser, admin: ActingAdmin, t: OfferTexts) => string | false

/** What an action asks for besides a status in which it can be done: the reason why not, else false. */
const reasons: Readonly<Partial<Record<UserAction, Reason>>> = {
  reactivate: ({ userStatus }, { isPortalAdmin }, t) =>
    userStatus === 3 && !isPortalAdmin && t.user_restore_portal_admin_only,
  resetPassword: ({ federatedUser, idmuser }, _admin, t) => (federatedUser || idmuser) && t.user_no_own_password,
  lock: ({ acctLockedFlg }, _admin, t) => acctLockedFlg && t.user_is_locked,
  unlock: ({ acctLockedFlg }, _admin, t) => !acctLockedFlg && t.user_is_unlocked,
  resetSecondFactor: (_user, { isPortalAdmin, hasSecondFactor }, t) =>
    isPortalAdmin ? !hasSecondFactor && t.user_second_factor_off : t.user_portal_admin_only,
}

/** Why this cannot be done to the user; undefined where it can (decisions E1, E2, E4). */
export function disabledReasonOf(
  action: UserAction,
  user: ListedUser,
  admin: ActingAdmin,
  t: OfferTexts,
): string | undefined {
  if (user.userId === admin.uid && isForOthersOnly(action)) return t.user_not_yourself
  if (!statusesOfAction[action].includes(user.userStatus)) return wrongStatusReason(user, t)
  return reasons[action]?.(user, admin, t) || undefined
}

function wrongStatusReason({ userStatus }: ListedUser, t: OfferTexts): string {
  if (userStatus === 3) return t.user_is_deleted
  return userStatus === 1 ? t.user_not_inactive : t.user_not_active
}

interface SigningOn {
  uid: number
  maySignOnAs: boolean
  isUsAssociate: boolean
}

/** Why the administrator can't sign on as the user, as far as the list shows it (decisions E6, E7). */
export function signOnAsReasonOf(
  { userId, userStatus, acctLockedFlg, usAssociate }: ListedUser,
  { uid, maySignOnAs, isUsAssociate }: SigningOn,
  t: Texts<typeof userTexts> & Texts<typeof emulationTexts>,
): string | undefined {
  if (!maySignOnAs) return t.emulation_not_permitted
  if (userId === uid) return t.user_not_yourself
  if (userStatus !== 1 || acctLockedFlg) return t.user_sign_on_not_active
  return usAssociate && !isUsAssociate ? t.user_sign_on_us_associate : undefined
}
