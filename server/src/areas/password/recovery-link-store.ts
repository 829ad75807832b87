import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { bytes, instant, int, statement } from '../../db/statement.ts'

const issueLink = statement([int, bytes, int], {
  name: 'password: issue link',
  text: `
  insert into recovery_links (user_id, token_hash, expires_at)
  values ($1, $2, clock_now() + make_interval(mins => $3))
  on conflict (user_id) do update
     set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = clock_now()
  returning expires_at as "expiresAt"`,
  row: { expiresAt: instant },
})

const findLink = statement([bytes], {
  name: 'password: find link',
  text: `
  select user_id as "userId" from recovery_links where token_hash = $1 and expires_at > clock_now()`,
  row: { userId: int },
})

const redeemLink = statement([bytes], {
  name: 'password: redeem link',
  text: `
  delete from recovery_links where token_hash = $1 and expires_at > clock_now() returning user_id as "userId"`,
  row: { userId: int },
})

// The table `recovery_links`.

/** Replaces any former link of the user; returns the expiry. */
export async function storeRecoveryLink(tx: Tx, userId: number, tokenHash: Buffer, minutes: number): Promise<Date> {
  const row = await runFirst(tx, issueLink(userId, tokenHash, minutes))
  if (!row) throw new Error('The link was not stored')
  return row.expiresAt
}

/** Returns the user of a link without consuming it. */
export async function findRecoveryLink(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  const row = await runFirst(tx, findLink(tokenHash))
  return row?.userId
}

/** Deletes the link of a user, if there is one. */
export async function forgetRecoveryLink(tx: Tx, userId: number): Promise<void> {
  await run(tx, queries.deleteFrom('recovery_links').where('user_id', '=', userId))
}

/** Consumes the link; undefined when a concurrent call was faster. */
export async function consumeRecoveryLink(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  const row = await runFirst(tx, redeemLink(tokenHash))
  return row?.userId
}
