import type { Tx } from '../../../db/database.ts'
import { queries } from '../../../db/queries.ts'
import { runCount, run } from '../../../db/run.ts'
import { arrayOf, bytes, int, type RowOf, statement, text } from '../../../db/statement.ts'

export type Passkey = RowOf<typeof passkeysOfUser>

const passkeysOfUser = statement([int], {
  name: 'second-factor: passkeys of user',
  text: `
  select id, credential_id as "credentialId", public_key as "publicKey", signature_counter as counter, transports
    from passkeys where user_id = $1 order by id`,
  row: { id: int, credentialId: text, publicKey: bytes, counter: int, transports: arrayOf(text) },
})

// A counter that does not increase belongs to a copy; authenticators without a counter stay at zero.
const countPasskey = statement([int, int], {
  name: 'second-factor: count passkey',
  text: `
  update passkeys set signature_counter = $2, last_used_at = clock_now()
   where id = $1 and (signature_counter < $2 or (signature_counter = 0 and $2 = 0))
  returning id`,
  row: { id: int },
})

// The table `passkeys`.

export const listPasskeys = (tx: Tx, userId: number): Promise<Passkey[]> => run(tx, passkeysOfUser(userId))

/** Returns false when the credential is already registered. */
export async function addPasskey(
  tx: Tx,
  userId: number,
  passkey: Omit<Passkey, 'id'> & { name: string },
): Promise<boolean> {
  const added = await runCount(
    tx,
    queries
      .insertInto('passkeys')
      .values({
        user_id: userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        signature_counter: passkey.counter,
        transports: passkey.transports,
        name: passkey.name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing()),
  )
  return added > 0
}

/** Returns false when the counter shows a copy, or the same proof was used before. */
export const countPasskeyUse = async (tx: Tx, id: number, counter: number): Promise<boolean> =>
  (await run(tx, countPasskey(id, counter))).length > 0

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const removed = await runCount(tx, queries.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId))
  return removed > 0
}

export async function deletePasskeys(tx: Tx, userId: number): Promise<boolean> {
  const removed = await runCount(tx, queries.deleteFrom('passkeys').where('user_id', '=', userId))
  return removed > 0
}
