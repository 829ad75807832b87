import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets sign-ins that were begun and never finished. */
export const signInTicketPurgeJob = (parts: PurgeParts): JobDefinition<'sign-in-ticket-purge'> =>
  purgeJob(
    'sign-in-ticket-purge',
    `delete from sign_in_tickets where token_hash in (
       select token_hash from sign_in_tickets where expires_at < clock_now() limit $1)
     returning 1`,
    parts,
  )
