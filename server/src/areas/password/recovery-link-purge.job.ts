import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets links to choose a password that nobody used in time. */
export const recoveryLinkPurgeJob = (parts: PurgeParts): JobDefinition<'recovery-link-purge'> =>
  purgeJob(
    'recovery-link-purge',
    `delete from recovery_links where user_id in (
       select user_id from recovery_links where expires_at < clock_now() limit $1)
     returning 1`,
    parts,
  )
