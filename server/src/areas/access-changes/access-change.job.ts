import { everything } from '../../db/scope.ts'
import type { Db } from '../../db/database.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { ACCESS_CHANGE_RUNS, RETRY_LIMIT } from '../../jobs/queue.ts'
import { beginPlanned, countUsers } from './access-change-store.ts'
import { runAccessChange } from './run-access-change.ts'
import { stopChange } from './stop-change.ts'

/**
 * Gives or ends the access of many users, or takes that back; a run that was stopped goes on where it was. An act whose
 * runs all ended early is stopped by the last one, so that none is under way forever.
 */
export function accessChangeJob({ db }: { db: Db }): JobDefinition<'access-change'> {
  return {
    name: 'access-change',
    run: async ({ accessChangeId }, { attempt, signal, logger }) => {
      const stop = () => db.transact(everything, (tx) => stopChange(tx, accessChangeId))
      if (attempt > ACCESS_CHANGE_RUNS) {
        logger.error(
          { accessChange: accessChangeId },
          'a change of access was stopped: none of its runs came to an end',
        )
        await stop()
      }
      try {
        await db.transact(everything, async (tx) => beginPlanned(tx, accessChangeId))
        await runAccessChange({ db, logger }, accessChangeId, signal)
      } catch (error) {
        if (attempt > RETRY_LIMIT && !signal.aborted) await stop()
        throw error
      }
      const counts = await db.read(everything, (tx) => countUsers(tx, accessChangeId))
      const changed = counts.filter(({ state }) => state === 'changed' || state === 'undone')
      return jobOutcome('job_outcome_access_changed', { count: changed.reduce((sum, { count }) => sum + count, 0) })
    },
  }
}
