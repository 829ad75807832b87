import type { PasskeyProof } from '@portico/contract/second-factor/passkey.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { RequestOnly } from '../../http/caller.ts'
import { consumeAttempt, resetAttemptsIn } from '../attempts/public.ts'
import { isCodeRight } from './factors/authenticator.ts'
import { factorAttemptLimit } from './factors/factor-attempt-limit.ts'
import type { FactorOwner, FactorDeps } from './factor-deps.ts'
import { isPasskeyRight, takeChallenge } from './factors/passkey-ceremonies.ts'
import { consumeRecoveryCode } from './factors/recovery-codes.ts'
import { noticeByMail } from './second-factor-notice.ts'
import { tooMany } from './sign-in/show-factor.ts'
import type { Tx } from '../../db/database.ts'

/** A second factor as it was shown. */
export type FactorProof =
  | { by: 'code' | 'recovery code'; code: string; now: Date }
  | { by: 'passkey'; credential: PasskeyProof }

type WhenRight<Result> = (tx: Tx) => Promise<Result>
type Deps = Pick<FactorDeps, 'db' | 'keys' | 'publicUrl'>

/**
 * Checks the second factor of a signed-in user. One attempt is consumed first, of the budget that
 * sign-in has too (S18); `whenRight` runs in the transaction that uses the proof up.
 */
export async function proveFactor<Result>(
  deps: Deps,
  { request }: RequestOnly,
  { owner, proof, whenRight }: { owner: FactorOwner; proof: FactorProof; whenRight: WhenRight<Result> },
): Promise<Result | StandardRefusal> {
  if (await consumeAttempt(deps.db, factorAttemptLimit(owner.userId))) return tooMany()
  const challenge =
    proof.by === 'passkey' ? await deps.db.transact(everything, (tx) => takeChallenge(deps, tx, owner)) : undefined
  if (proof.by === 'passkey' && !challenge) return wrongProof(proof)
  return deps.db.transact(everything, async (tx) => {
    if (!(await isRight(deps, tx, { owner, proof, request, challenge }))) return wrongProof(proof)
    await resetAttemptsIn(tx, factorAttemptLimit(owner.userId))
    return whenRight(tx)
  })
}

interface Shown extends RequestOnly {
  owner: FactorOwner
  proof: FactorProof
  challenge: string | undefined
}

async function isRight(deps: Deps, tx: Tx, shown: Shown): Promise<boolean> {
  const { owner, proof, request, challenge = '' } = shown
  if (proof.by === 'passkey') return isPasskeyRight(deps, tx, owner, { challenge, credential: proof.credential })
  if (proof.by === 'code') return isCodeRight(deps, tx, owner, proof)
  if ((await consumeRecoveryCode(deps.keys, tx, owner.userId, proof.code)) === null) return false
  await noticeByMail(tx, { userId: owner.userId, change: 'recovery_code_used', request })
  return true
}

function wrongProof({ by }: FactorProof): StandardRefusal {
  if (by === 'passkey') return refuseField('credential', sentences.second_factor_passkey_wrong)
  return refuseField(
    'code',
    by === 'code' ? sentences.second_factor_code_wrong : sentences.second_factor_recovery_wrong,
  )
}
