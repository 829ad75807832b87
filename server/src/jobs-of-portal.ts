import { announcementDayJob } from './areas/announcements/announcement-day.job.ts'
import { sealAuditJob } from './areas/audit/seal-audit.job.ts'
import { clientLogPurgeJob } from './areas/client-log/client-log-purge.job.ts'
import { certificateNoticesJob, certificatePurgeJob } from './areas/federation/certificate-notices.job.ts'
import { providerSessionPurgeJob } from './areas/directory/provider-session-purge.job.ts'
import { documentPurgeJob } from './areas/documents/document-purge.job.ts'
import { documentScanJob } from './areas/documents/document-scan.job.ts'
import { documentSweepJob } from './areas/documents/document-sweep.job.ts'
import { samlRequestPurgeJob, spentAssertionPurgeJob } from './areas/federation/federation-purge.job.ts'
import { deliverMailJob } from './areas/mail/deliver-mail.job.ts'
import { mailPurgeJob } from './areas/mail/mail-purge.job.ts'
import { passwordExpiryJob } from './areas/password/password-expiry.job.ts'
import { recoveryLinkPurgeJob } from './areas/password/recovery-link-purge.job.ts'
import { secretTryPurgeJob } from './areas/password/secret-try-purge.job.ts'
import { secondFactorPurgeJob } from './areas/second-factor/second-factor-purge.job.ts'
import { sessionPurgeJob } from './areas/session/session-purge.job.ts'
import { humanCheckPurgeJob } from './areas/human-check/human-check-purge.job.ts'
import { signInFailurePurgeJob } from './areas/sign-in/sign-in-failure-purge.job.ts'
import { signInTicketPurgeJob } from './areas/sign-in/sign-in-ticket-purge.job.ts'
import { spentTokenPurgeJob } from './areas/sign-in/spent-token-purge.job.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { JobDefinition } from './jobs/job.ts'
import { composerOf } from './mail-of-portal.ts'
import type { FileStorage } from './ports/file-storage/file-storage.ts'
import { patientStorage } from './ports/file-storage/patient-storage.ts'
import type { MailTransport } from './ports/mail/mail-transport.ts'
import type { VirusScanner } from './ports/virus-scanner/virus-scanner.ts'
import { transactOn } from './stores.ts'

export interface JobParts {
  database: Database
  config: Config
  /** Null where no mail server is named. */
  transport: MailTransport | null
  storage: FileStorage
  /** Null where uploads are not scanned. */
  scanner: VirusScanner | null
}

/** Everything that the portal does in the background, wired by hand like the areas. */
export function jobsOfPortal({ database, config, transport, storage, scanner }: JobParts): readonly JobDefinition[] {
  const transact = transactOn(database.jobs)
  const patient = patientStorage(storage)
  return [
    announcementDayJob({ transact, timeZone: config.businessTimeZone }),
    sealAuditJob({ transact }),
    deliverMailJob({ transact, transport, compose: composerOf(config), host: config.publicUrl.hostname }),
    sessionPurgeJob({ transact }),
    spentTokenPurgeJob({ transact }),
    signInTicketPurgeJob({ transact }),
    providerSessionPurgeJob({ transact }),
    secondFactorPurgeJob({ transact }),
    signInFailurePurgeJob({ transact }),
    humanCheckPurgeJob({ transact }),
    secretTryPurgeJob({ transact }),
    recoveryLinkPurgeJob({ transact }),
    samlRequestPurgeJob({ transact }),
    spentAssertionPurgeJob({ transact }),
    certificatePurgeJob({ transact }),
    certificateNoticesJob({ transact }),
    clientLogPurgeJob({ transact }),
    mailPurgeJob({ transact }),
    documentSweepJob({ transact, storage: patient }),
    documentPurgeJob({ transact }),
    documentScanJob({ transact, storage: patient, scanner }),
    passwordExpiryJob({ transact, passwordMaxAgeDays: config.passwordMaxAgeDays }),
  ] as readonly JobDefinition[]
}
