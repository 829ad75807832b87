import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { int, statement } from '../../../db/statement.ts'

/** Uploads, which began before the deletion, go on for two hours at most. */
const atRest = statement([int], {
  name: 'users: deleted and at rest',
  text: `select from users where id = $1 and status = 3 and status_changed_at <= clock_now() - interval '3 hours'`,
})

/** True for a user who was deleted so long ago that nothing they began still runs, such as an upload. */
export const isAtRest = async (tx: Tx, userId: number): Promise<boolean> => (await run(tx, atRest(userId))).length > 0
