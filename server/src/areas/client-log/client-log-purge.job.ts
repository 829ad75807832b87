import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Removes what browsers reported more than thirty days ago. */
export const clientLogPurgeJob = (parts: PurgeParts): JobDefinition<'client-log-purge'> =>
  purgeJob(
    'client-log-purge',
    `delete from client_log_entries where id in (
       select id from client_log_entries where created_at < clock_now() - interval '30 days' limit $1)
     returning 1`,
    parts,
  )
