import type { PasskeyProof } from '@portico/contract/passkey.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { RequestOnly } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { consumeAttempt, resetAttemptsIn } from '../attempts/public.ts'
import { isCodeRight } from './factors/authenticator.ts'
import { factorAttemptLimit } from './factors/factor-attempt-limit.ts'
import type { FactorOwner, FactorDeps } from './factor-deps.ts'
import { isPasskeyRight, takeChallenge } from './factors/passkey-ceremonies.ts'
import { consumeRecoveryCode } from './factors/recovery-codes.ts'
import { noticeByMail } from './second-factor-notice.ts'
import { tooMany } from './sign-in/show-factor.ts'

/** A second factor as it was shown. */
export type FactorProof =
  | { by: 'code' | 'recovery code'; code: string; now: Date }
  | { by: 'passkey'; credential: PasskeyProof }

type WhenRight<Result> = (stores: Pick<Stores, 'audit' | 'sessions' | 'signInTickets'>) => Promise<Result>
type Deps = Pick<FactorDeps, 'db' | 'keys' | 'publicUrl' | 'transact'>

/**
 * Checks the second factor of a signed-in user. One attempt is consumed first, of the budget that
 * sign-in has too (S18); `whenRight` runs in the transaction that uses the proof up.
 */
export async function proveFactor<Result>(
  { transact, ...deps }: Deps,
  { request }: RequestOnly,
  { owner, proof, whenRight }: { owner: FactorOwner; proof: FactorProof; whenRight: WhenRight<Result> },
): Promise<Result | StandardRefusal> {
  if (await consumeAttempt(deps.db, factorAttemptLimit(owner.userId))) return tooMany()
  const challenge =
    proof.by === 'passkey' ? await transact(everything, (stores) => takeChallenge(deps, stores, owner)) : undefined
  if (proof.by === 'passkey' && !challenge) return wrongProof(proof)
  return transact(everything, async (stores) => {
    if (!(await isRight(deps, stores, { owner, proof, request, challenge }))) return wrongProof(proof)
    await resetAttemptsIn(stores.tx, factorAttemptLimit(owner.userId))
    return whenRight(stores)
  })
}

interface Shown extends RequestOnly {
  owner: FactorOwner
  proof: FactorProof
  challenge: string | undefined
}

async function isRight(
  deps: Omit<Deps, 'transact'>,
  stores: Pick<Stores, 'factors' | 'outbox' | 'passkeys' | 'tx'>,
  shown: Shown,
): Promise<boolean> {
  const { owner, proof, request, challenge = '' } = shown
  if (proof.by === 'passkey') return isPasskeyRight(deps, stores, owner, { challenge, credential: proof.credential })
  if (proof.by === 'code') return isCodeRight(deps, stores, owner, proof)
  if ((await consumeRecoveryCode(deps.keys, stores, owner.userId, proof.code)) === null) return false
  await noticeByMail(stores, { userId: owner.userId, change: 'recovery_code_used', request })
  return true
}

function wrongProof({ by }: FactorProof): StandardRefusal {
  if (by === 'passkey') return refuseField('credential', sentences.second_factor_passkey_wrong)
  return refuseField(
    'code',
    by === 'code' ? sentences.second_factor_code_wrong : sentences.second_factor_recovery_wrong,
  )
}
