import {
  checkSecondFactorUser,
  getSecondFactorPrompt,
  returnFromProvider,
  secondFactorLogin,
  skipEnrollment,
  skipSsoEnrollment,
  ssoEnrollmentLogin,
  startAtProvider,
  type SecondFactorPrompt,
} from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { secondFactorTexts } from '@portico/contract/second-factor/second-factor-texts.ts'
import { ApiError, request, call, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'
import { handleLoginAnswer, fetchPreLoginToken, outcomeOfError, type SignInOutcome } from '../sign-in/sign-in.ts'

/** The sign-in in this browser that awaits a second factor; null: none, or its time is over. */
export async function loadPrompt(): Promise<SecondFactorPrompt | null> {
  try {
    // The sign-in page's token may expire before the steps that are left.
    await fetchPreLoginToken()
    return await call(getSecondFactorPrompt)
  } catch (error) {
    if (isCode(error, '401')) return null
    throw error
  }
}

/** The four calls of the provider have the same shape. */
type ProviderCall = typeof secondFactorLogin

/** Exchanges the token of one step for the session (decision B6). */
async function exchangeToken(endpoint: ProviderCall, token: string): Promise<SignInOutcome> {
  try {
    const answer = await request(endpoint, { body: { token } })
    if (answer.code === '408') return refusedFactor(answer.data)
    return await completeSignIn(answer.data.token)
  } catch (error) {
    return outcomeOf(error)
  }
}

let lastTicket = ''

async function completeSignIn(ticket: string, endsOther = false): Promise<SignInOutcome> {
  lastTicket = ticket
  const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
  return handleLoginAnswer(await request(checkSecondFactorUser, { query: { token: ticket, ...confirmation } }))
}

/** Confirms ending the other session by repeating the check; the server keeps the ticket valid for that. */
export const endOtherSession = (): Promise<SignInOutcome> => completeSignIn(lastTicket, true).catch(outcomeOf)

export const finishPrompt = (token: string): Promise<SignInOutcome> => exchangeToken(secondFactorLogin, token)

export const finishEnrollment = (token: string, { isSso }: Pick<SecondFactorPrompt, 'isSso'>): Promise<SignInOutcome> =>
  exchangeToken(isSso ? ssoEnrollmentLogin : secondFactorLogin, token)

/** Postpones the enrollment, where the client allows it (SIGN-004). */
export async function skipSetup(token: string): Promise<SignInOutcome> {
  try {
    const { isSso } = await call(getSecondFactorPrompt)
    return await exchangeToken(isSso ? skipSsoEnrollment : skipEnrollment, token)
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Redirects to the provider's page; returns the error message if that fails. */
export async function redirectToProvider(): Promise<string | null> {
  try {
    const answer = await request(startAtProvider, { body: {} })
    if (answer.code === '408') return answer.data
    location.assign(answer.data.address)
    return null
  } catch (error) {
    if (isCode(error, '401')) return factorPageTexts().factor_gone
    return messageOf(error)
  }
}

/** Submits the parameters with which the provider redirected back. */
export async function finishAtProvider(
  prompt: SecondFactorPrompt,
  result: { state: string; code: string },
): Promise<SignInOutcome> {
  try {
    const answer = await request(returnFromProvider, { body: { ...result, trustDevice: false } })
    if (answer.code === '408') return refusedFactor(answer.data)
    if (answer.code !== '200') return refusedFactor(factorTexts().second_factor_unauthorized)
    return prompt.step === 'enrol'
      ? await finishEnrollment(answer.data.token, prompt)
      : await finishPrompt(answer.data.token)
  } catch (error) {
    return outcomeOf(error)
  }
}

/** The message for a failed step: the server's (SIGN-072..074), or the general one of an unexpected error. */
export const messageOf = (error: unknown): string =>
  messageOfFailure(error) || factorTexts().second_factor_failed_built_in

function outcomeOf(error: unknown): SignInOutcome {
  if (error instanceof ApiError && ![401, 403, 503].includes(error.status)) return outcomeOfError(error)
  return refusedFactor(messageOf(error))
}

const factorTexts = () => texts(secondFactorTexts)
const factorPageTexts = () => texts(secondFactorPageTexts)

const refusedFactor = (sentence: string): SignInOutcome => ({ kind: 'refused', message: sentence, clears: 'nothing' })
