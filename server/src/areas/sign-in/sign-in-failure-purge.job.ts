import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets from where and at which names sign-ins failed, once nothing depends on it. */
export const signInFailurePurgeJob = (parts: PurgeParts): JobDefinition<'sign-in-failure-purge'> =>
  purgeJob(
    'sign-in-failure-purge',
    `with old as (delete from device_sign_ins where attempts_since < clock_now() - interval '1 day')
     delete from sign_in_failures where source in (
       select source from sign_in_failures where since < clock_now() - interval '1 day' limit $1)
     returning 1`,
    parts,
  )
