import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { int, statement } from '../../../db/statement.ts'

/**
 * Condition for a row `asked` of `erasures` that waits for its time. One from before the user was deleted does not
 * count: a node of an earlier version has restored the user and left it.
 */
export const isWaitingFor = (users: string): string =>
  `asked.user_id = ${users}.id and asked.erased_at is null and asked.requested_at >= ${users}.status_changed_at`

const isWaiting = isWaitingFor('users')

/** When a user is erased for the age alone, who was deleted at `deletedAt`; null where `keptDays` is 0. */
export const ageDate = (deletedAt: string, keptDays: string): string =>
  `case when ${keptDays}::integer > 0 then ${deletedAt} + make_interval(days => ${keptDays}::integer) end`

/**
 * Condition for users who were deleted $1 days ago or earlier, or whose erasure is due, and can no longer be restored.
 * One without a waiting time is due whatever time it is: a transaction that began before must not restore the user.
 */
const isUnrestorable = `status = 3 and (
  ($1::integer > 0 and status_changed_at < clock_now() - make_interval(days => $1))
  or exists (select from erasures asked where ${isWaiting} and (asked.due_at <= clock_now() or asked.due_at = asked.requested_at)))`

/**
 * Condition for those of them who are erased: a minute later, when every restoration that began in time has ended.
 * Nobody comes back after the erasure of the audit trail has begun. An erasure that was asked for without a waiting
 * time does not wait for that minute: asking locks the user, as restoring does.
 */
export const isErasable = `status = 3 and (
  ($1::integer > 0 and status_changed_at < (select clock_now()) - make_interval(days => $1, mins => 1))
  or exists (select from erasures asked where ${isWaiting}
               and (asked.due_at = asked.requested_at or asked.due_at < (select clock_now()) - interval '1 minute')))`

const unrestorableUser = statement([int, int], {
  name: 'users: unrestorable user',
  text: `select from users where ${isUnrestorable} and id = $2`,
})

/** True for a deleted user whose personal data are about to be erased. @param keptDays 0: only where it was asked for */
export const isErasureDue = async (tx: Tx, userId: number, keptDays: number): Promise<boolean> =>
  (await run(tx, unrestorableUser(keptDays, userId))).length > 0
