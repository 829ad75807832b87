import {
  acceptLicense,
  type Enrollment,
  getPreloginCsrfToken,
  login,
  type LoginResult,
  type OtherSession,
} from '@portico/contract/sign-in/sign-in.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { ApiError, request, call, isCode } from '../../api/call.ts'
import { preLoginToken, startSession } from '../../api/session.ts'
import { texts } from '../../api/texts.ts'
import type { Failure } from '../../patterns/run-action.ts'
import { signOutFinished } from '../../shell/sign-out.ts'
import { startInvisibleCheck, runHumanCheck } from './human-check.ts'

export interface Credentials {
  userName: string
  password: string
}

/** Result of an attempt: signed in, redirected, a further step, or an error message. */
export type SignInOutcome =
  | { kind: 'signed-in' }
  /** The sign-in continues at this address, here or at the company. */
  | { kind: 'elsewhere'; address: string }
  | { kind: 'enroll'; enrollment: Enrollment }
  | { kind: 'duplicate'; other: OtherSession }
  | ({ kind: 'refused'; clears: 'nothing' | 'password' | 'everything' } & Failure)

/** One minute less than the ten of the server (decision B23). */
const TOKEN_LIFETIME_MS = 9 * 60_000

let fetchedAt = 0

/** Loads the token for the next sign-in; a failure shows only when the user submits. */
export async function fetchPreLoginToken(): Promise<void> {
  await signOutFinished()
  const { csrfToken, data } = await request(getPreloginCsrfToken)
  if (!csrfToken) return
  preLoginToken.write(csrfToken)
  fetchedAt = Date.now()
  // Started while the user types; a failure shows at the submit.
  if (data.humanCheck) startInvisibleCheck().catch(() => undefined)
}

/**
 * Sends a call with the pre-login token; fetches one where there is none, and replaces one that the server no longer
 * accepts once (PSWD-033).
 *
 * @throws ApiError with the message `noToken`, if given, where no token can be fetched
 */
export async function withPreLoginToken<Result>(send: () => Promise<Result>, noToken?: string): Promise<Result> {
  if (!preLoginToken.read()) await requirePreLoginToken(noToken)
  try {
    return await send()
  } catch (error) {
    if (!isCode(error, '401')) throw error
    preLoginToken.clear()
    await requirePreLoginToken(noToken)
    return send()
  }
}

async function requirePreLoginToken(noToken: string | undefined): Promise<void> {
  if (noToken === undefined) return fetchPreLoginToken()
  const refused = (cause?: unknown) => new ApiError(noToken, { status: 503, cause })
  await fetchPreLoginToken().catch((error: unknown) => {
    throw error instanceof ApiError ? refused(error) : error
  })
  if (!preLoginToken.read()) throw refused()
}

/** Signs in; `endsOther` confirms ending the other session (SIGN-037). */
export async function signIn({ userName, password }: Credentials, endsOther = false): Promise<SignInOutcome> {
  try {
    await signOutFinished()
    if (!preLoginToken.read() || Date.now() - fetchedAt > TOKEN_LIFETIME_MS) await fetchPreLoginToken()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    const body = { userNm: userName, password, host: location.host, ...confirmation }
    const answer = await request(login, { body })
    if (answer.code !== '204' || !answer.data?.humanCheck) return await handleLoginAnswer(answer)
    const message = await runHumanCheck()
    if (message !== null) return refusedOutcome(message, 'nothing')
    return await handleLoginAnswer(await request(login, { body }))
  } catch (error) {
    return outcomeOfError(error)
  }
}

/** Handles the server's answer after any method of proving identity; a successful one starts the session here. */
export async function handleLoginAnswer(
  answer: Awaited<ReturnType<typeof request<typeof login>>>,
): Promise<SignInOutcome> {
  if (answer.code === '409') return { kind: 'duplicate', other: answer.data }
  if (answer.code === '207') return { kind: 'elsewhere', address: answer.data }
  if (answer.code === '309') return { kind: 'enroll', enrollment: answer.data }
  if (answer.code === '204') return refusedOutcome(answer.message || signInWording().login_invalid, 'password')
  if (answer.data.loginSessionId === null)
    return refusedOutcome(answer.message || signInWording().login_failed, 'password')
  if (!answer.csrfToken) return refusedOutcome(signInWording().login_failed, 'nothing')
  startSession(answer.data, answer.csrfToken)
  await recordLicenseAcceptance(answer.data)
  return { kind: 'signed-in' }
}

/** Staff accept the license by signing in (SIGN-039). The server records it too, so a failure here is ignored. */
async function recordLicenseAcceptance({ internalUserFlg, eulaAcceptedDt, userId }: LoginResult): Promise<void> {
  if (!internalUserFlg || eulaAcceptedDt !== null) return
  await call(acceptLicense, { params: { uid: userId } }).catch(() => undefined)
}

export function outcomeOfError(error: unknown): SignInOutcome {
  if (isCode(error, '401')) {
    preLoginToken.clear()
    return refusedOutcome(signInWording().login_origin_refused, 'everything')
  }
  if (isCode(error, '429') || isCode(error, '503')) return refusedOutcome(error.message, 'nothing')
  if (isCode(error, '404') || isCode(error, '500'))
    return refusedOutcome(signInWording().login_service_trouble, 'password')
  if (error instanceof ApiError) return refusedOutcome(signInWording().login_failed, 'nothing')
  throw error
}

const signInWording = () => texts(signInTexts)

export const refusedOutcome = (message: string, clears: 'nothing' | 'password' | 'everything'): SignInOutcome => ({
  kind: 'refused',
  message,
  clears,
})
