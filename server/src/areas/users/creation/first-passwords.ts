import type { KeyRing } from '../../../crypto/key-ring.ts'
import { everything } from '../../../db/scope.ts'
import type { PasswordHashing } from '../../../crypto/password-hashing.ts'
import { makePassword, setTemporaryPassword } from '../actions/temporary-passwords.ts'
import type { Db } from '../../../db/database.ts'
import { fillMail } from '../../mail/public.ts'
import { queries } from '../../../db/queries.ts'
import { runFirst } from '../../../db/run.ts'

export interface FirstPasswordDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
}

/**
 * Makes the temporary password of a new user for a mail that is about to leave, and puts it into that mail. False:
 * the user has a password or is not active any more, and the mail is not needed.
 */
export async function issueFirstPassword(
  { db, hashing, keys }: FirstPasswordDeps,
  mailId: number,
  userId: number,
): Promise<boolean> {
  const newPassword = await makePassword(hashing)
  return db.transact(everything, async (tx) => {
    const user = await runFirst(
      tx,
      queries
        .selectFrom('users')
        .select(['id', 'user_name as userName', 'first_name as firstName', 'status', 'password_hash as passwordHash'])
        .where('id', '=', userId)
        .forNoKeyUpdate(),
    )
    if (user?.status !== 1 || user.passwordHash !== null) return false
    const fields = await setTemporaryPassword(tx, keys, user, newPassword, 'new-account')
    await fillMail(tx, mailId, { template: 'temporary-password', fields })
    return true
  })
}
