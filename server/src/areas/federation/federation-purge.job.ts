import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'

/** Forgets sign-ons that were begun and never finished. */
export const samlRequestPurgeJob = (parts: PurgeParts): JobDefinition<'saml-request-purge'> =>
  purgeJob(
    'saml-request-purge',
    `delete from saml_requests where id in (select id from saml_requests where expires_at < clock_now() limit $1)
     returning 1`,
    parts,
  )

/** Forgets used assertions that would be refused for their age by now. */
export const spentAssertionPurgeJob = (parts: PurgeParts): JobDefinition<'spent-assertion-purge'> =>
  purgeJob(
    'spent-assertion-purge',
    `delete from spent_assertions where (provider_id, assertion_id) in (
       select provider_id, assertion_id from spent_assertions where expires_at < clock_now() - interval '1 hour' limit $1)
     returning 1`,
    parts,
  )
