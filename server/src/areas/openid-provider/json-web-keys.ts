import type { JWK } from 'jose'
import { keyIdOf, type SigningKeys } from '../signing-keys/public.ts'

/** Returns the published keys, the signing one first. Keys that the operator's keys no longer decrypt are replaced. */
export async function readJsonWebKeys(keys: Pick<SigningKeys, 'published' | 'replaceLost'>): Promise<JWK[]> {
  const found = await openKeys(keys)
  if (found[0]?.isSigning) return found.map(({ jwk }) => jwk)
  await keys.replaceLost()
  return (await openKeys(keys)).map(({ jwk }) => jwk)
}

const openKeys = async (keys: Pick<SigningKeys, 'published'>) =>
  (await keys.published()).flatMap(({ id, privateKey }, at) =>
    privateKey === undefined
      ? []
      : [
          {
            isSigning: at === 0,
            jwk: { ...privateKey.export({ format: 'jwk' }), kid: keyIdOf(id), alg: 'RS256', use: 'sig' } as JWK,
          },
        ],
  )
