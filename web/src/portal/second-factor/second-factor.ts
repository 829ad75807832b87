import {
  checkSecondFactorUser,
  getSecondFactorPrompt,
  returnFromProvider,
  secondFactorLogin,
  skipEnrolment,
  skipSsoEnrolment,
  ssoEnrolmentLogin,
  startAtProvider,
  type SecondFactorPrompt,
} from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { secondFactorTexts } from '@portico/contract/texts/second-factor-texts.ts'
import { ApiError, ask, call, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { admit, fetchPreLoginToken, refusalFor, type Outcome } from '../sign-in/sign-in.ts'

/** What the sign-in of this browser waits for; null: there is none, or its time is over. */
export async function loadPrompt(): Promise<SecondFactorPrompt | null> {
  try {
    // The one of the sign-in page may be older than what is left to do here.
    await fetchPreLoginToken()
    return await call(getSecondFactorPrompt)
  } catch (error) {
    if (isCode(error, '401')) return null
    throw error
  }
}

/** The four calls of the provider have one shape. */
type ProviderCall = typeof secondFactorLogin

/** From the token of one step to the session (decision B6). */
async function passOn(endpoint: ProviderCall, token: string): Promise<Outcome> {
  try {
    const answer = await ask(endpoint, { body: { token } })
    if (answer.code === '408') return refused(answer.data)
    if (answer.code !== '200') return refused(answer.message || wording().second_factor_unauthorized)
    return await enter(answer.data.token)
  } catch (error) {
    return told(error)
  }
}

let lastTicket = ''

async function enter(ticket: string, endsOther = false): Promise<Outcome> {
  lastTicket = ticket
  const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
  return admit(await ask(checkSecondFactorUser, { query: { token: ticket, ...confirmation } }))
}

/** The other session may be ended: the same check once more, which the server keeps good for that. */
export const endOtherSession = (): Promise<Outcome> => enter(lastTicket, true).catch(told)

export const finishPrompt = (token: string): Promise<Outcome> => passOn(secondFactorLogin, token)

export const finishEnrolment = (token: string, { isSso }: Pick<SecondFactorPrompt, 'isSso'>): Promise<Outcome> =>
  passOn(isSso ? ssoEnrolmentLogin : secondFactorLogin, token)

/** Puts the enrolment off, where the client allows it (SIGN-004). */
export async function skip(token: string): Promise<Outcome> {
  try {
    const { isSso } = await call(getSecondFactorPrompt)
    return await passOn(isSso ? skipSsoEnrolment : skipEnrolment, token)
  } catch (error) {
    return told(error)
  }
}

/** Leaves for the provider's own page; a sentence where that cannot be. */
export async function leaveForProvider(): Promise<string | null> {
  try {
    const answer = await ask(startAtProvider, { body: {} })
    if (answer.code !== '200') return answer.code === '408' ? answer.data : wording().second_factor_unauthorized
    location.assign(answer.data.address)
    return null
  } catch (error) {
    if (isCode(error, '401')) return pageWording().factor_gone
    return sentenceOf(error)
  }
}

/** Back from the provider, with what it gave the browser. */
export async function comeBack(prompt: SecondFactorPrompt, brought: { state: string; code: string }): Promise<Outcome> {
  try {
    const answer = await ask(returnFromProvider, { body: { ...brought, trustDevice: false } })
    if (answer.code === '408') return refused(answer.data)
    if (answer.code !== '200') return refused(wording().second_factor_unauthorized)
    return prompt.step === 'enrol'
      ? await finishEnrolment(answer.data.token, prompt)
      : await finishPrompt(answer.data.token)
  } catch (error) {
    return told(error)
  }
}

/** What the server says of a failed step, fit to be shown (SIGN-072..074). */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.message || wording().second_factor_failed_built_in
}

function told(error: unknown): Outcome {
  if (error instanceof ApiError && [401, 403, 503].includes(error.status)) return refused(sentenceOf(error))
  return refusalFor(error)
}

const wording = () => texts(secondFactorTexts)
const pageWording = () => texts(secondFactorPageTexts)

const refused = (sentence: string): Outcome => ({ kind: 'refused', sentence, clears: 'nothing' })
