import type { Stores } from '../../stores.ts'
import type { FactorOwner, FactorParts } from './factor-parts.ts'
import { ownerOf } from './factor-parts.ts'
import { newSeed, seedAddress, stepOfCode } from './totp.ts'

const SEED = 'authenticator seed'

type Keys = Pick<FactorParts, 'keys'>

/** A new seed, told to its owner and kept aside until its first code confirms it. */
export async function beginAuthenticator(
  { keys, publicUrl }: Pick<FactorParts, 'keys' | 'publicUrl'>,
  { factorProgress }: Stores,
  owner: FactorOwner,
  userName: string,
): Promise<{ secret: string; address: string }> {
  const secret = newSeed()
  const sealed = keys.encrypt(SEED, secret, ownerOf(owner))
  await factorProgress.begin({ ...owner, kind: 'authenticator' }, sealed)
  return { secret, address: seedAddress(secret, userName, `Portico (${publicUrl.hostname})`) }
}

/** Takes the app into use if this is a code of the seed that was begun here; else says what is wrong. */
export async function finishAuthenticator(
  { keys }: Keys,
  { factors, factorProgress }: Stores,
  owner: FactorOwner,
  { code, now }: { code: string; now: Date },
): Promise<'taken' | 'wrong code' | 'not begun'> {
  const begun = { ...owner, kind: 'authenticator' } as const
  const sealed = await factorProgress.findBegun(begun)
  const seed = sealed && keys.decrypt(SEED, sealed, ownerOf(owner))
  if (!sealed || !seed) return 'not begun'
  const step = stepOfCode(seed, code, now)
  if (step === null) return 'wrong code'
  if ((await factorProgress.finish(begun)) === undefined) return 'not begun'
  await factors.keepAuthenticator(owner.userId, sealed, step)
  return 'taken'
}

/** True if this is a code of the user's app that was not used before (S18). */
export async function isCodeRight(
  { keys }: Keys,
  { factors }: Stores,
  owner: FactorOwner,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const authenticator = await factors.findAuthenticator(owner.userId)
  const seed = authenticator && keys.decrypt(SEED, authenticator.sealed_seed, ownerOf(owner))
  const step = seed ? stepOfCode(seed, code, now) : null
  return step !== null && factors.takeCodeStep(owner.userId, step)
}

/** A seed as it is stored, for who loads one that is known beforehand. */
export const sealSeed = ({ keys }: Keys, userId: number, seed: string): string =>
  keys.encrypt(SEED, seed, ownerOf({ userId }))
