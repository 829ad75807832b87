import { randomInt } from 'node:crypto'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Stores } from '../../stores.ts'
import { CODE_LENGTH, CODE_LETTERS, foldRecoveryCode, grouped, RECOVERY_CODES } from './recovery-code-rules.ts'

const PURPOSE = 'recovery code'

/** Signed with the portal's keys: who reads the table alone cannot try codes against it. */
const signedText = (userId: number, code: string) => `${userId} ${code}`

const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Ten new codes, shown this once; those before are void. */
export async function renewRecoveryCodes(keys: KeyRing, { factors }: Stores, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await factors.replaceRecoveryCodes(
    userId,
    codes.map((code) => keys.sign(PURPOSE, signedText(userId, code))),
  )
  return codes.map(grouped)
}

/** The first ten; none for somebody who has some. */
export async function firstRecoveryCodes(keys: KeyRing, stores: Stores, userId: number): Promise<string[]> {
  const left = await stores.factors.listRecoveryCodes(userId)
  return left.length > 0 ? [] : renewRecoveryCodes(keys, stores, userId)
}

/** Uses the code up; null if it is none of the user's unused ones, else how many are left. */
export async function spendRecoveryCode(
  keys: KeyRing,
  { factors }: Stores,
  userId: number,
  typed: string,
): Promise<number | null> {
  const unused = await factors.listRecoveryCodes(userId)
  const text = signedText(userId, foldRecoveryCode(typed))
  const [found] = unused.filter(({ signed_code }) => keys.verify(PURPOSE, text, signed_code))
  return found && (await factors.useRecoveryCode(found.id)) ? unused.length - 1 : null
}
