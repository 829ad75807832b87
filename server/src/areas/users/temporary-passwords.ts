import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Stores } from '../../stores.ts'
import { sealMailSecret } from '../mail/public.ts'
import { type PasswordHashing, temporaryPassword } from '../password/public.ts'

/** For how long a temporary password set by an administrator can be used (decision B15). */
const TEMPORARY_PASSWORD_MINUTES = 24 * 60

/** A password that is made before the transaction: hashing takes longer than a lock may be held. */
export interface NewPassword {
  password: string
  hash: string
}

export async function makePassword(hashing: PasswordHashing): Promise<NewPassword> {
  const password = temporaryPassword()
  return { password, hash: await hashing.hash(password) }
}

export interface PasswordReader {
  id: number
  userName: string
  firstName: string
  email: string
  clientId: number
  passwordHash: string | null
}

/**
 * Gives a user a temporary password and queues the mail with it; returns until when it can be used, in ISO 8601. The
 * password itself is stored nowhere but sealed in the mail (decisions B3, B15).
 */
export async function giveTemporaryPassword(
  { passwords, outbox }: Stores,
  keys: KeyRing,
  user: PasswordReader,
  { password, hash }: NewPassword,
  reason: 'administrator' | 'new-account',
): Promise<string> {
  const validUntil = (await passwords.setTemporary(user, hash, TEMPORARY_PASSWORD_MINUTES)).toISOString()
  await outbox.add({
    template: 'temporary-password',
    fields: {
      firstName: user.firstName,
      userName: user.userName,
      password: sealMailSecret(keys, password),
      validUntil,
      reason,
    },
    dedupeKey: `temporary-password:${user.id}:${validUntil}`,
    to: user.email,
    clientId: user.clientId,
  })
  return validUntil
}
