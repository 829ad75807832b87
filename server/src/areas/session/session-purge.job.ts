import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Removes sessions that have been over for ninety days. */
export const sessionPurgeJob = (parts: PurgeParts): JobDefinition<'session-purge'> =>
  purgeJob(
    'session-purge',
    `delete from sessions where id in (
       select id from sessions where expires_at < (select clock_now()) - interval '90 days' limit $1)
     returning 1`,
    parts,
  )
