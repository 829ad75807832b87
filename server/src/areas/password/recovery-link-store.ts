import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

const issueLink = `
  insert into recovery_links (user_id, token_hash, expires_at)
  values ($1, $2, clock_now() + make_interval(mins => $3))
  on conflict (user_id) do update
     set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = clock_now()
  returning expires_at as "expiresAt"`

const findLink = `
  select user_id as "userId" from recovery_links where token_hash = $1 and expires_at > clock_now()`

const redeemLink = `
  delete from recovery_links where token_hash = $1 and expires_at > clock_now() returning user_id as "userId"`

/** The table `recovery_links`. */
export function recoveryLinkStore(tx: Tx) {
  return {
    /** Replaces any former link of the user; returns the expiry. */
    issue: async (userId: number, tokenHash: Buffer, minutes: number): Promise<Date> => {
      const [row] = await query<{ expiresAt: Date }>(tx, issueLink, [userId, tokenHash, minutes])
      if (!row) throw new Error('The link was not stored')
      return row.expiresAt
    },

    /** Returns the user of a link without consuming it. */
    find: async (tokenHash: Buffer): Promise<number | undefined> => {
      const [row] = await query<{ userId: number }>(tx, findLink, [tokenHash])
      return row?.userId
    },

    /** Deletes the link of a user, if there is one. */
    forgetOfUser: async (userId: number): Promise<void> => {
      await tx.deleteFrom('recovery_links').where('user_id', '=', userId).execute()
    },

    /** Consumes the link; undefined when a concurrent call was faster. */
    redeem: async (tokenHash: Buffer): Promise<number | undefined> => {
      const [row] = await query<{ userId: number }>(tx, redeemLink, [tokenHash])
      return row?.userId
    },
  }
}
