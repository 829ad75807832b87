import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Minutes in which the text sent by a removal also answers a request for it. */
const JUST_SENT_MINUTES = 10

/** The table `text_opt_outs`. */
export function optOutStore(tx: Tx) {
  return {
    note: async (userId: number, address: string): Promise<void> => {
      const now = sql<Date>`clock_now()`
      await tx
        .insertInto('text_opt_outs')
        .values({ user_id: userId, address, sent_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ sent_at: now }))
        .execute()
    },
    /** The address receives texts again, so that the next removal sends another last text. */
    forget: async (userId: number, address: string): Promise<void> => {
      await tx.deleteFrom('text_opt_outs').where('user_id', '=', userId).where('address', '=', address).execute()
    },
    wasJustSent: async (userId: number, address: string): Promise<boolean> => {
      const row = await tx
        .selectFrom('text_opt_outs')
        .select('sent_at')
        .where('user_id', '=', userId)
        .where('address', '=', address)
        .where('sent_at', '>', sql<Date>`clock_now() - make_interval(mins => ${JUST_SENT_MINUTES})`)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
