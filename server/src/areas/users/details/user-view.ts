import { type ListedWireValues, userFieldList } from '@portico/contract/users/user-fields.ts'
import type { ListedUser as WireUser } from '@portico/contract/users/users.ts'
import type { ListedUser } from './listed-user.ts'

const listedFieldsOf = (user: ListedUser) =>
  Object.fromEntries(
    userFieldList.filter(({ isListed }) => isListed !== false).map(({ name, wire }) => [wire, user[name]]),
  ) as ListedWireValues

/** A user as lists show them (UADM-040..063). */
export const userView = (user: ListedUser): WireUser => ({
  userId: user.id,
  userNm: user.userName,
  ...listedFieldsOf(user),
  employerId: user.clientId,
  userStatus: user.status,
  acctLockedFlg: user.isLocked,
  federatedUser: user.signInKind === 'federated',
  mfaEnabled: user.isSecondFactorRequired,
  agreeText: user.hasAgreedToTexts,
  idmuser: user.signInKind === 'directory',
  loginSessionId: null,
  employerNm: user.clientName,
  lastLoginDt: user.lastSignedInAt,
  recordAddDt: user.createdAt,
})
