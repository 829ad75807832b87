import { noMessage, sentences } from '../../../http/sentences.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { declaredCode, refuse } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import {
  type SignInAccount,
  type SignInStep,
  isSignInTicketOver,
  issueSignInTicket,
  redeemSignInTicket,
} from '../../sign-in/public.ts'
import { type FactorDeps, findAccountIn } from '../factor-deps.ts'
import { unauthorized } from './show-factor.ts'
import type { Tx } from '../../../db/database.ts'
import { takeSkip } from '../factors/factor-progress-store.ts'
import { recordAudit } from '../../audit/public.ts'

/** Minutes that a ticket in an address is valid: only as long as following it takes. */
const TICKET_MINUTES = 1

interface ProviderCall {
  /** Steps whose tickets the call accepts. */
  steps: readonly SignInStep[]
  /** Users the call is for: those with a password here, those of other sign-in methods, or both. */
  mayUse: (account: SignInAccount) => boolean
  /** Further effect of the call; a refusal leaves the ticket unchanged. */
  also?: (tx: Tx, call: RequestOnly, account: SignInAccount) => Promise<ReturnType<typeof refuse> | null>
}

const isSso = ({ signInKind }: SignInAccount) => signInKind !== 'password'
const hasPassword = (account: SignInAccount) => !isSso(account)

/** The four calls of the provider (decision B6). */
export const providerCalls = {
  login: { steps: ['factor-shown', 'enrolled'], mayUse: () => true },
  skip: { steps: ['enrolment'], mayUse: hasPassword, also: countSkip },
  ssoSkip: { steps: ['enrolment'], mayUse: isSso, also: countSkip },
  ssoEnrolled: { steps: ['enrolled'], mayUse: isSso },
} as const satisfies Record<string, ProviderCall>

/** Exchanges the ticket of one step for a ticket of the user check. */
export async function passProviderCall(
  deps: FactorDeps,
  call: RequestOnly,
  { steps, mayUse, also, token }: ProviderCall & { token: string },
) {
  const bindingHash = hashToken(call.request.binding ?? '')
  return deps.db.transact(everything, async (tx) => {
    const found = await redeemOne(tx, steps, token, bindingHash)
    if (!found) {
      const isOver = await isSignInTicketOver(tx, steps, token, bindingHash)
      return isOver ? declaredCode('408', noMessage, sentences.second_factor_expired) : unauthorized()
    }
    const account = await findAccountIn(tx, found.userId)
    if (!account || !mayUse(account)) return unauthorized()
    const refusal = await also?.(tx, call, account)
    if (refusal) return refusal
    const ticket = { ...found, step: 'factor-passed', bindingHash, minutes: TICKET_MINUTES } as const
    return { token: await issueSignInTicket(tx, ticket) }
  })
}

async function redeemOne(tx: Tx, steps: readonly SignInStep[], token: string, bindingHash: Buffer) {
  for (const step of steps) {
    const ticket = await redeemSignInTicket(tx, step, token, bindingHash)
    if (ticket) return ticket
  }
  return undefined
}

/**
 * Uses one of the skips that the client allows, counted in one statement; when none is left the factor is required
 * (S19).
 */
async function countSkip(tx: Tx, { request }: RequestOnly, account: SignInAccount) {
  const { userId, clientSecondFactorSkips: allowed } = account
  if (!(await takeSkip(tx, userId, allowed))) return refuse('403', sentences.second_factor_skip_refused)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  recordAudit(tx, request, { event: 'second_factor_skipped', ...about })
  return null
}
