import { askSecurityQuestion, recoverPassword } from '@portico/contract/password.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { ApiError, ask, isCode } from '../../api/call.ts'
import { preLoginToken } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import { fetchPreLoginToken } from '../sign-in/sign-in.ts'

/** What the server answered, or a sentence for the person. */
export type Reply<T> = { ok: true; data: T; message: string } | { ok: false; message: string }

export const questionOf = (userNm: string) => withToken(() => ask(askSecurityQuestion, { body: { userNm } }))

export const sendAnswer = (userNm: string, pswdPhrase: string) =>
  withToken(() => ask(recoverPassword, { body: { userNm, pswdPhrase } }))

/** A call before sign-in needs its token; one that has grown old is replaced once (PSWD-033). */
async function withToken<T>(work: () => Promise<{ data: T; message: string }>): Promise<Reply<T>> {
  try {
    for (let attempt = 1; ; attempt++) {
      if (!preLoginToken.read() && !(await isTokenFetched())) return refused(texts(recoveryTexts).recovery_token_failed)
      try {
        const { data, message } = await work()
        return { ok: true, data, message }
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
