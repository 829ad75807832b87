import { checkActiveUser } from '@portico/contract/federation/federation.ts'
import { reauthenticateByTicket } from '@portico/contract/reauthentication/reauthentication.ts'
import { federationTexts } from '@portico/contract/federation/federation-texts.ts'
import { ApiError, call, request, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { returnPath } from '../../paths.ts'
import { signOutFinished } from '../../shell/sign-out.ts'
import { handleLoginAnswer, type SignInOutcome, outcomeOfError } from '../sign-in/sign-in.ts'

/** The parameters that the company's sign-on put into the fragment, which browsers do not send. */
export interface SsoCallback {
  ticket: string | undefined
  /** The ticket of a round trip that a signed-in user made to confirm their identity. */
  reauth: string | undefined
  /** Why there is no ticket. */
  errorCode: string | undefined
  returnTo: string | null
}

export function readSsoCallback(hash: string): SsoCallback {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const param = (name: string) => params.get(name) ?? undefined
  const returnTo = returnPath(param('returnTo'))
  return { ticket: param('ticket'), reauth: param('reauth'), errorCode: param('failed'), returnTo }
}

/** Checks whether the user may sign in; `endsOther` confirms ending their other session (SIGN-037). */
export async function finishSsoSignIn({ ticket, errorCode }: SsoCallback, endsOther = false): Promise<SignInOutcome> {
  if (errorCode !== undefined) return refusedSignOn(messageFor(errorCode))
  try {
    await signOutFinished()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    const query = { ...(ticket === undefined ? {} : { token: ticket }), ...confirmation }
    return await handleLoginAnswer(await request(checkActiveUser, { query }))
  } catch (error) {
    // SIGN-071: the server's message follows the specified words.
    return isCode(error, '401') ? refusedSignOn(error.message) : outcomeOfError(error)
  }
}

/** Submits the ticket of the identity check; returns the error, or null. */
export async function confirmSignIn(uid: number, token: string): Promise<string | null> {
  try {
    await call(reauthenticateByTicket, { params: { uid }, body: { token } })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message
  }
}

const refusedSignOn = (message: string): SignInOutcome => ({
  kind: 'refused',
  message: `${texts(federationTexts).sso_error} ${message}`,
  clears: 'nothing',
})

function messageFor(errorCode: string): string {
  const t = texts(federationTexts)
  const messages = new Map<string, string>([
    ['expired', t.sso_expired],
    ['company', t.sso_company_refused],
    ['unknown', t.sso_unknown_user],
    ['provider', t.sso_no_provider],
  ])
  return messages.get(errorCode) ?? t.sso_answer_refused
}
