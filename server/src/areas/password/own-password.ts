import { PASSWORD_ATTEMPTS_MINUTES } from '@portico/contract/limits.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { refuse, refuseField, refuseForNow } from '../../http/answers.ts'
import { getAccount, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import { resetAttempts, consumeAttempt, type AttemptLimit } from '../attempts/public.ts'

/**
 * Limit of wrong passwords of a signed-in user, over all calls that ask for it: a stolen session gets no more guesses
 * than a sign-in.
 */
export const currentPasswordLimit = (userId: number): AttemptLimit => ({
  key: ['current-password', userId],
  maxAttempts: 5,
  minutes: PASSWORD_ATTEMPTS_MINUTES,
})

type Denied = ReturnType<typeof refuse | typeof refuseField>

/** Verifies the password of a signed-in user; the refusal names the field it was entered in. */
export async function askPasswordAgain(
  { db, hashing }: { db: Db; hashing: PasswordHashing },
  userId: number,
  typed: { field: string; password: string; network?: string },
): Promise<PasswordAccount | Denied> {
  const account = await getAccount(db, userId)
  if (account.signInKind !== 'password' || account.passwordHash === null)
    return refuse('403', sentences.password_not_here)
  const at = (message: Message) => refuseField(typed.field, message)
  if (typed.password === '') return at(sentences.field_required)
  const tries = currentPasswordLimit(userId)
  const wait = await consumeAttempt(db, tries)
  if (wait) return refuseForNow('429', sentences.password_attempts_exhausted, wait.waitSeconds)
  if (!(await hashing.verify(account.passwordHash, typed.password, typed.network)))
    return at(sentences.password_current_wrong)
  await resetAttempts(db, tries)
  return account
}
