import { RECOVERY_CODES } from '@portico/contract/limits.ts'
import { randomInt } from 'node:crypto'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import type { SealedRows } from '../../../crypto/sealed-rows.ts'
import { CODE_LENGTH, CODE_LETTERS, foldRecoveryCode, grouped } from './recovery-code-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { replaceRecoveryCodes, listRecoveryCodes, markRecoveryCodeUsed } from './factor-store.ts'

const PURPOSE = 'recovery code'

/** Signed with the portal's keys, so that a reader of the table alone cannot test codes against it. */
const signedText = (userId: number, code: string) => `${userId} ${code}`

const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Returns ten new codes, shown only now; the former ones become invalid. */
export async function renewRecoveryCodes(keys: KeyRing, tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => keys.sign(PURPOSE, signedText(userId, code))),
  )
  return codes.map(grouped)
}

/** Returns the first ten codes, or none when the user already has codes. */
export async function firstRecoveryCodes(keys: KeyRing, tx: Tx, userId: number): Promise<string[]> {
  const left = await listRecoveryCodes(tx, userId)
  return left.length > 0 ? [] : renewRecoveryCodes(keys, tx, userId)
}

/** Consumes the code; null when it is none of the user's unused ones, else the number that is left. */
export async function consumeRecoveryCode(
  keys: KeyRing,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<number | null> {
  const unused = await listRecoveryCodes(tx, userId)
  const text = signedText(userId, foldRecoveryCode(typed))
  const [found] = unused.filter(({ signed_code }) => keys.verify(PURPOSE, text, signed_code))
  return found && (await markRecoveryCodeUsed(tx, found.id)) ? unused.length - 1 : null
}

export const unusedRecoveryCodes: SealedRows = {
  name: ['recovery code', 'recovery codes'],
  table: 'recovery_codes',
  id: 'id',
  sealed: 'signed_code',
  where: 'used_at is null',
  encryption: null,
  whenLost: 'delete from recovery_codes',
}
