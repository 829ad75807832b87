import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import { getAccount, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { forgetTries, takeTry, type TryLimit } from './secret-tries.ts'

/** Whoever holds a session that he should not have may guess no more often than at the door. */
export const triesOf = (userId: number): TryLimit => ({ of: ['current-password', userId], most: 5, minutes: 15 })

type Denied = ReturnType<typeof refuse | typeof refuseFields>

/** Asks somebody who is signed in for his password once more; the refusal names the field it was typed into. */
export async function askPasswordAgain(
  { db, hashing }: { db: Db; hashing: PasswordHashing },
  userId: number,
  typed: { field: string; password: string },
): Promise<PasswordAccount | Denied> {
  const account = await getAccount(db, userId)
  if (account.signInKind !== 'password' || account.passwordHash === null)
    return refuse('403', defaultTexts.password_not_here)
  const at = (message: string) => refuseFields('422', message, [{ field: typed.field, message }])
  if (typed.password === '') return at(defaultTexts.field_required)
  const tries = triesOf(userId)
  const wait = await takeTry(db, tries)
  if (wait) return refuseForNow('429', defaultTexts.password_tries_spent, wait.waitSeconds)
  if (!(await hashing.verify(account.passwordHash, typed.password))) return at(defaultTexts.password_current_wrong)
  await forgetTries(db, tries)
  return account
}
