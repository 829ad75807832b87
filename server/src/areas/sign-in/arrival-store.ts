import { sql } from 'kysely'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'

const recordArrival = `
  with held as (
    select id from users where id = $1 and status = 1 and sign_in_kind = $2 for no key update)
  insert into user_sign_ins as known (user_id, last_signed_in_at) select id, clock_now() from held
  on conflict (user_id) do update
     set attempts = 0, locked_until = null,
         previous_signed_in_at = known.last_signed_in_at, last_signed_in_at = clock_now()
   where known.locked_until is distinct from 'infinity'
  returning 1`

const spendToken = `
  insert into spent_tokens (token_id, expires_at) select $1, $2::timestamptz where $2 > clock_now()
  on conflict do nothing returning 1`

/** The tables `user_sign_ins` and `spent_tokens`, for people who show elsewhere who they are. */
export function arrivalStore(tx: Tx) {
  return {
    /**
     * A session opens for somebody whose ticket is spent already: budget whole, moment of sign-in moved on.
     * Holds the row, as `recordSignIn` does. 'changed': he does not come in this way any more.
     */
    record: async ({ user_id, sign_in_kind }: Pick<SignInAccount, 'user_id' | 'sign_in_kind'>) => {
      const [row] = await ask(tx, 'record-arrival', recordArrival, [user_id, sign_in_kind])
      return row ? ('recorded' as const) : ('changed' as const)
    },

    /** True once for each token, and only while its time lasts. */
    spendToken: async ({ id, expiresAt }: { id: Buffer; expiresAt: Date }): Promise<boolean> => {
      const spent = await ask(tx, 'spend-token', spendToken, [id, expiresAt])
      return spent.length > 0
    },

    /** Nothing could be checked: the attempt counts for nothing. */
    giveBackAttempt: async (userId: number): Promise<void> => {
      await tx
        .updateTable('user_sign_ins')
        .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
        .where('user_id', '=', userId)
        .execute()
    },
  }
}
