import {
  acceptLicence,
  type Enrolment,
  getPreloginCsrfToken,
  login,
  type LoginResult,
  type OtherSession,
} from '@portico/contract/sign-in.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, ask, call, isCode } from '../../api/call.ts'
import { preLoginToken, startSession } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import { signOutDone } from '../../shell/sign-out.ts'
import { beginUnseenCheck, passCheck } from './human-check.ts'

export interface Credentials {
  userName: string
  password: string
}

/** How an attempt ended: signed in, on the way to an address, something else in the way, or a sentence for the person. */
export type Outcome =
  | { kind: 'signed-in' }
  /** Sign-in goes on at this address, here or at the company. */
  | { kind: 'elsewhere'; address: string }
  | { kind: 'enrol'; enrolment: Enrolment }
  | { kind: 'duplicate'; other: OtherSession }
  | { kind: 'refused'; sentence: string; clears: 'nothing' | 'password' | 'everything' }

/** A minute less than the ten that the server grants (decision B23). */
const TOKEN_LIFE_MS = 9 * 60_000

let fetchedAt = 0

/** Fetches the token that the next sign-in needs; a failure shows only when that sign-in is tried. */
export async function fetchPreLoginToken(): Promise<void> {
  await signOutDone()
  const { csrfToken, data } = await ask(getPreloginCsrfToken)
  if (!csrfToken) return
  preLoginToken.keep(csrfToken)
  fetchedAt = Date.now()
  // Begun while the person types; what fails here is told when it matters, at the attempt.
  if (data.humanCheck) beginUnseenCheck().catch(() => undefined)
}

/** Tries to sign in; `endsOther` confirms that the other session may be ended (SIGN-037). */
export async function signIn({ userName, password }: Credentials, endsOther = false): Promise<Outcome> {
  try {
    await signOutDone()
    if (!preLoginToken.read() || Date.now() - fetchedAt > TOKEN_LIFE_MS) await fetchPreLoginToken()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    const body = { userNm: userName, password, host: location.host, ...confirmation }
    const answer = await ask(login, { body })
    if (answer.code !== '204' || !answer.data?.humanCheck) return await admit(answer)
    const sentence = await passCheck()
    if (sentence !== null) return refused(sentence, 'nothing')
    return await admit(await ask(login, { body }))
  } catch (error) {
    return refusalFor(error)
  }
}

/** What the server says to whoever has shown who he is, whichever way; a good answer starts the session here. */
export async function admit(answer: Awaited<ReturnType<typeof ask<typeof login>>>): Promise<Outcome> {
  if (answer.code === '409') return { kind: 'duplicate', other: answer.data }
  if (answer.code === '207') return { kind: 'elsewhere', address: answer.data }
  if (answer.code === '309') return { kind: 'enrol', enrolment: answer.data }
  if (answer.code === '204') return refused(answer.message || wording().login_invalid, 'password')
  if (answer.data.loginSessionId === null) return refused(answer.message || wording().login_failed, 'password')
  if (!answer.csrfToken) return refused(wording().login_failed, 'nothing')
  startSession(answer.data, answer.csrfToken)
  await stampLicence(answer.data)
  return { kind: 'signed-in' }
}

/** Staff accept the licence by signing in (SIGN-039). The server stamps it too, so a failure here stops nobody. */
async function stampLicence({ internalUserFlg, eulaAcceptedDt, userId }: LoginResult): Promise<void> {
  if (!internalUserFlg || eulaAcceptedDt !== null) return
  await call(acceptLicence, { params: { uid: userId } }).catch(() => undefined)
}

export function refusalFor(error: unknown): Outcome {
  if (isCode(error, '401')) {
    preLoginToken.forget()
    return refused(wording().login_origin_refused, 'everything')
  }
  if (isCode(error, '429') || isCode(error, '503')) return refused(error.message, 'nothing')
  if (isCode(error, '404') || isCode(error, '500')) return refused(wording().login_service_trouble, 'password')
  if (error instanceof ApiError) return refused(wording().login_failed, 'nothing')
  throw error
}

const wording = () => texts(signInTexts)

export const refused = (sentence: string, clears: 'nothing' | 'password' | 'everything'): Outcome => ({
  kind: 'refused',
  sentence,
  clears,
})
