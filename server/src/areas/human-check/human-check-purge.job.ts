import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets passed human checks that have run out. */
export const humanCheckPurgeJob = (parts: PurgeParts): JobDefinition<'human-check-purge'> =>
  purgeJob(
    'human-check-purge',
    `delete from passed_human_checks where token_id in (
       select token_id from passed_human_checks where expires_at < clock_now() limit $1)
     returning 1`,
    parts,
  )
