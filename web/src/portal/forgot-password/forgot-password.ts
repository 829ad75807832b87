import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, request, isCode } from '../../api/call.ts'
import { preLoginToken } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import { runHumanCheck } from '../sign-in/human-check.ts'
import { fetchPreLoginToken } from '../sign-in/sign-in.ts'

export const fetchQuestion = (userNm: string) => withToken(() => request(askSecurityQuestion, { body: { userNm } }))

export const sendAnswer = (userNm: string, pswdPhrase: string) =>
  withToken(() => request(recoverPassword, { body: { userNm, pswdPhrase } }))

export const sendLink = (userNm: string) => withToken(() => request(sendRecoveryLink, { body: { userNm } }))

type TokenAnswer<T> = { code: '200'; data: T; message: string } | { code: '204'; data: unknown; message: string }

/**
 * Sends a call with the pre-login token; an expired token is replaced once (PSWD-033).
 * @throws ApiError with a message for the user.
 */
async function withToken<T>(send: () => Promise<TokenAnswer<T>>): Promise<{ data: T; message: string }> {
  for (let attempt = 1; ; attempt++) {
    if (!preLoginToken.read() && !(await isTokenFetched()))
      throw new ApiError(texts(recoveryTexts).recovery_token_failed, { status: 503 })
    try {
      const reply = await send()
      if (reply.code === '200') return { data: reply.data as T, message: reply.message }
    } catch (error) {
      if (!isCode(error, '401') || attempt === 2) throw error
      preLoginToken.clear()
      continue
    }
    // Solve the human check once, then send the request again.
    const problem = attempt === 2 ? texts(signInTexts).human_check_failed : await runHumanCheck()
    if (problem !== null) throw new ApiError(problem, { code: '204', status: 200 })
  }
}

async function isTokenFetched(): Promise<boolean> {
  try {
    await fetchPreLoginToken()
    return preLoginToken.read() !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
