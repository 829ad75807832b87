import { SHIPPED_DORMANCY } from '@portico/contract/dormancy-rules.ts'
import type { QueueName } from './queue.ts'

/** Default schedule of a job, until an administrator changes it. `business`: in PORTAL_BUSINESS_TIME_ZONE. */
export interface Schedule {
  readonly name: QueueName
  /** What administrators read. */
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
  { name: 'job-run-purge', title: 'Delete records of job runs', cron: '37 3 * * *', zone: 'business' },
  { name: 'user-import-purge', title: 'Delete uploaded user files', cron: '22 3 * * *', zone: 'business' },
  { name: 'announcement-sync', title: 'Publish and expire announcements', cron: '*/5 * * * *', zone: 'business' },
  { name: 'seal-audit', title: 'Seal the audit trail', cron: '* * * * *', zone: 'UTC' },
  { name: 'verify-audit', title: 'Verify the audit trail', cron: '50 3 * * *', zone: 'business' },
  { name: 'deliver-mail', title: 'Deliver mail', cron: '* * * * *', zone: 'UTC' },
  { name: 'session-purge', title: 'Delete ended sessions and unsaved uploads', cron: '10 3 * * *', zone: 'business' },
  { name: 'spent-token-purge', title: 'Delete used sign-in tokens', cron: '20 3 * * *', zone: 'business' },
  { name: 'sign-in-ticket-purge', title: 'Delete unfinished sign-ins', cron: '25 3 * * *', zone: 'business' },
  {
    name: 'provider-session-purge',
    title: 'Delete ended identity provider sessions',
    cron: '34 3 * * *',
    zone: 'business',
  },
  { name: 'sign-in-failure-purge', title: 'Delete records of failed sign-ins', cron: '26 3 * * *', zone: 'business' },
  { name: 'human-check-purge', title: 'Delete passed human checks', cron: '27 3 * * *', zone: 'business' },
  { name: 'attempt-count-purge', title: 'Delete attempt counts', cron: '28 3 * * *', zone: 'business' },
  { name: 'recovery-link-purge', title: 'Delete expired recovery links', cron: '33 3 * * *', zone: 'business' },
  { name: 'saml-request-purge', title: 'Delete unfinished single sign-ons', cron: '29 3 * * *', zone: 'business' },
  { name: 'spent-assertion-purge', title: 'Delete used assertions', cron: '31 3 * * *', zone: 'business' },
  { name: 'saml-certificate-purge', title: 'Delete former certificates', cron: '32 3 * * *', zone: 'business' },
  {
    name: 'second-factor-purge',
    title: 'Delete unfinished second factors and expired trust',
    cron: '27 3 * * *',
    zone: 'business',
  },
  { name: 'openid-purge', title: 'Delete expired sign-ons to applications', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'openid-keys', title: 'Rotate keys of OpenID Connect', cron: '45 3 * * *', zone: 'business' },
  { name: 'back-channel-logout', title: 'Sign out of applications', cron: '* * * * *', zone: 'UTC' },
  { name: 'client-log-purge', title: 'Delete the client log', cron: '30 3 * * *', zone: 'business' },
  { name: 'mail-purge', title: 'Delete old mail', cron: '35 3 * * *', zone: 'business' },
  { name: 'undo-offer-purge', title: 'Delete expired offers to undo', cron: '36 3 * * *', zone: 'business' },
  { name: 'saml-certificate-notices', title: 'Warn of ending certificates', cron: '5 7 * * *', zone: 'business' },
  { name: 'document-sweep', title: 'Remove files without a document', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'document-scan', title: 'Scan waiting documents', cron: '*/5 * * * *', zone: 'UTC' },
  { name: 'document-purge', title: 'Empty the document trash', cron: '40 3 * * *', zone: 'business' },
  { name: 'grant-ends', title: 'Close grants that have ended', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'access-request-sync', title: 'Close requests for access that exists', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'access-review-notices', title: 'Remind of access reviews', cron: '15 7 * * *', zone: 'business' },
  { name: 'grant-notices', title: 'Warn of ending grants', cron: '10 7 * * *', zone: 'business' },
  { name: 'grant-notice-purge', title: 'Delete old notices of ending grants', cron: '38 3 * * *', zone: 'business' },
  { name: 'emulation-ends', title: 'Record ended emulations', cron: '* * * * *', zone: 'UTC' },
  { name: 'password-expiry', title: 'Warn of expiring passwords', cron: '0 7 * * *', zone: 'business' },
  {
    name: 'temporary-password-expiry',
    title: 'Erase expired temporary passwords',
    cron: '42 3 * * *',
    zone: 'business',
  },
  { name: 'erase-deleted-users', title: 'Erase deleted users', cron: '46 3 * * *', zone: 'business' },
  { name: 'entitlement-reports', title: 'Report entitlements of employers', cron: '30 6 1 * *', zone: 'business' },
  { name: 'license-reminders', title: 'Remind of the license agreement', cron: '20 7 * * *', zone: 'business' },
  {
    name: 'dormant-users',
    title: 'Notify and inactivate dormant users',
    cron: '25 7 * * *',
    zone: 'business',
    parameters: SHIPPED_DORMANCY,
    isDisabled: true,
  },
]
