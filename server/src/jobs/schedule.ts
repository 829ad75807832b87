import type { QueueName } from './queue.ts'

/** Default schedule of a job, until an administrator changes it. `business`: in PORTAL_BUSINESS_TIME_ZONE. */
export interface Schedule {
  readonly name: QueueName
  /** What administrators read. */
  readonly title: string
  readonly cron: string
  readonly zone: 'business' | 'UTC'
}

/** All scheduled jobs, by names of the registry. */
export const schedules: readonly Schedule[] = [
  { name: 'job-run-purge', title: 'Delete records of job runs', cron: '37 3 * * *', zone: 'business' },
  { name: 'announcement-day', title: 'Publish and expire announcements', cron: '*/5 * * * *', zone: 'business' },
  { name: 'seal-audit', title: 'Seal the audit trail', cron: '* * * * *', zone: 'UTC' },
  { name: 'verify-audit', title: 'Verify the audit trail', cron: '50 3 * * *', zone: 'business' },
  { name: 'deliver-mail', title: 'Deliver mail', cron: '* * * * *', zone: 'UTC' },
  { name: 'session-purge', title: 'Delete ended sessions', cron: '10 3 * * *', zone: 'business' },
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
  { name: 'secret-try-purge', title: 'Delete attempt counts', cron: '28 3 * * *', zone: 'business' },
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
  { name: 'client-log-purge', title: 'Delete the client log', cron: '30 3 * * *', zone: 'business' },
  { name: 'mail-purge', title: 'Delete old mail', cron: '35 3 * * *', zone: 'business' },
  { name: 'undo-offer-purge', title: 'Delete expired offers to undo', cron: '36 3 * * *', zone: 'business' },
  { name: 'saml-certificate-notices', title: 'Warn of ending certificates', cron: '5 7 * * *', zone: 'business' },
  { name: 'document-sweep', title: 'Remove files without a document', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'document-scan', title: 'Scan waiting documents', cron: '*/5 * * * *', zone: 'UTC' },
  { name: 'document-purge', title: 'Empty the document trash', cron: '40 3 * * *', zone: 'business' },
  { name: 'password-expiry', title: 'Warn of expiring passwords', cron: '0 7 * * *', zone: 'business' },
]
