import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, ask, isCode } from '../../api/call.ts'
import { preLoginToken } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import { passCheck } from '../sign-in/human-check.ts'
import { fetchPreLoginToken } from '../sign-in/sign-in.ts'

/** What the server answered, or a sentence for the person. */
export type Reply<T> = { ok: true; data: T; message: string } | { ok: false; message: string }

export const questionOf = (userNm: string) => withToken(() => ask(askSecurityQuestion, { body: { userNm } }))

export const sendAnswer = (userNm: string, pswdPhrase: string) =>
  withToken(() => ask(recoverPassword, { body: { userNm, pswdPhrase } }))

export const sendLink = (userNm: string) => withToken(() => ask(sendRecoveryLink, { body: { userNm } }))

type Answered<T> = { code: '200'; data: T; message: string } | { code: '204'; data: unknown; message: string }

/** A call before sign-in needs its token; one that has grown old is replaced once (PSWD-033). */
async function withToken<T>(work: () => Promise<Answered<T>>): Promise<Reply<T>> {
  try {
    for (let attempt = 1; ; attempt++) {
      if (!preLoginToken.read() && !(await isTokenFetched())) return refused(texts(recoveryTexts).recovery_token_failed)
      try {
        const reply = await work()
        if (reply.code === '200') return { ok: true, data: reply.data as T, message: reply.message }
        // The browser is checked once; then the question is asked again.
        if (attempt === 2) return refused(texts(signInTexts).human_check_failed)
        const sentence = await passCheck()
        if (sentence !== null) return refused(sentence)
      } catch (error) {
        if (!isCode(error, '401') || attempt === 2) throw error
        preLoginToken.forget()
      }
    }
  } catch (error) {
    if (error instanceof ApiError) return refused(error.message)
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

const refused = (message: string) => ({ ok: false as const, message })
