import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'

/** Minutes in which the text sent by a removal also answers a request for it. */
const JUST_SENT_MINUTES = 10

// The table `text_opt_outs`.

export async function noteOptOut(tx: Tx, userId: number, address: string): Promise<void> {
  const now = sql<Date>`clock_now()`
  await run(
    tx,
    queries
      .insertInto('text_opt_outs')
      .values({ user_id: userId, address, sent_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ sent_at: now })),
  )
}

/** The address receives texts again, so that the next removal sends another last text. */
export async function forgetOptOut(tx: Tx, userId: number, address: string): Promise<void> {
  await run(tx, queries.deleteFrom('text_opt_outs').where('user_id', '=', userId).where('address', '=', address))
}

export async function wasOptOutJustSent(tx: Tx, userId: number, address: string): Promise<boolean> {
  const row = await runFirst(
    tx,
    queries
      .selectFrom('text_opt_outs')
      .select('sent_at')
      .where('user_id', '=', userId)
      .where('address', '=', address)
      .where('sent_at', '>', sql<Date>`clock_now() - make_interval(mins => ${JUST_SENT_MINUTES})`),
  )
  return row !== undefined
}
