import { sentences } from '../../../http/sentences.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Db } from '../../../db/database.ts'
import { everything } from '../../../db/scope.ts'
import { Answer, refuse, type Refusal } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import {
  accountOfUser,
  type VerifiedIdentity,
  completeSignIn,
  type SignInResult,
  type GateDeps,
  findSignInTicket,
  recordCompletion,
} from '../../sign-in/public.ts'
import { runFirst } from '../../../db/run.ts'

export interface CheckDeps extends GateDeps {
  db: Db
}

/** Everything but '204': an account that may not sign in is refused by '401'. */
type SsoResult = Exclude<SignInResult, Unknown>

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
): Promise<SsoResult> {
  const bindingHash = hashToken(request.binding ?? newToken())
  const usedMessage = sentences.sso_expired
  if (token === undefined) return refuse('401', usedMessage)
  const found = await deps.db.read(everything, (tx) => findSignInTicket(tx, 'federated', token, bindingHash))
  if (!found) return refuse('401', usedMessage)
  const account = await runFirst(deps.db, accountOfUser(found.userId))
  // A user whose sign-in method was changed in the meantime can only use the new one.
  if (account?.signInKind !== 'federated') return refuse('401', sentences.sso_unknown_user)
  const consume: VerifiedIdentity['consume'] = (tx) => recordCompletion(tx, account)
  const ticket = { step: 'federated', token, bindingHash, usedMessage } as const
  return asSsoResult(
    await completeSignIn(deps, { request }, { account, isConfirmed, isFactorPassed: false, ticket, consume }),
  )
}

/**
 * Users without a password here get no password messages; a user who may not sign in gets '401' (SIGN-059, SIGN-071).
 */
function asSsoResult(entry: SignInResult): SsoResult {
  if (entry instanceof Answer) return isOpen(entry) ? entry : refuse('401', entry.message)
  return isUnknown(entry) ? refuse('401', sentences.sso_unknown_user) : entry
}

type Unknown = Extract<SignInResult, Refusal<'204'>>
const isUnknown = (entry: SignInResult): entry is Unknown => 'code' in entry && entry.code === '204'

const isOpen = ({ data }: Answer<LoginResult>) => data.loginSessionId !== null
