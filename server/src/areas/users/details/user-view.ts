import type { ListedUser as WireUser } from '@portico/contract/users/users.ts'
import type { ListedUser } from './listed-user.ts'

/** A user as lists show them (UADM-040..063). */
export const userView = (user: ListedUser): WireUser => ({
  userId: user.id,
  userNm: user.userName,
  firstNm: user.firstName,
  midInitial: user.middleInitial,
  lastNm: user.lastName,
  emailAddress: user.email,
  workPhone: user.workPhone,
  workExt: user.workExtension,
  homePhone: user.homePhone,
  mobilePhnNbr: user.mobilePhone,
  faxNum: user.fax,
  smsCarrierId: user.smsCarrierId,
  employeeId: user.employeeId,
  employerId: user.clientId,
  departmentId: user.departmentId,
  userStatus: user.status,
  acctLockedFlg: user.isLocked,
  internalUserFlg: user.isInternal,
  usAssociate: user.isUsAssociate,
  federatedUser: user.signInKind === 'federated',
  mfaEnabled: user.isSecondFactorRequired,
  agreeText: user.hasAgreedToTexts,
  idmuser: user.signInKind === 'directory',
  loginSessionId: null,
  employerNm: user.clientName,
  lastLoginDt: user.lastSignedInAt,
  recordAddDt: user.createdAt,
})
