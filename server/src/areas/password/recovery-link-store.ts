import { ask } from '../../db/ask.ts'
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
    /** A link for a user in place of any before; until when it is good. */
    issue: async (userId: number, tokenHash: Buffer, minutes: number): Promise<Date> => {
      const [row] = await ask<{ expiresAt: Date }>(tx, 'issue-recovery-link', issueLink, [userId, tokenHash, minutes])
      if (!row) throw new Error('The link was not stored')
      return row.expiresAt
    },

    /** Whose link it is, and leaves it as it is. */
    find: async (tokenHash: Buffer): Promise<number | undefined> => {
      const [row] = await ask<{ userId: number }>(tx, 'find-recovery-link', findLink, [tokenHash])
      return row?.userId
    },

    /** Takes it out of the world; undefined if somebody was faster. */
    redeem: async (tokenHash: Buffer): Promise<number | undefined> => {
      const [row] = await ask<{ userId: number }>(tx, 'redeem-recovery-link', redeemLink, [tokenHash])
      return row?.userId
    },
  }
}
