import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets what was begun and not finished, and trust whose time is over. */
export const secondFactorPurgeJob = (parts: PurgeParts): JobDefinition<'second-factor-purge'> =>
  purgeJob(
    'second-factor-purge',
    `with begun as (
       delete from second_factor_beginnings where ctid in (
         select ctid from second_factor_beginnings where expires_at < clock_now() limit $1)
       returning 1),
     trusted as (
       delete from trusted_devices where id in (
         select id from trusted_devices where expires_at < clock_now() limit $1)
       returning 1)
     select 1 from begun union all select 1 from trusted`,
    parts,
  )
