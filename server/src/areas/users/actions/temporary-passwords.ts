import type { KeyRing } from '../../../crypto/key-ring.ts'
import { sealMailSecret, addMail } from '../../mail/public.ts'
import { temporaryPassword, storeTemporaryPassword } from '../../password/public.ts'
import type { PasswordHashing } from '../../../crypto/password-hashing.ts'
import type { Tx } from '../../../db/database.ts'

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

interface PasswordOwner {
  id: number
  userName: string
  firstName: string
  passwordHash: string | null
}

export interface PasswordReader extends PasswordOwner {
  email: string
  clientId: number
}

/** Gives a user a temporary password; returns the fields of the mail with it. */
export async function setTemporaryPassword(
  tx: Tx,
  keys: KeyRing,
  user: PasswordOwner,
  { password, hash }: NewPassword,
  reason: 'administrator' | 'new-account',
) {
  const validUntil = (await storeTemporaryPassword(tx, user, hash, TEMPORARY_PASSWORD_MINUTES)).toISOString()
  const { firstName, userName } = user
  return { firstName, userName, password: sealMailSecret(keys, password), validUntil, reason }
}

/**
 * Gives a user a temporary password and queues the mail with it; returns until when it can be used, in ISO 8601. The
 * password itself is stored nowhere but sealed in the mail (decisions B3, B15).
 */
export async function giveTemporaryPassword(
  tx: Tx,
  keys: KeyRing,
  user: PasswordReader,
  newPassword: NewPassword,
  reason: 'administrator' | 'new-account',
): Promise<string> {
  const fields = await setTemporaryPassword(tx, keys, user, newPassword, reason)
  await addMail(tx, {
    template: 'temporary-password',
    fields,
    dedupeKey: `temporary-password:${user.id}:${fields.validUntil}`,
    to: user.email,
    clientId: user.clientId,
  })
  return fields.validUntil
}
