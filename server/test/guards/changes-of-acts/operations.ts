import type { ActChanges } from '../act-changes.ts'

export const operationChanges: ActChanges = {
  addJobSchedule: ['+ audit_events(admin) job_schedule_changed job-schedule', '+ job_schedules(other) job-run-purge'],
  changeJobSchedule: [
    '+ audit_events(admin) job_schedule_changed job-schedule',
    'job_schedules(jobScheduleSetupId) cron text → text, changed_by null → admin',
  ],
  removeJobSchedule: [
    '+ audit_events(admin) job_schedule_changed job-schedule',
    '+ undo_offers(admin) expires_at later',
    'job_schedules(jobScheduleSetupId) changed_by null → admin, is_removed false → true',
  ],
  'restoreJobSchedule: removed': [
    '+ audit_events(admin) job_schedule_changed job-schedule (2 rows)',
    'job_schedules(jobScheduleSetupId) changed_by null → admin',
  ],
  runJobNow: ['+ audit_events(admin) job_run_requested job-schedule', '+ jobs.job(other) mail-purge'],
  exportUserListReport: ['+ audit_events(admin) report_exported'],
  deleteReportQueue: [
    '+ audit_events(admin) report_deleted report',
    '- reports(reportId) user-access ready expires_at later',
  ],
  requestPciReport: [
    '+ audit_events(admin) report_requested report',
    '+ jobs.job(other) report',
    '+ reports(admin) pci-user queued expires_at later',
  ],
  requestAccessReport: [
    '+ audit_events(admin) report_requested report',
    '+ jobs.job(other) report',
    '+ reports(admin) user-access queued expires_at later',
  ],
  exportAccessReport: ['+ audit_events(admin) report_exported'],
  exportAuditEvents: ['+ audit_events(admin) audit_exported'],
  resendMail: [
    '+ audit_events(admin) mail_sent_again mail',
    '+ jobs.job(other) deliver-mail',
    'outbox_mails(other) state dead → waiting, good_until later → later, next_attempt_at past → now',
  ],
  discardMail: ['+ audit_events(admin) mail_given_up mail', 'outbox_mails(other) state dead → discarded'],
}
