import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password/password.ts'
import { recoveryTexts } from '@portico/contract/password/recovery-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { ApiError, request } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { runHumanCheck } from '../sign-in/human-check.ts'
import { withPreLoginToken } from '../sign-in/sign-in.ts'

export const fetchQuestion = (userNm: string) => send(() => request(askSecurityQuestion, { body: { userNm } }))

export const sendAnswer = (userNm: string, pswdPhrase: string) =>
  send(() => request(recoverPassword, { body: { userNm, pswdPhrase } }))

export const sendLink = (userNm: string) => send(() => request(sendRecoveryLink, { body: { userNm } }))

type TokenAnswer<T> = { code: '200'; data: T; message: string } | { code: '204'; data: unknown; message: string }

/**
 * Sends a call of the recovery; solves the human check where the server asks for it, and sends it again.
 *
 * @throws ApiError with a message for the user.
 */
async function send<T>(call: () => Promise<TokenAnswer<T>>): Promise<{ data: T; message: string }> {
  const noToken = texts(recoveryTexts).recovery_token_failed
  let reply = await withPreLoginToken(call, noToken)
  let problem: string | null = null
  if (reply.code === '204') {
    problem = await runHumanCheck()
    if (problem === null) reply = await withPreLoginToken(call, noToken)
  }
  if (reply.code === '200') return reply
  throw new ApiError(problem ?? texts(signInTexts).human_check_failed, { code: '204', status: 200 })
}
