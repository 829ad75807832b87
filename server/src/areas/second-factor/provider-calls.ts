import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { outcome, refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import type { SignInAccount, SignInStep } from '../sign-in/public.ts'
import { type FactorParts, findAccountIn } from './factor-parts.ts'
import { unauthorized } from './show-factor.ts'

/** A ticket in an address lives no longer than it takes to go there. */
const TICKET_MINUTES = 1

interface ProviderCall {
  /** Tickets that the call takes. */
  steps: readonly SignInStep[]
  /** For whom it is: people with a password here, those who signed in elsewhere, or both. */
  mayUse: (account: SignInAccount) => boolean
  /** What else has to happen; a refusal leaves the ticket as it was. */
  also?: (stores: Stores, account: SignInAccount, facts: RequestFacts) => Promise<ReturnType<typeof refuse> | null>
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

/** Takes the ticket of one step and gives the one for the check of the user. */
export async function passProviderCall(parts: FactorParts, call: ProviderCall, token: string, facts: RequestFacts) {
  const bindingHash = hashToken(facts.binding ?? '')
  return parts.transact(everything, async (stores) => {
    const found = await redeemOne(stores, call.steps, token, bindingHash)
    if (!found) {
      const isOver = await stores.signInTickets.isOver(call.steps, token, bindingHash)
      return isOver ? outcome('408', '', defaultTexts.second_factor_expired) : unauthorized()
    }
    const account = await findAccountIn(stores, found.userId)
    if (!account || !call.mayUse(account)) return unauthorized()
    const refusal = await call.also?.(stores, account, facts)
    if (refusal) return refusal
    const ticket = { ...found, step: 'factor-passed', bindingHash, minutes: TICKET_MINUTES } as const
    return { token: await stores.signInTickets.issue(ticket) }
  })
}

async function redeemOne({ signInTickets }: Stores, steps: readonly SignInStep[], token: string, bindingHash: Buffer) {
  for (const step of steps) {
    const ticket = await signInTickets.redeem(step, token, bindingHash)
    if (ticket) return ticket
  }
  return undefined
}

/** One of the times that the client allows, counted in one statement; where none is left the factor is demanded (S19). */
async function countSkip({ factorProgress, audit }: Stores, account: SignInAccount, facts: RequestFacts) {
  const { user_id: userId, client_second_factor_skips: allowed } = account
  if (!(await factorProgress.countSkip(userId, allowed))) return refuse('403', defaultTexts.second_factor_skip_refused)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  audit.record(facts, { event: 'second_factor_skipped', ...about })
  return null
}
