import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets spent tokens that would be refused for their age by now. */
export const spentTokenPurgeJob = (parts: PurgeParts): JobDefinition<'spent-token-purge'> =>
  purgeJob(
    'spent-token-purge',
    `delete from spent_tokens where token_id in (
       select token_id from spent_tokens where expires_at < clock_now() - interval '1 hour' limit $1)
     returning 1`,
    parts,
  )
