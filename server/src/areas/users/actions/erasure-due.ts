import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { int, statement } from '../../../db/statement.ts'

/** Condition for users who were deleted $1 days ago or earlier, and can no longer be restored. */
const isUnrestorable = '$1::integer > 0 and status = 3 and status_changed_at < clock_now() - make_interval(days => $1)'

/**
 * Condition for those of them who are erased: a minute later, when every restoration that began in time has ended.
 * Nobody comes back after the erasure of the audit trail has begun.
 */
export const isErasable =
  'status = 3 and status_changed_at < (select clock_now()) - make_interval(days => $1, mins => 1)'

const unrestorableUser = statement([int, int], {
  name: 'users: unrestorable user',
  text: `select from users where ${isUnrestorable} and id = $2`,
})

/** True for a deleted user whose personal data are about to be erased. @param keptDays 0: never */
export const isErasureDue = async (tx: Tx, userId: number, keptDays: number): Promise<boolean> =>
  (await run(tx, unrestorableUser(keptDays, userId))).length > 0
