import { sql } from 'kysely'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** Hours for which the link to a new address is good. */
const LINK_HOURS = 24

/** A new e-mail address from being given to being confirmed: `email_confirmations` and two columns of `users`. */
export function emailConfirmationStore(tx: Tx) {
  const users = (userId: number) => tx.updateTable('users').where('id', '=', userId)
  const forget = (userId: number) => tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
  return {
    /** Keeps the address beside the present one; an earlier link is good for nothing then. Until when the new one is. */
    wait: async (userId: number, address: string, tokenHash: Buffer): Promise<Date> => {
      await users(userId)
        .set({ pending_email: address, updated_at: sql<Date>`clock_now()` })
        .execute()
      const [row] = await ask<{ until: Date }>(
        tx,
        'await-email',
        `insert into email_confirmations (user_id, token_hash, expires_at)
         values ($1, $2, clock_now() + make_interval(hours => $3))
         on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
         returning expires_at as until`,
        [userId, tokenHash, LINK_HOURS],
      )
      return row?.until as Date
    },

    /** Spends the link, in one statement; false where it is none, is over, or was spent before. */
    spend: async (userId: number, tokenHash: Buffer): Promise<boolean> => {
      const spent = await tx
        .deleteFrom('email_confirmations')
        .where('user_id', '=', userId)
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', sql<Date>`clock_now()`)
        .returning('user_id')
        .executeTakeFirst()
      return spent !== undefined
    },

    /** The waiting address takes the place of the present one. */
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
