import { query } from '../db/query.ts'
import type { Db } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import type { JobDefinition } from './job.ts'
import { jobOutcome } from './job-outcome.ts'
import type { QueueName } from './queue.ts'

const batchSize = 5000

export interface PurgeDeps {
  db: Db
}

/** A job that deletes rows in short transactions. Each statement deletes up to $1 rows and returns one column. */
export function purgeJob<Name extends QueueName>(
  name: Name,
  statements: readonly string[],
  { db }: PurgeDeps,
): JobDefinition<Name> {
  const deleteBatch = (statement: string) =>
    db.transact(everything, async (tx) => {
      const counted = `with gone as (${statement}) select count(*) as gone from gone`
      return (await query<{ gone: number }>(tx, counted, [batchSize]))[0]?.gone ?? 0
    })
  return {
    name,
    run: async (_, { signal, logger }) => {
      let total = 0
      for (const statement of statements)
        for (let gone = batchSize; gone === batchSize && !signal.aborted; total += gone)
          gone = await deleteBatch(statement)
      logger.info({ job: name, gone: total }, 'purged')
      return total > 0 ? jobOutcome('job_outcome_rows_deleted', { count: total }) : undefined
    },
  }
}
