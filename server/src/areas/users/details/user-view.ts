import { type ListedWireValues, userFieldList } from '@portico/contract/users/user-fields.ts'
import type { ListedUser as WireUser } from '@portico/contract/users/users.ts'
import type { ListedUser } from './listed-user.ts'

const listedFields = userFieldList.filter(({ isListed }) => isListed !== false)

/** Without what only internal administrators see, where `isInternal` is false. Runs for each row of a list. */
function listedFieldsOf(user: ListedUser, isInternal: boolean): ListedWireValues {
  const values: Record<string, unknown> = {}
  for (const { name, wire, isInternalOnly } of listedFields)
    values[wire] = isInternalOnly && !isInternal ? null : user[name]
  return values as ListedWireValues
}

/** A user as lists show them (UADM-040..063), to an administrator who is internal or not. */
export const userView = (user: ListedUser, { isInternal }: { isInternal: boolean }): WireUser => ({
  userId: user.id,
  userNm: user.userName,
  ...listedFieldsOf(user, isInternal),
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
  ...(user.closesAt && { closesDt: user.closesAt }),
  recordAddDt: user.createdAt,
})
