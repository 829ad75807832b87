import type { Database } from '../db/database.ts'
import { jobSchema } from '../db/job-schema.ts'
import { everything } from '../db/scope.ts'
import { jobOutcome } from './job-outcome.ts'
import type { QueueName } from './queue.ts'
import { run, runFirst } from '../db/run.ts'
import { int, statement, text, uuid } from '../db/statement.ts'

/** What the message of a run is when its node died. */
const DIED = jobOutcome('job_outcome_node_stopped', {})
const MESSAGE_MAX = 500

/** A run still marked as running whose job is not active in the queue any more. */
const isLeft = `result = 'running'
  and not exists (select from ${jobSchema}.job j where j.name = job_code and j.id = queue_job_id and j.state = 'active')`

const endLeft = statement([text], {
  name: 'jobs: end left',
  text: `update job_runs set result = 'failed', ended_at = clock_timestamp(), message = $1 where ${isLeft}`,
})

/** An earlier try of the same job is over, however it ended: the queue gives a job to one node at a time. */
const begin = statement([text, uuid, text], {
  name: 'jobs: begin',
  text: `
  with earlier as (
    update job_runs set result = 'failed', ended_at = clock_timestamp(), message = $3
     where job_code = $1 and result = 'running' and queue_job_id = $2)
  insert into job_runs (job_code, queue_job_id) values ($1, $2) returning id`,
  row: { id: int },
})

const end = statement([int, text, text], {
  name: 'jobs: end',
  text: `
  update job_runs set result = $2, ended_at = clock_timestamp(), message = $3 where id = $1 and result = 'running'`,
})

/** The table `job_runs`, each write in a transaction of its own. */
export function jobRuns({ jobs }: Pick<Database, 'jobs'>) {
  return {
    /** Records the start of a run; returns its id. */
    begin: (code: QueueName, queueJobId: string): Promise<number> =>
      jobs.transact(everything, async (tx) => {
        const run = await runFirst(tx, begin(code, queueJobId, DIED))
        if (!run) throw new Error('The start of a run was not recorded.')
        return run.id
      }),

    /** Records the end of a run; one that was ended as left behind stays so. */
    end: async (id: number, result: 'done' | 'failed', message: string): Promise<void> => {
      await jobs.transact(everything, (tx) => run(tx, end(id, result, message.slice(0, MESSAGE_MAX))))
    },

    /** Ends the runs of nodes that died as failed. */
    endLeft: async (): Promise<void> => {
      await jobs.transact(everything, (tx) => run(tx, endLeft(DIED)))
    },
  }
}
