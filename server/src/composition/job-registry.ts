import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { accessChangeJob } from '../areas/access-changes/access-change.job.ts'
import { accessRequestSyncJob } from '../areas/access-requests/access-request-sync.job.ts'
import { accessReviewNoticesJob } from '../areas/access-reviews/access-review-notices.job.ts'
import { entitlementReportsJob } from '../areas/access-reviews/entitlement-reports.job.ts'
import { announcementSyncJob } from '../areas/announcements/announcement-sync.job.ts'
import { auditMonthsJob } from '../areas/audit/audit-months.job.ts'
import { sealAuditJob } from '../areas/audit/seal-audit.job.ts'
import { verifyAuditJob } from '../areas/audit/verify-audit.job.ts'
import { dailyFiguresJob } from '../areas/overview/daily-figures.job.ts'
import { certificateNoticesJob, certificatePurgeJob } from '../areas/federation/providers/certificate-notices.job.ts'
import { providerSessionPurgeJob } from '../areas/directory/provider-session-purge.job.ts'
import { documentPurgeJob } from '../areas/documents/document-purge.job.ts'
import { documentScanJob } from '../areas/documents/document-scan.job.ts'
import { documentSweepJob } from '../areas/documents/document-sweep.job.ts'
import { removeInfectedPublishedFile, removeOldPublishedFiles } from '../areas/files/published-file-store.ts'
import { closeEndedGrantsJob } from '../areas/grants/close-ended-grants.job.ts'
import { grantNoticesJob } from '../areas/grants/grant-notices.job.ts'
import { recordEmulationEndsJob } from '../areas/emulation/record-emulation-ends.job.ts'
import { deliverMailJob } from '../areas/mail/deliver-mail.job.ts'
import { mailPurgeJob } from '../areas/mail/mail-purge.job.ts'
import { backChannelLogoutJob, openIdKeysJob } from '../areas/openid-provider/openid-jobs.job.ts'
import { passwordExpiryJob } from '../areas/password/password-expiry.job.ts'
import { temporaryPasswordExpiryJob } from '../areas/password/temporary-password-expiry.job.ts'
import { makePersonExportJob } from '../areas/person-export/make-person-export.job.ts'
import { endOldExports } from '../areas/person-export/person-export-store.ts'
import type { PasswordHashing } from '../crypto/password-hashing.ts'
import { generateReportJob } from '../areas/reports/generate-report.job.ts'
import { serviceTokenNoticesJob } from '../areas/service-accounts/service-token-notices.job.ts'
import { licenseRemindersJob } from '../areas/sign-in/license-reminders.job.ts'
import { webhookJobs } from './webhook-sending.ts'
import { userImportJob } from '../areas/user-import/user-import.job.ts'
import { dormantUsersJob } from '../areas/users/lifecycle/dormant-users.job.ts'
import { eraseDeletedUsersJob } from '../areas/users/lifecycle/erase-deleted-users.job.ts'
import { issueFirstPassword } from '../areas/users/public.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { agePurgeJobs } from '../jobs/age-purges.ts'
import type { JobDefinition, JobFailure } from '../jobs/job.ts'
import { createMailComposer, createSmsGateway } from './mail-services.ts'
import { createPhoneNumbers } from './phone-numbers.ts'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { textService } from '../areas/texts/public.ts'
import type { MailTransport } from '../ports/mail/mail-transport.ts'
import type { VirusScanner } from '../ports/virus-scanner/virus-scanner.ts'
import { addMail } from '../areas/mail/outbox-store.ts'

export interface JobDeps {
  database: Database
  config: Config
  /** Null when no mail server is configured. */
  transport: MailTransport | null
  /** With timeouts. */
  storage: FileStorage
  /** Null when uploads are not scanned. */
  scanner: VirusScanner | null
  hashing: PasswordHashing
}

/** All background jobs of the portal, wired by hand like the areas. */
export function jobRegistry(deps: JobDeps): readonly JobDefinition[] {
  const { database, config, transport, storage, scanner, hashing } = deps
  const db = database.jobs
  const keys = keyRing(config.secretKeys)
  const texts = textService(db, config.language)
  const { jobStream: stream, primaryJobStream: primaryStream } = database
  const streaming = { db, stream, primaryStream, timeZone: config.businessTimeZone }
  return [
    announcementSyncJob({ db, timeZone: config.businessTimeZone, sms: createSmsGateway(config) }),
    userImportJob({
      db,
      hasReplica: database.replica !== undefined,
      timeZone: config.businessTimeZone,
      phones: createPhoneNumbers(config),
    }),
    generateReportJob(streaming),
    makePersonExportJob({ ...streaming, storage, texts }),
    sealAuditJob({ db, keys }),
    verifyAuditJob({ db, keys }),
    auditMonthsJob({ db, stream: primaryStream, keys, months: config.auditMonths }),
    dailyFiguresJob({ db, timeZone: config.businessTimeZone }),
    deliverMailJob({
      db,
      transport,
      compose: createMailComposer(config),
      texts,
      host: config.publicUrl.hostname,
      issueFirstPassword: (mailId, userId) => issueFirstPassword({ db, hashing, keys }, mailId, userId),
      isMailbox: config.demo !== 'off',
    }),
    providerSessionPurgeJob({ db }),
    ...agePurgeJobs({ db }),
    certificatePurgeJob({ db }),
    certificateNoticesJob({ db }),
    serviceTokenNoticesJob({ db }),
    ...webhookJobs(config, { db, keys, texts }),
    mailPurgeJob({ db }),
    documentSweepJob({ db, storage, endOldExports, deletedFilesKeptDays: config.deletedFilesKeptDays }),
    documentPurgeJob({ db, removeOldPublishedFiles }),
    documentScanJob({ db, storage, scanner, removeInfectedPublishedFile }),
    accessChangeJob({ db }),
    accessRequestSyncJob({ db }),
    accessReviewNoticesJob({ db, timeZone: config.businessTimeZone }),
    entitlementReportsJob({ db, timeZone: config.businessTimeZone }),
    closeEndedGrantsJob({ db }),
    grantNoticesJob({ db, timeZone: config.businessTimeZone }),
    recordEmulationEndsJob({ db }),
    backChannelLogoutJob({ db, keys, issuer: config.publicUrl.origin + OPENID_PATH }),
    openIdKeysJob({ db, keys }),
    passwordExpiryJob({ db, passwordMaxAgeDays: config.passwordMaxAgeDays }),
    temporaryPasswordExpiryJob({ db }),
    licenseRemindersJob({ db }),
    dormantUsersJob({ db }),
    eraseDeletedUsersJob({ db, keys, ...config, portal: config.publicUrl.origin }),
  ] as readonly JobDefinition[]
}

/** Returns what writes the mail about a job that failed for good. */
export function mailJobFailure({ jobs }: Pick<Database, 'jobs'>): (failure: JobFailure) => Promise<void> {
  const db = jobs
  return async ({ runId, name, message, notifyEmail }) => {
    await db.transact(everything, (tx) =>
      addMail(tx, {
        template: 'job-failed',
        fields: { job: name, reason: message, runId },
        to: notifyEmail,
        clientId: null,
        dedupeKey: `job-failed:${runId}`,
      }),
    )
  }
}
