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
    signInKind: account.sign_in_kind,
    passwordAges: account.password_ages,
    passwordChangedAt: account.password_changed_at,
  }
  return {
    userId: account.user_id,
    userNm: account.user_name,
    firstNm: account.first_name,
    userStatus: String(account.status) as LoginResult['userStatus'],
    acctLockedFlg: account.locked_until !== null && account.locked_until > account.now,
    loginSessionId: sessionToken,
    pswdChngDt: account.password_changed_at,
    securityQuestionId: account.security_question_id,
    pswdPhrase: null,
    idmuser: account.sign_in_kind === 'directory',
    federatedUser: account.sign_in_kind === 'federated',
    internalUserFlg: account.is_internal,
    eulaAcceptedDt: account.license_accepted_at,
    passwordExpiredFlg: isPasswordExpired(age, account.now, passwordMaxAgeDays),
    daysBeforePasswordExpire: daysUntilPasswordExpires(age, account.now, passwordMaxAgeDays),
    signOnAsFlg: account.may_sign_on_as,
  }
}
