import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

/** Hours that the link to a new address is valid. */
const LINK_HOURS = 24

/** A new email address from request to confirmation: `email_confirmations` and two columns of `users`. */
export function emailConfirmationStore(tx: Tx) {
  const users = (userId: number) => tx.updateTable('users').where('id', '=', userId)
  const forget = (userId: number) => tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
  return {
    /** Stores the pending address, which invalidates an earlier link; returns the expiry. */
    wait: async (userId: number, address: string, tokenHash: Buffer): Promise<Date> => {
      await users(userId)
        .set({ pending_email: address, updated_at: sql<Date>`clock_now()` })
        .execute()
      const [row] = await query<{ until: Date }>(
        tx,
        `insert into email_confirmations (user_id, token_hash, expires_at)
         values ($1, $2, clock_now() + make_interval(hours => $3))
         on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
         returning expires_at as until`,
        [userId, tokenHash, LINK_HOURS],
      )
      return row?.until as Date
    },

    /** Consumes the link in one statement; false when it is unknown, expired or used. */
    consume: async (userId: number, tokenHash: Buffer): Promise<boolean> => {
      const spent = await tx
        .deleteFrom('email_confirmations')
        .where('user_id', '=', userId)
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', sql<Date>`clock_now()`)
        .returning('user_id')
        .executeTakeFirst()
      return spent !== undefined
    },

    /** Replaces the current address with the pending one. */
    adopt: async (userId: number, address: string): Promise<void> => {
      await users(userId)
        .set({ email: address, pending_email: null, updated_at: sql<Date>`clock_now()` })
        .execute()
    },

    withdraw: async (userId: number): Promise<void> => {
      await forget(userId)
      await users(userId).set({ pending_email: null }).execute()
    },
  }
}
