import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { bytes, instant, int, statement } from '../../db/statement.ts'

/** Hours that the link to a new address is valid. */
const LINK_HOURS = 24

// A new email address from request to confirmation: `email_confirmations` and two columns of `users`.

const updateUser = (userId: number) => queries.updateTable('users').where('id', '=', userId)

const forgetConfirmation = (tx: Tx, userId: number) =>
  run(tx, queries.deleteFrom('email_confirmations').where('user_id', '=', userId))

const insertEmailConfirmations = statement([int, bytes, int], {
  name: 'account: insert email confirmations',
  text: `insert into email_confirmations (user_id, token_hash, expires_at)
         values ($1, $2, clock_now() + make_interval(hours => $3))
         on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
         returning expires_at as until`,
  row: { until: instant },
})

/** Stores the pending address, which invalidates an earlier link; returns the expiry. */
export async function awaitConfirmation(tx: Tx, userId: number, address: string, tokenHash: Buffer): Promise<Date> {
  await run(tx, updateUser(userId).set({ pending_email: address, updated_at: sql<Date>`clock_now()` }))
  const row = await runFirst(tx, insertEmailConfirmations(userId, tokenHash, LINK_HOURS))
  return row?.until as Date
}

/** Consumes the link in one statement; false when it is unknown, expired or used. */
export async function consumeConfirmation(tx: Tx, userId: number, tokenHash: Buffer): Promise<boolean> {
  const spent = await runFirst(
    tx,
    queries
      .deleteFrom('email_confirmations')
      .where('user_id', '=', userId)
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<Date>`clock_now()`)
      .returning('user_id'),
  )
  return spent !== undefined
}

/** Replaces the current address with the pending one. */
export async function adoptEmail(tx: Tx, userId: number, address: string): Promise<void> {
  await run(tx, updateUser(userId).set({ email: address, pending_email: null, updated_at: sql<Date>`clock_now()` }))
}

export async function withdrawPendingEmail(tx: Tx, userId: number): Promise<void> {
  await forgetConfirmation(tx, userId)
  await run(tx, updateUser(userId).set({ pending_email: null }))
}
