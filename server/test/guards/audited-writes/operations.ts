import type { Portal } from '../../portal.ts'
import { type AuditedWrite, type Ids, inSteps } from '../audited-write.ts'

export const operationWrites: Readonly<Record<string, AuditedWrite>> = {
  exportUserListReport: { event: 'report_exported' },
  exportAccessReport: { event: 'report_exported' },
  requestPciReport: { event: 'report_requested' },
  requestAccessReport: { event: 'report_requested' },
  deleteReportQueue: { event: 'report_deleted' },
  addJobSchedule: inSteps('job_schedule_changed'),
  changeJobSchedule: { event: 'job_schedule_changed', body: () => ({ cronTxt: '15 6 * * *' }) },
  removeJobSchedule: { event: 'job_schedule_changed' },
  restoreJobSchedule: inSteps('job_schedule_changed'),
  runJobNow: { event: 'job_run_requested' },
  resendMail: { event: 'mail_sent_again', prepare: deadMail },
  discardMail: { event: 'mail_given_up', prepare: deadMail },
  exportAuditEvents: { event: 'audit_exported' },
}

async function deadMail(portal: Portal): Promise<Ids> {
  const [row] = await portal.owner(
    `insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
     select 'dead ' || gen_random_uuid(), 'gone@example.test', 'test', 'dead', '550 no such user' returning id`,
  )
  return { mailId: String(row?.['id']) }
}
