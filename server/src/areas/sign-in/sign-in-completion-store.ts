import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'
import { queries } from '../../db/queries.ts'
import { run, runCount } from '../../db/run.ts'
import { bytes, instant, int, statement, text } from '../../db/statement.ts'

const recordCompletionStatement = statement([int, text], {
  name: 'sign-in: record completion',
  text: `
  with held as (
    select id from users where id = $1 and status = 1 and sign_in_kind = $2 for no key update)
  insert into user_sign_ins as known (user_id, last_signed_in_at) select id, clock_now() from held
  on conflict (user_id) do update
     set attempts = 0, locked_until = null,
         previous_signed_in_at = known.last_signed_in_at, last_signed_in_at = clock_now()
   where known.locked_until is distinct from 'infinity'`,
})

const consumeTokenStatement = statement([bytes, instant], {
  name: 'sign-in: consume token',
  text: `
  insert into used_tokens (token_id, expires_at) select $1, $2::timestamptz where $2 > clock_now()
  on conflict do nothing`,
})

// The tables `user_sign_ins` and `used_tokens`, for users who authenticate elsewhere.

/**
 * Records a sign-in whose ticket is consumed already: restores the budget and updates the last sign-in. Locks the
 * row, as `recordSignIn` does. 'changed': the user's sign-in method has changed.
 */
export async function recordCompletion(tx: Tx, { userId, signInKind }: Pick<SignInAccount, 'userId' | 'signInKind'>) {
  const recorded = await runCount(tx, recordCompletionStatement(userId, signInKind))
  return recorded > 0 ? ('recorded' as const) : ('changed' as const)
}

/** Returns true once for each token within its lifetime. */
export async function consumeToken(tx: Tx, { id, expiresAt }: { id: Buffer; expiresAt: Date }): Promise<boolean> {
  const spent = await runCount(tx, consumeTokenStatement(id, expiresAt))
  return spent > 0
}

/** Gives the attempt back because nothing could be checked. */
export async function giveBackSignInAttempt(tx: Tx, userId: number): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('user_sign_ins')
      .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
      .where('user_id', '=', userId),
  )
}
