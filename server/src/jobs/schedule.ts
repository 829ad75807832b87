import type { QueueName } from './queue.ts'

/** When a job runs by itself. `business`: by the clocks of PORTAL_BUSINESS_TIME_ZONE. */
export interface Schedule {
  readonly name: QueueName
  readonly cron: string
  readonly zone: 'business' | 'UTC'
}

/** Every job that runs by itself: names of this registry, never commands. */
export const schedules: readonly Schedule[] = [
  { name: 'announcement-day', cron: '*/5 * * * *', zone: 'business' },
  { name: 'seal-audit', cron: '* * * * *', zone: 'UTC' },
  { name: 'deliver-mail', cron: '* * * * *', zone: 'UTC' },
  { name: 'session-purge', cron: '10 3 * * *', zone: 'business' },
  { name: 'spent-token-purge', cron: '20 3 * * *', zone: 'business' },
  { name: 'sign-in-ticket-purge', cron: '25 3 * * *', zone: 'business' },
  { name: 'provider-session-purge', cron: '34 3 * * *', zone: 'business' },
  { name: 'sign-in-failure-purge', cron: '26 3 * * *', zone: 'business' },
  { name: 'human-check-purge', cron: '27 3 * * *', zone: 'business' },
  { name: 'secret-try-purge', cron: '28 3 * * *', zone: 'business' },
  { name: 'recovery-link-purge', cron: '33 3 * * *', zone: 'business' },
  { name: 'saml-request-purge', cron: '29 3 * * *', zone: 'business' },
  { name: 'spent-assertion-purge', cron: '31 3 * * *', zone: 'business' },
  { name: 'saml-certificate-purge', cron: '32 3 * * *', zone: 'business' },
  { name: 'second-factor-purge', cron: '27 3 * * *', zone: 'business' },
  { name: 'client-log-purge', cron: '30 3 * * *', zone: 'business' },
  { name: 'mail-purge', cron: '35 3 * * *', zone: 'business' },
  { name: 'saml-certificate-notices', cron: '5 7 * * *', zone: 'business' },
  { name: 'document-sweep', cron: '*/10 * * * *', zone: 'UTC' },
  { name: 'document-scan', cron: '*/5 * * * *', zone: 'UTC' },
  { name: 'document-purge', cron: '40 3 * * *', zone: 'business' },
  { name: 'password-expiry', cron: '0 7 * * *', zone: 'business' },
]
