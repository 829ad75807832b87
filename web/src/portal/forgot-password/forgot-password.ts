import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, request, isCode } from '../../api/call.ts'
import { preLoginToken } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import { runHumanCheck } from '../sign-in/human-check.ts'
import { fetchPreLoginToken } from '../sign-in/sign-in.ts'

/** The server's answer, or an error message for the user. */
export type Reply<T> = { ok: true; data: T; message: string } | { ok: false; message: string }

export const fetchQuestion = (userNm: string) => withToken(() => request(askSecurityQuestion, { body: { userNm } }))

export const sendAnswer = (userNm: string, pswdPhrase: string) =>
  withToken(() => request(recoverPassword, { body: { userNm, pswdPhrase } }))

export const sendLink = (userNm: string) => withToken(() => request(sendRecoveryLink, { body: { userNm } }))

type TokenAnswer<T> = { code: '200'; data: T; message: string } | { code: '204'; data: unknown; message: string }

/** Sends a call with the pre-login token; an expired token is replaced once (PSWD-033). */
async function withToken<T>(send: () => Promise<TokenAnswer<T>>): Promise<Reply<T>> {
  try {
    for (let attempt = 1; ; attempt++) {
      if (!preLoginToken.read() && !(await isTokenFetched())) return failed(texts(recoveryTexts).recovery_token_failed)
      try {
        const reply = await send()
        if (reply.code === '200') return { ok: true, data: reply.data as T, message: reply.message }
        // Solve the human check once, then send the request again.
        if (attempt === 2) return failed(texts(signInTexts).human_check_failed)
        const problem = await runHumanCheck()
        if (problem !== null) return failed(problem)
      } catch (error) {
        if (!isCode(error, '401') || attempt === 2) throw error
        preLoginToken.clear()
      }
    }
  } catch (error) {
    if (error instanceof ApiError) return failed(error.message)
    throw error
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

const failed = (message: string) => ({ ok: false as const, message })
