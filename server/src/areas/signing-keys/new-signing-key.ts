import { newKeyWithCertificate } from '../../crypto/certificate.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import { keyPolicies, type SigningKeyPurpose } from './signing-key-rules.ts'
import type { NewSigningKey } from './signing-key-store.ts'

const DAY_MS = 86_400_000
const PURPOSE = 'signing key'
const contextOf = (id: number) => `${PURPOSE} ${id}`

/** Makes a key for a purpose; that takes up to a second. */
export async function newSigningKey(
  ring: KeyRing,
  purpose: SigningKeyPurpose,
  leadDays: number,
): Promise<NewSigningKey> {
  const { name, certificateDays } = keyPolicies[purpose]
  const now = Date.now()
  const { privateKey, certificate } = await newKeyWithCertificate({
    name,
    from: new Date(now - DAY_MS),
    to: new Date(now + certificateDays * DAY_MS),
  })
  return { purpose, leadDays, certificate, encrypt: (id) => ring.encrypt(PURPOSE, privateKey, contextOf(id)) }
}

/** Returns the private key (PEM); undefined where the operator's keys no longer decrypt it. */
export const decryptSigningKey = (ring: KeyRing, { id, privateKey }: { id: number; privateKey: string }) =>
  ring.decrypt(PURPOSE, privateKey, contextOf(id))

export const privateSigningKeys: SealedRows = {
  name: ['signing key', 'signing keys'],
  table: 'signing_keys',
  id: 'id',
  sealed: 'private_key',
  where: 'true',
  encryption: { purpose: PURPOSE, contextOf, assignment: 'private_key = changed.sealed' },
  whenLost: 'delete from signing_keys',
}
