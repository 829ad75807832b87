import { RECENT_VISITS_MAX } from '@portico/contract/preferences/recent-visits.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, statement, text } from '../../db/statement.ts'

// The row of `list_preferences` with the name 'recent', which is no list of the contract: its columns are the addresses
// that a user visited last. Every statement names the owner.

const selectVisits = statement([int], {
  name: 'preferences: select recent visits',
  text: `select hidden_columns as addresses from list_preferences where user_id = $1 and list_name = 'recent'`,
  row: { addresses: arrayOf(text) },
})

/** The addresses that a user visited last, the newest first. */
export const readRecentVisits = async (tx: Tx, userId: number): Promise<string[]> =>
  (await runFirst(tx, selectVisits(userId)))?.addresses ?? []

const insertVisit = statement([int, text, int], {
  name: 'preferences: insert recent visit',
  text: `insert into list_preferences as kept (user_id, list_name, hidden_columns) values ($1, 'recent', array[$2::text])
         on conflict (user_id, list_name) do update
         set hidden_columns = (array[$2::text] || array_remove(kept.hidden_columns, $2::text))[1:$3::integer]`,
})

/** Puts an address first, in one statement: tabs of one user lose nothing of each other. */
export async function noteRecentVisit(tx: Tx, userId: number, address: string): Promise<void> {
  await run(tx, insertVisit(userId, address, RECENT_VISITS_MAX))
}
