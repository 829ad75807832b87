import { CompactSign } from 'jose'
import { keyIdOf, type SigningKeys } from '../../signing-keys/public.ts'

/** Signs claims as a security event token (RFC 8417). */
type SignToken = (claims: string) => Promise<string>

/** Opens the key with which tokens are signed now, and which the portal publishes; null: it has none. */
export async function openTokenSigner(keys: Pick<SigningKeys, 'published' | 'replaceLost'>): Promise<SignToken | null> {
  let [key] = await keys.published()
  if (!key?.privateKey) {
    await keys.replaceLost()
    key = (await keys.published())[0]
  }
  const { id, privateKey } = key ?? {}
  if (id === undefined || !privateKey) return null
  const header = { alg: 'RS256', typ: 'secevent+jwt', kid: keyIdOf(id) }
  return (claims) => new CompactSign(new TextEncoder().encode(claims)).setProtectedHeader(header).sign(privateKey)
}
