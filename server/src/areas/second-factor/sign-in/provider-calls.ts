import { noMessage, sentences } from '../../../http/sentences.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { outcome, refuse } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import type { Stores } from '../../../stores.ts'
import type { SignInAccount, SignInStep } from '../../sign-in/public.ts'
import { type FactorDeps, findAccountIn } from '../factor-deps.ts'
import { unauthorized } from './show-factor.ts'

/** Minutes that a ticket in an address is valid: only as long as following it takes. */
const TICKET_MINUTES = 1

interface ProviderCall {
  /** Steps whose tickets the call accepts. */
  steps: readonly SignInStep[]
  /** Users the call is for: those with a password here, those of other sign-in methods, or both. */
  mayUse: (account: SignInAccount) => boolean
  /** Further effect of the call; a refusal leaves the ticket unchanged. */
  also?: (
    stores: Pick<Stores, 'audit' | 'factorProgress'>,
    call: RequestOnly,
    account: SignInAccount,
  ) => Promise<ReturnType<typeof refuse> | null>
}

const isSso = ({ sign_in_kind }: SignInAccount) => sign_in_kind !== 'password'
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
  return deps.transact(everything, async (stores) => {
    const found = await redeemOne(stores, steps, token, bindingHash)
    if (!found) {
      const isOver = await stores.signInTickets.isOver(steps, token, bindingHash)
      return isOver ? outcome('408', noMessage, sentences.second_factor_expired) : unauthorized()
    }
    const account = await findAccountIn(stores, found.userId)
    if (!account || !mayUse(account)) return unauthorized()
    const refusal = await also?.(stores, call, account)
    if (refusal) return refusal
    const ticket = { ...found, step: 'factor-passed', bindingHash, minutes: TICKET_MINUTES } as const
    return { token: await stores.signInTickets.issue(ticket) }
  })
}

async function redeemOne(
  { signInTickets }: Pick<Stores, 'signInTickets'>,
  steps: readonly SignInStep[],
  token: string,
  bindingHash: Buffer,
) {
  for (const step of steps) {
    const ticket = await signInTickets.redeem(step, token, bindingHash)
    if (ticket) return ticket
  }
  return undefined
}

/**
 * Uses one of the skips that the client allows, counted in one statement; when none is left the factor is required
 * (S19).
 */
async function countSkip(
  { factorProgress, audit }: Pick<Stores, 'audit' | 'factorProgress'>,
  { request }: RequestOnly,
  account: SignInAccount,
) {
  const { user_id: userId, client_second_factor_skips: allowed } = account
  if (!(await factorProgress.countSkip(userId, allowed))) return refuse('403', sentences.second_factor_skip_refused)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  audit.record(request, { event: 'second_factor_skipped', ...about })
  return null
}
