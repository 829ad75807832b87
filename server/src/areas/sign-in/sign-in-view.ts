import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { daysUntilPasswordExpires, isPasswordExpired } from '../session/public.ts'
import type { SignInAccount } from './sign-in-account.ts'

/** The login result of an account; `sessionToken` is null when no session was opened (decision B2). */
export function loginResult(
  account: SignInAccount,
  sessionToken: string | null,
  passwordMaxAgeDays: number,
): LoginResult {
  const age = {
    signInKind: account.signInKind,
    passwordAges: account.passwordAges,
    passwordChangedAt: account.passwordChangedAt,
  }
  return {
    userId: account.userId,
    userNm: account.userName,
    firstNm: account.firstName,
    userStatus: String(account.status) as LoginResult['userStatus'],
    acctLockedFlg: account.lockedUntil !== null && account.lockedUntil > account.now,
    loginSessionId: sessionToken,
    pswdChngDt: account.passwordChangedAt,
    securityQuestionId: account.securityQuestionId,
    pswdPhrase: null,
    idmuser: account.signInKind === 'directory',
    federatedUser: account.signInKind === 'federated',
    internalUserFlg: account.isInternal,
    eulaAcceptedDt: account.countedLicenseAcceptedAt,
    passwordExpiredFlg: isPasswordExpired(age, account.now, passwordMaxAgeDays),
    daysBeforePasswordExpire: daysUntilPasswordExpires(age, account.now, passwordMaxAgeDays),
    signOnAsFlg: account.maySignOnAs,
  }
}
