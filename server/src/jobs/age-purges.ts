import { IMPORT_KEPT_DAYS } from '@portico/contract/user-import/user-import-rules.ts'
import type { JobDefinition } from './job.ts'
import { purgeJob, type PurgeDeps } from './purge.ts'
import type { QueueName } from './queue.ts'

/** Rows of a table that are deleted when the time in `column` is longer ago than `age`, a PostgreSQL interval. */
interface AgePurge {
  readonly job: QueueName
  readonly table: string
  readonly column: string
  readonly age: string
}

/** Everything that is deleted by age alone. A job may have several tables. */
export const agePurges = [
  { job: 'session-purge', table: 'sessions', column: 'expires_at', age: '90 days' },
  { job: 'session-purge', table: 'brand_previews', column: 'created_at', age: '1 day' },
  // Tokens, assertions and requests are refused once they have expired; an hour more covers clocks that differ.
  { job: 'spent-token-purge', table: 'used_tokens', column: 'expires_at', age: '1 hour' },
  { job: 'spent-assertion-purge', table: 'used_assertions', column: 'expires_at', age: '1 hour' },
  { job: 'saml-request-purge', table: 'saml_requests', column: 'expires_at', age: '0' },
  { job: 'saml-request-purge', table: 'application_requests', column: 'expires_at', age: '0' },
  { job: 'saml-request-purge', table: 'sign_in_tests', column: 'expires_at', age: '0' },
  { job: 'sign-in-ticket-purge', table: 'sign_in_tickets', column: 'expires_at', age: '0' },
  { job: 'human-check-purge', table: 'passed_human_checks', column: 'expires_at', age: '0' },
  { job: 'recovery-link-purge', table: 'recovery_links', column: 'expires_at', age: '0' },
  { job: 'undo-offer-purge', table: 'undo_offers', column: 'expires_at', age: '0' },
  { job: 'second-factor-purge', table: 'pending_factor_setups', column: 'expires_at', age: '0' },
  { job: 'second-factor-purge', table: 'trusted_devices', column: 'expires_at', age: '0' },
  // Every window in which attempts are counted is shorter than a day.
  { job: 'sign-in-failure-purge', table: 'sign_in_failures', column: 'since', age: '1 day' },
  { job: 'sign-in-failure-purge', table: 'device_sign_ins', column: 'attempts_since', age: '1 day' },
  { job: 'attempt-count-purge', table: 'attempt_counts', column: 'attempts_since', age: '1 day' },
  { job: 'openid-purge', table: 'oidc_state', column: 'expires_at', age: '0' },
  { job: 'openid-purge', table: 'back_channel_logouts', column: 'created_at', age: '7 days' },
  { job: 'client-log-purge', table: 'client_log_entries', column: 'created_at', age: '30 days' },
  // Notices begin fourteen days before the end.
  { job: 'grant-notice-purge', table: 'grant_end_notices', column: 'noticed_at', age: '60 days' },
  { job: 'access-change-purge', table: 'access_changes', column: 'created_at', age: '90 days' },
  { job: 'user-import-purge', table: 'user_imports', column: 'created_at', age: `${IMPORT_KEPT_DAYS} days` },
  // People whom a directory gave up, or who have an account by now.
  { job: 'user-import-purge', table: 'scim_conflicts', column: 'last_at', age: '90 days' },
  { job: 'user-import-purge', table: 'scim_requests', column: 'at', age: '30 days' },
  // Their expiry is thirty days after they were asked for.
  { job: 'report-purge', table: 'reports', column: 'expires_at', age: '0' },
  { job: 'report-purge', table: 'report_exports', column: 'renewed_at', age: '1 day' },
  { job: 'job-run-purge', table: 'job_runs', column: 'started_at', age: '30 days' },
] as const satisfies readonly AgePurge[]

const deleteRows = ({ table, column, age }: AgePurge) =>
  `delete from ${table} where ctid = any (array(
     select ctid from ${table} where ${column} < (select clock_now()) - interval '${age}' limit $1))
   returning 1`

const jobs = [...Map.groupBy<QueueName, AgePurge>(agePurges, ({ job }) => job)].map(([name, purges]) =>
  purgeJob(name, purges.map(deleteRows)),
)

/** Returns one job for each name in `agePurges`. */
export const agePurgeJobs = (deps: PurgeDeps): JobDefinition[] => jobs.map((job) => job(deps))
