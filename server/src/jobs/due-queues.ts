import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { jobSchema } from '../db/job-schema.ts'
import { run } from '../db/run.ts'
import { everything } from '../db/scope.ts'
import type { QueueName } from './queue.ts'

/** Those of the queues that have a job which is due and not running. */
export async function dueQueues(database: Database, names: readonly QueueName[]): Promise<QueueName[]> {
  // One look at the index for each queue, however many jobs wait.
  const due = sql<{ name: QueueName }>`
    select queue.name from unnest(${names}::text[]) queue (name)
     where exists (select from ${sql.table(`${jobSchema}.job`)} job
                    where job.name = queue.name and job.state < 'active' and job.start_after <= now())`
  return (await database.jobs.read(everything, (tx) => run(tx, due))).map(({ name }) => name)
}

/** Those of the queues that have jobs which are running or due: for `drain` alone, as it looks through all jobs. */
export async function pendingQueues(
  database: Database,
  names: readonly QueueName[],
): Promise<readonly { name: string; isDue: boolean }[]> {
  const pending = sql<{ name: string; isDue: boolean }>`
    select name, bool_or(state <> 'active') as "isDue" from ${sql.table(`${jobSchema}.job`)}
     where name = any(${names})
       and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))
     group by name`
  return database.jobs.read(everything, (tx) => run(tx, pending))
}
