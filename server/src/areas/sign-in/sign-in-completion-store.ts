import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'

const recordCompletion = `
  with held as (
    select id from users where id = $1 and status = 1 and sign_in_kind = $2 for no key update)
  insert into user_sign_ins as known (user_id, last_signed_in_at) select id, clock_now() from held
  on conflict (user_id) do update
     set attempts = 0, locked_until = null,
         previous_signed_in_at = known.last_signed_in_at, last_signed_in_at = clock_now()
   where known.locked_until is distinct from 'infinity'
  returning 1`

const consumeToken = `
  insert into used_tokens (token_id, expires_at) select $1, $2::timestamptz where $2 > clock_now()
  on conflict do nothing returning 1`

/** The tables `user_sign_ins` and `used_tokens`, for users who authenticate elsewhere. */
export function signInCompletionStore(tx: Tx) {
  return {
    /**
     * Records a sign-in whose ticket is consumed already: restores the budget and updates the last sign-in. Locks the
     * row, as `recordSignIn` does. 'changed': the user's sign-in method has changed.
     */
    record: async ({ user_id, sign_in_kind }: Pick<SignInAccount, 'user_id' | 'sign_in_kind'>) => {
      const [row] = await query(tx, recordCompletion, [user_id, sign_in_kind])
      return row ? ('recorded' as const) : ('changed' as const)
    },

    /** Returns true once for each token within its lifetime. */
    consumeToken: async ({ id, expiresAt }: { id: Buffer; expiresAt: Date }): Promise<boolean> => {
      const spent = await query(tx, consumeToken, [id, expiresAt])
      return spent.length > 0
    },

    /** Gives the attempt back because nothing could be checked. */
    giveBackAttempt: async (userId: number): Promise<void> => {
      await tx
        .updateTable('user_sign_ins')
        .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
        .where('user_id', '=', userId)
        .execute()
    },
  }
}
