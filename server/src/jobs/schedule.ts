import { SHIPPED_DORMANCY } from '@portico/contract/jobs/dormancy-rules.ts'
import { jobNameTexts as t } from '@portico/contract/jobs/job-name-texts.ts'
import type { QueueName } from './queue.ts'

/** Default schedule of a job, until an administrator changes it. `business`: in PORTAL_BUSINESS_TIME_ZONE. */
export interface Schedule {
  readonly name: QueueName
  /** What administrators read until they rename the job. */
  readonly title: string
  readonly cron: string
  readonly zone: 'business' | 'UTC'
  /** Handed to the job. */
  readonly parameters?: string
  /** Runs by itself only once an administrator enables it. */
  readonly isDisabled?: true
}

/** All scheduled jobs, by names of the registry. */
export const schedules: readonly Schedule[] = [
  { name: 'job-run-purge', title: t.shipped_delete_records_of_job_runs, cron: '37 3 * * *', zone: 'business' },
  {
    name: 'access-change-purge',
    title: t.shipped_delete_records_of_changed_access,
    cron: '23 3 * * *',
    zone: 'business',
  },
  { name: 'user-import-purge', title: t.shipped_delete_uploaded_user_files, cron: '22 3 * * *', zone: 'business' },
  { name: 'report-purge', title: t.shipped_delete_old_reports, cron: '24 3 * * *', zone: 'business' },
  {
    name: 'announcement-sync',
    title: t.shipped_publish_and_expire_announcements,
    cron: '*/5 * * * *',
    zone: 'business',
  },
  { name: 'seal-audit', title: t.shipped_seal_the_audit_trail, cron: '* * * * *', zone: 'UTC' },
  { name: 'verify-audit', title: t.shipped_verify_the_audit_trail, cron: '50 3 * * *', zone: 'business' },
  {
    name: 'audit-months',
    title: t.shipped_keep_the_months_of_the_audit_trail,
    cron: '15 4 * * *',
    zone: 'business',
  },
  { name: 'daily-figures', title: t.shipped_count_what_happened_on_each_day, cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'deliver-mail', title: t.shipped_deliver_mail, cron: '* * * * *', zone: 'UTC' },
  {
    name: 'session-purge',
    title: t.shipped_delete_ended_sessions_and_unsaved_uploads,
    cron: '10 3 * * *',
    zone: 'business',
  },
  { name: 'spent-token-purge', title: t.shipped_delete_used_sign_in_tokens, cron: '20 3 * * *', zone: 'business' },
  { name: 'sign-in-ticket-purge', title: t.shipped_delete_unfinished_sign_ins, cron: '25 3 * * *', zone: 'business' },
  {
    name: 'provider-session-purge',
    title: t.shipped_delete_ended_identity_provider_sessions,
    cron: '34 3 * * *',
    zone: 'business',
  },
  {
    name: 'sign-in-failure-purge',
    title: t.shipped_delete_records_of_failed_sign_ins,
    cron: '26 3 * * *',
    zone: 'business',
  },
  { name: 'human-check-purge', title: t.shipped_delete_passed_human_checks, cron: '27 3 * * *', zone: 'business' },
  { name: 'attempt-count-purge', title: t.shipped_delete_attempt_counts, cron: '28 3 * * *', zone: 'business' },
  { name: 'recovery-link-purge', title: t.shipped_delete_expired_recovery_links, cron: '33 3 * * *', zone: 'business' },
  {
    name: 'saml-request-purge',
    title: t.shipped_delete_unfinished_single_sign_ons,
    cron: '29 3 * * *',
    zone: 'business',
  },
  { name: 'spent-assertion-purge', title: t.shipped_delete_used_assertions, cron: '31 3 * * *', zone: 'business' },
  { name: 'saml-certificate-purge', title: t.shipped_delete_former_certificates, cron: '32 3 * * *', zone: 'business' },
  {
    name: 'second-factor-purge',
    title: t.shipped_delete_unfinished_second_factors_and_expired_trust,
    cron: '27 3 * * *',
    zone: 'business',
  },
  { name: 'openid-purge', title: t.shipped_delete_expired_sign_ons_to_applications, cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'openid-keys', title: t.shipped_rotate_keys_of_openid_connect, cron: '45 3 * * *', zone: 'business' },
  { name: 'back-channel-logout', title: t.shipped_sign_out_of_applications, cron: '* * * * *', zone: 'UTC' },
  { name: 'client-log-purge', title: t.shipped_delete_the_client_log, cron: '30 3 * * *', zone: 'business' },
  { name: 'mail-purge', title: t.shipped_delete_old_mail, cron: '35 3 * * *', zone: 'business' },
  { name: 'undo-offer-purge', title: t.shipped_delete_expired_offers_to_undo, cron: '36 3 * * *', zone: 'business' },
  {
    name: 'saml-certificate-notices',
    title: t.shipped_warn_of_ending_certificates,
    cron: '5 7 * * *',
    zone: 'business',
  },
  { name: 'document-sweep', title: t.shipped_remove_files_without_a_document, cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'document-scan', title: t.shipped_scan_waiting_documents, cron: '*/5 * * * *', zone: 'UTC' },
  { name: 'document-purge', title: t.shipped_empty_the_document_trash, cron: '40 3 * * *', zone: 'business' },
  { name: 'grant-ends', title: t.shipped_close_grants_that_have_ended, cron: '*/10 * * * *', zone: 'UTC' },
  {
    name: 'access-request-sync',
    title: t.shipped_close_requests_for_access_that_exists,
    cron: '*/10 * * * *',
    zone: 'UTC',
  },
  { name: 'service-token-notices', title: t.shipped_warn_of_expiring_tokens, cron: '20 7 * * *', zone: 'business' },
  { name: 'deliver-events', title: t.shipped_send_events_to_webhooks, cron: '* * * * *', zone: 'UTC' },
  { name: 'log-events', title: t.shipped_write_events_to_the_event_log, cron: '* * * * *', zone: 'UTC' },
  {
    name: 'webhook-purge',
    title: t.shipped_delete_old_deliveries_of_webhooks,
    cron: '39 3 * * *',
    zone: 'business',
  },
  { name: 'access-review-notices', title: t.shipped_remind_of_access_reviews, cron: '15 7 * * *', zone: 'business' },
  { name: 'grant-notices', title: t.shipped_warn_of_ending_grants, cron: '10 7 * * *', zone: 'business' },
  {
    name: 'grant-notice-purge',
    title: t.shipped_delete_old_notices_of_ending_grants,
    cron: '38 3 * * *',
    zone: 'business',
  },
  { name: 'emulation-ends', title: t.shipped_record_ended_emulations, cron: '* * * * *', zone: 'UTC' },
  { name: 'password-expiry', title: t.shipped_warn_of_expiring_passwords, cron: '0 7 * * *', zone: 'business' },
  {
    name: 'temporary-password-expiry',
    title: t.shipped_erase_expired_temporary_passwords,
    cron: '42 3 * * *',
    zone: 'business',
  },
  { name: 'erase-deleted-users', title: t.shipped_erase_deleted_users, cron: '46 3 * * *', zone: 'business' },
  {
    name: 'entitlement-reports',
    title: t.shipped_report_entitlements_of_employers,
    cron: '30 6 1 * *',
    zone: 'business',
  },
  { name: 'license-reminders', title: t.shipped_remind_of_the_license_agreement, cron: '20 7 * * *', zone: 'business' },
  {
    name: 'dormant-users',
    title: t.shipped_notify_and_inactivate_dormant_users,
    cron: '25 7 * * *',
    zone: 'business',
    parameters: SHIPPED_DORMANCY,
    isDisabled: true,
  },
]
