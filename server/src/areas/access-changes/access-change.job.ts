import { everything } from '../../db/scope.ts'
import type { Db } from '../../db/database.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { RETRY_LIMIT } from '../../jobs/queue.ts'
import { countUsers } from './access-change-store.ts'
import { runAccessChange, stopChange } from './run-access-change.ts'

/** Gives or ends the access of many users, or takes that back; a run that was stopped goes on where it was. */
export function accessChangeJob({ db }: { db: Db }): JobDefinition<'access-change'> {
  return {
    name: 'access-change',
    run: async ({ accessChangeId }, { attempt, signal }) => {
      try {
        await runAccessChange(db, accessChangeId, signal)
      } catch (error) {
        if (attempt > RETRY_LIMIT && !signal.aborted)
          await db.transact(everything, (tx) => stopChange(tx, accessChangeId))
        throw error
      }
      const counts = await db.read(everything, (tx) => countUsers(tx, accessChangeId))
      const changed = counts.filter(({ state }) => state === 'changed' || state === 'undone')
      return jobOutcome('job_outcome_access_changed', { count: changed.reduce((sum, { count }) => sum + count, 0) })
    },
  }
}
