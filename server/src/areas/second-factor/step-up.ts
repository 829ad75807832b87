import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { SignInAccount } from '../sign-in/public.ts'
import { type FactorParts, findAccount } from './factor-parts.ts'
import { isFresh } from './second-factor-rules.ts'
import { tooMany, wrongField } from './show-factor.ts'

/** Why somebody may not change his second factor now. */
type Denied = ReturnType<typeof refuse> | ReturnType<typeof wrongField>

/**
 * Whoever changes a second factor shows once more who he is: by his password, or by having just
 * signed in where he has none here. Nobody does it through another's eyes (S46).
 */
export async function stepUp(
  parts: FactorParts,
  caller: Caller,
  facts: RequestFacts,
  password: string,
): Promise<SignInAccount | Denied> {
  const refusal = mayChange(parts, caller)
  if (refusal) return refusal
  const account = await findAccount(parts.db, caller.user.id)
  if (!account) throw new Error('A signed-in user has no account')
  if (account.sign_in_kind !== 'password' || account.password_hash === null) {
    const isRecent = isFresh(await signedInAt(parts, caller), account.now)
    return isRecent ? account : refuse('403', defaultTexts.second_factor_fresh_sign_in)
  }
  const { hashing, transact } = parts
  const hasTry = await transact(everything, ({ factorProgress }) => factorProgress.takeTry(caller.user.id, 'password'))
  if (!hasTry) return tooMany()
  if (!(await hashing.verify(account.password_hash, password, networkOf(facts.address))))
    return wrongField('currentPassword', defaultTexts.second_factor_password_wrong)
  await transact(everything, ({ factorProgress }) => factorProgress.restoreTries(caller.user.id, 'password'))
  return account
}

/** Refused: through another's eyes, and where the factors are kept elsewhere. */
export function mayChange({ provider }: Pick<FactorParts, 'provider'>, caller: Caller): Denied | null {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  return provider === 'built-in' ? null : refuse('403', defaultTexts.second_factor_not_here)
}

async function signedInAt({ transact }: FactorParts, { sessionId }: Caller): Promise<Date> {
  const session = await transact(everything, ({ tx }) =>
    tx.selectFrom('sessions').select('created_at').where('id', '=', sessionId).executeTakeFirstOrThrow(),
  )
  return session.created_at
}
