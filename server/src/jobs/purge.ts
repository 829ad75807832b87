import { ask } from '../db/ask.ts'
import type { Tx } from '../db/database.ts'
import { everything, type Scope } from '../db/scope.ts'
import type { JobDefinition } from './job.ts'
import type { QueueName } from './queue.ts'

const batchSize = 5000

export interface PurgeParts {
  transact: <Result>(scope: Scope, work: (stores: { tx: Tx }) => Promise<Result>) => Promise<Result>
}

/** A job that removes rows which are no longer kept, in short transactions. The statement deletes up to $1 rows and returns one column. */
export function purgeJob<Name extends QueueName>(
  name: Name,
  statement: string,
  { transact }: PurgeParts,
): JobDefinition<Name> {
  const counted = `with gone as (${statement}) select count(*) as gone from gone`
  return {
    name,
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let gone = batchSize; gone === batchSize && !signal.aborted; total += gone)
        gone = await transact(
          everything,
          async ({ tx }) => (await ask<{ gone: number }>(tx, name, counted, [batchSize]))[0]?.gone ?? 0,
        )
      logger.info({ job: name, gone: total }, 'purged')
    },
  }
}
