import { runOne } from '../db/run.ts'
import { int, statement } from '../db/statement.ts'
import type { Db } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import type { JobDefinition } from './job.ts'
import { jobOutcome } from './job-outcome.ts'
import type { QueueName } from './queue.ts'

export const PURGED_AT_ONCE = 5000

export interface PurgeDeps {
  db: Db
}

/** A job that deletes rows in short transactions. Each text deletes up to $1 rows and returns one column. */
export function purgeJob<Name extends QueueName>(
  name: Name,
  texts: readonly string[],
): (deps: PurgeDeps) => JobDefinition<Name> {
  const batches = texts.map((text, index) =>
    statement([int], {
      name: `${name} ${index + 1}`,
      text: `with gone as (${text}) select count(*) as gone from gone`,
      row: { gone: int },
    }),
  )
  return ({ db }) => ({
    name,
    run: async (_, { signal, logger }) => {
      let total = 0
      for (const deleteBatch of batches)
        for (let gone = PURGED_AT_ONCE; gone === PURGED_AT_ONCE && !signal.aborted; total += gone)
          gone = (await db.transact(everything, (tx) => runOne(tx, deleteBatch(PURGED_AT_ONCE)))).gone
      logger.info({ job: name, gone: total }, 'purged')
      return total > 0 ? jobOutcome('job_outcome_rows_deleted', { count: total }) : undefined
    },
  })
}
