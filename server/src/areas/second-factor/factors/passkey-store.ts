import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/database.ts'

export interface Passkey {
  id: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

const passkeysOfUser = `
  select id, credential_id as "credentialId", public_key as "publicKey", signature_counter as counter, transports
    from passkeys where user_id = $1 order by id`

// A counter that does not increase belongs to a copy; authenticators without a counter stay at zero.
const usePasskey = `
  update passkeys set signature_counter = $2, last_used_at = clock_now()
   where id = $1 and (signature_counter < $2 or (signature_counter = 0 and $2 = 0))
  returning id`

/** The table `passkeys`. */
export function passkeyStore(tx: Tx) {
  return {
    list: (userId: number): Promise<Passkey[]> => query<Passkey>(tx, passkeysOfUser, [userId]),

    /** Returns false when the credential is already registered. */
    add: async (userId: number, passkey: Omit<Passkey, 'id'> & { name: string }): Promise<boolean> => {
      const added = await tx
        .insertInto('passkeys')
        .values({
          user_id: userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          signature_counter: passkey.counter,
          transports: passkey.transports,
          name: passkey.name,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Returns false when the counter shows a copy, or the same proof was used before. */
    use: async (id: number, counter: number): Promise<boolean> =>
      (await query(tx, usePasskey, [id, counter])).length > 0,

    remove: async (userId: number, id: number): Promise<boolean> => {
      const removed = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return removed.numDeletedRows > 0n
    },

    removeAll: async (userId: number): Promise<boolean> => {
      const removed = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
      return removed.numDeletedRows > 0n
    },
  }
}
