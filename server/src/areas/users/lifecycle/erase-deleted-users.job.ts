import { everything } from '../../../db/scope.ts'
import type { JobDefinition } from '../../../jobs/job.ts'
import { jobOutcome } from '../../../jobs/job-outcome.ts'
import { isErasable } from '../actions/erasure-due.ts'
import { run } from '../../../db/run.ts'
import { int, statement } from '../../../db/statement.ts'
import { forgetOvertakenRequests } from './erasure-store.ts'
import { eraseDueUsers, type ErasureDeps } from './erase-users.ts'

/** Users that one transaction erases. */
export const ERASED_AT_ONCE = 100

const due = statement([int], {
  name: 'users: due',
  text: `select id from users where ${isErasable} order by status_changed_at limit ${ERASED_AT_ONCE}`,
  row: { id: int },
})

/** Erases the personal data of users who were deleted long enough ago, or whose erasure was asked for (record 33). */
export function eraseDeletedUsersJob(deps: ErasureDeps): JobDefinition<'erase-deleted-users'> {
  return {
    name: 'erase-deleted-users',
    run: async (_, { signal, logger }) => {
      await deps.db.transact(everything, (tx) => forgetOvertakenRequests(tx))
      const total = await eraseAllDue(deps, signal)
      logger.info({ job: 'erase-deleted-users', erased: total }, 'deleted users are erased')
      return jobOutcome('job_outcome_users_erased', { count: total })
    },
  }
}

/** Batch by batch: a run that was broken off can be repeated. */
async function eraseAllDue(deps: ErasureDeps, signal: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const users = await deps.db.transact(everything, (tx) => run(tx, due(deps.deletedUsersKeptDays)))
    if (users.length === 0 || signal.aborted) return total
    total += await eraseDueUsers(
      deps,
      users.map(({ id }) => id),
    )
  }
}
