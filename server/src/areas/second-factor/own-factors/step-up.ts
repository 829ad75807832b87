import { sentences } from '../../../http/sentences.ts'
import { everything } from '../../../db/scope.ts'
import { Refusal, refuse, type refuseFields } from '../../../http/answers.ts'
import type { CallContext, Caller } from '../../../http/caller.ts'
import { networkOf } from '../../../http/network.ts'
import { askPasswordAgain } from '../../password/public.ts'
import type { SignInAccount } from '../../sign-in/public.ts'
import { type FactorDeps, findAccount } from '../factor-deps.ts'
import { isFresh } from '../second-factor-rules.ts'
import { queries } from '../../../db/queries.ts'
import { runOne } from '../../../db/run.ts'

/** Why a user may not change their second factor now. */
type Denied = ReturnType<typeof refuse | typeof refuseFields>

/**
 * Requires the user to prove their identity again: by password, or by a recent sign-in for users without a password
 * here.
 */
export async function stepUp(
  deps: FactorDeps,
  { caller, request }: CallContext,
  password: string,
): Promise<SignInAccount | Denied> {
  const refusal = refuseElsewhere(deps)
  if (refusal) return refusal
  const account = await findAccount(deps.db, caller.user.id)
  if (!account) throw new Error('A signed-in user has no account')
  if (account.signInKind !== 'password' || account.passwordHash === null) {
    const isRecent = isFresh(await signedInAt(deps, caller), account.now)
    return isRecent ? account : refuse('403', sentences.second_factor_fresh_sign_in)
  }
  const typed = { field: 'currentPassword', password, network: networkOf(request.address) }
  const again = await askPasswordAgain(deps, caller.user.id, typed)
  return again instanceof Refusal ? again : account
}

/** Refuses when another provider manages the factors. */
export function refuseElsewhere({ provider }: Pick<FactorDeps, 'provider'>): Denied | null {
  return provider === 'built-in' ? null : refuse('403', sentences.second_factor_not_here)
}

async function signedInAt({ db }: FactorDeps, { sessionId }: Caller): Promise<Date> {
  const session = await db.read(everything, (tx) =>
    runOne(tx, queries.selectFrom('sessions').select('created_at').where('id', '=', sessionId)),
  )
  return session.created_at
}
