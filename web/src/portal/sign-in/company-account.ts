import { checkDirectoryUser, findSignInMethod, startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { request, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { signOutFinished } from '../../shell/sign-out.ts'
import type { CompanyCallback } from './sign-in-options.ts'
import { handleLoginAnswer, fetchPreLoginToken, type SignInOutcome, outcomeOfError, refusedOutcome } from './sign-in.ts'

/** Redirects to the company's sign-in page. */
export const startCompanySignIn = (): SignInOutcome => ({ kind: 'elsewhere', address: startDirectorySignIn.path })

/** Result for a user who came back; `endsOther` confirms ending their other session (SIGN-037). */
export async function finishCompanySignIn(callback: CompanyCallback, endsOther = false): Promise<SignInOutcome> {
  if (callback.ticket === null) return refusedOutcome(messageFor(callback.errorCode), 'nothing')
  try {
    await signOutFinished()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    return await handleLoginAnswer(
      await request(checkDirectoryUser, { query: { token: callback.ticket, ...confirmation } }),
    )
  } catch (error) {
    return isCode(error, '401') ? refusedOutcome(error.message, 'nothing') : outcomeOfError(error)
  }
}

function messageFor(code: string | null): string {
  const t = texts(signInTexts)
  if (code === '403') return t.login_directory_unknown
  return code === '401' || code === '400' ? t.login_directory_again : t.login_failed
}

/** Looks up where this user name signs in: here with a password, or elsewhere, and then redirects there. */
export async function findMethod(userName: string): Promise<SignInOutcome | 'password'> {
  try {
    await fetchPreLoginToken()
    const answer = await request(findSignInMethod, { body: { userNm: userName.trim() } })
    return answer.code === '207' ? { kind: 'elsewhere', address: answer.data } : 'password'
  } catch (error) {
    return outcomeOfError(error)
  }
}
