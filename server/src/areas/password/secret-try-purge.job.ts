import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets counted tries a day after they began: every limit is shorter than that. */
export const secretTryPurgeJob = (parts: PurgeParts): JobDefinition<'secret-try-purge'> =>
  purgeJob(
    'secret-try-purge',
    `delete from secret_tries where key in (
       select key from secret_tries where attempts_since < clock_now() - interval '1 day' limit $1)
     returning 1`,
    parts,
  )
