import type { KeyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import type { Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'
import { makePassword, setTemporaryPassword } from './temporary-passwords.ts'

export interface FirstPasswordDeps {
  transact: Transact<'outbox' | 'passwords' | 'tx'>
  hashing: PasswordHashing
  keys: KeyRing
}

/**
 * Makes the temporary password of a new user for a mail that is about to leave, and puts it into that mail. False:
 * the user has a password or is not active any more, and the mail is not needed.
 */
export async function issueFirstPassword(
  { transact, hashing, keys }: FirstPasswordDeps,
  mailId: number,
  userId: number,
): Promise<boolean> {
  const newPassword = await makePassword(hashing)
  return transact(everything, async (stores) => {
    const user = await stores.tx
      .selectFrom('users')
      .select(['id', 'user_name as userName', 'first_name as firstName', 'status', 'password_hash as passwordHash'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user?.status !== 1 || user.passwordHash !== null) return false
    const fields = await setTemporaryPassword(stores, keys, user, newPassword, 'new-account')
    await stores.outbox.fill(mailId, { template: 'temporary-password', fields })
    return true
  })
}
