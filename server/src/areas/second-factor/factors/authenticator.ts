import type { SealedRows } from '../../../crypto/sealed-rows.ts'
import type { FactorOwner, FactorDeps } from '../factor-deps.ts'
import { ownerOf } from '../factor-deps.ts'
import { newSeed, seedAddress, stepOfCode } from './totp.ts'
import type { Tx } from '../../../db/database.ts'
import { beginFactorStep, findFactorStep, finishFactorStep } from './factor-progress-store.ts'
import { keepAuthenticator, findAuthenticator, takeCodeStep } from './factor-store.ts'

const SEED = 'authenticator seed'

type Keys = Pick<FactorDeps, 'keys'>

/** Returns a new seed, which is stored as pending until its first code confirms it. */
export async function beginAuthenticator(
  { keys, publicUrl }: Pick<FactorDeps, 'keys' | 'publicUrl'>,
  tx: Tx,
  owner: FactorOwner,
  userName: string,
): Promise<{ secret: string; address: string }> {
  const secret = newSeed()
  const sealed = keys.encrypt(SEED, secret, ownerOf(owner))
  await beginFactorStep(tx, { ...owner, kind: 'authenticator' }, sealed)
  return { secret, address: seedAddress(secret, userName, `Portico (${publicUrl.hostname})`) }
}

/** Enrolls the app when the code belongs to the pending seed of this browser; otherwise returns the refusal. */
export async function finishAuthenticator(
  { keys }: Keys,
  tx: Tx,
  owner: FactorOwner,
  { code, now }: { code: string; now: Date },
): Promise<'taken' | 'wrong code' | 'not begun'> {
  const begun = { ...owner, kind: 'authenticator' } as const
  const sealed = await findFactorStep(tx, begun)
  const seed = sealed && keys.decrypt(SEED, sealed, ownerOf(owner))
  if (!sealed || !seed) return 'not begun'
  const step = stepOfCode(seed, code, now)
  if (step === null) return 'wrong code'
  if ((await finishFactorStep(tx, begun)) === undefined) return 'not begun'
  await keepAuthenticator(tx, owner.userId, sealed, step)
  return 'taken'
}

/** Returns true when the code belongs to the user's app and was not used before (S18). */
export async function isCodeRight(
  { keys }: Keys,
  tx: Tx,
  owner: FactorOwner,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const authenticator = await findAuthenticator(tx, owner.userId)
  const seed = authenticator && keys.decrypt(SEED, authenticator.sealed_seed, ownerOf(owner))
  const step = seed ? stepOfCode(seed, code, now) : null
  return step !== null && takeCodeStep(tx, owner.userId, step)
}

/** Encrypts a seed for storage; also used to load a seed that is known beforehand. */
export const sealSeed = ({ keys }: Keys, userId: number, seed: string): string =>
  keys.encrypt(SEED, seed, ownerOf({ userId }))

export const authenticatorSeeds: SealedRows = {
  name: ['authenticator app', 'authenticator apps'],
  table: 'authenticators',
  id: 'user_id',
  sealed: 'sealed_seed',
  where: 'true',
  encryption: {
    purpose: SEED,
    contextOf: (userId) => ownerOf({ userId }),
    assignment: 'sealed_seed = changed.sealed',
  },
  whenLost: null,
}
