import { purgeJob } from '../../jobs/purge.ts'

/** Deletes sessions at the provider that have no open session here. */
export const providerSessionPurgeJob = purgeJob('provider-session-purge', [
  `delete from provider_sessions where (issuer, user_id, binding_hash) in (
       select issuer, user_id, binding_hash from provider_sessions old
        where began_at < clock_now() - interval '1 day'
          and not exists (select from sessions open where open.user_id = old.user_id
                             and open.binding_hash = old.binding_hash and open.ended_at is null
                             and open.expires_at > clock_now())
        limit $1)
     returning 1`,
])
