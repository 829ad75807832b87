import { sentences } from '../../http/sentences.ts'
import type { LoginResult } from '@portico/contract/sign-in.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { RequestOnly } from '../../http/caller.ts'
import {
  accountOfUser,
  type VerifiedIdentity,
  completeSignIn,
  type SignInResult,
  type GateDeps,
  type SignInAccount,
  wrong,
} from '../sign-in/public.ts'

export interface CheckDeps extends GateDeps {
  db: Db
}

interface TicketShown {
  token: string | undefined
  /** True: the user's other sessions end. */
  isConfirmed: boolean
}

/** Runs the gates after the credentials (decision B7) for a user authenticated by a provider. */
export async function signInByTicket(
  deps: CheckDeps,
  { request }: RequestOnly,
  { token, isConfirmed }: TicketShown,
): Promise<SignInResult> {
  const bindingHash = hashToken(request.binding ?? newToken())
  const usedMessage = sentences.sso_expired
  if (token === undefined) return refuse('401', usedMessage)
  const found = await deps.transact(everything, ({ signInTickets }) =>
    signInTickets.find('federated', token, bindingHash),
  )
  if (!found) return refuse('401', usedMessage)
  const [account] = await deps.db.prepared<SignInAccount>(accountOfUser, [found.userId])
  // A user whose sign-in method was changed in the meantime can only use the new one.
  if (account?.sign_in_kind !== 'federated') return refuse('401', sentences.sso_unknown_user)
  const consume: VerifiedIdentity['consume'] = ({ signInCompletions }) => signInCompletions.record(account)
  const ticket = { step: 'federated', token, bindingHash, usedMessage } as const
  return asSsoResult(
    await completeSignIn(deps, { request }, { account, isConfirmed, isFactorPassed: false, ticket, consume }),
  )
}

/**
 * Users without a password here get no password messages; a user who may not sign in gets '401' (SIGN-059, SIGN-071).
 */
function asSsoResult(entry: SignInResult): SignInResult {
  if (entry instanceof Answer) return isOpen(entry) ? entry : refuse('401', entry.message)
  const isWrong = entry.code === '204' && entry.message === wrong().message
  return isWrong ? refuse('401', sentences.sso_unknown_user) : entry
}

const isOpen = ({ data }: Answer<LoginResult>) => data.loginSessionId !== null
