import { type ReportStatus, reportStatuses } from '@portico/contract/reports/report-rules.ts'
import type * as contract from '@portico/contract/reports/reports.ts'
import type { BoundTokens } from '../../crypto/bound-token.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx, Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { choiceHandlers } from './choice-handlers.ts'
import { dayIn, type ExportReportDeps, exportUserAccess, exportUserList } from './export-report.ts'
import { validatePci, validateUserAccess, validateUserList } from './report-criteria.ts'
import { listRows, readReport } from './read-report.ts'
import { issueAddress } from './report-tickets.ts'
import { reportEntryView } from './report-view.ts'
import { findChoices, refuseCriteria } from './report-choices.ts'
import { requestReport } from './request-report.ts'
import { type ExportState, findExport, listOwnReports, removeReports } from './report-store.ts'
import { ownScope } from '../../http/authority.ts'

export interface ReportDeps extends ExportReportDeps {
  db: Db
  tickets: BoundTokens
  publicUrl: URL
}

const exportStatuses: Readonly<Record<ExportState, ReportStatus>> = {
  running: reportStatuses.running,
  ready: reportStatuses.ready,
  failed: reportStatuses.failed,
}

/** Administrators ask for reports, find them in their queue and open them. */
export function reportHandlers(deps: ReportDeps): Handlers<typeof contract> {
  const { db, texts, timeZone } = deps
  const readToday = async (tx: Tx) => dayIn(timeZone, await databaseTime(tx))
  return {
    exportUserListReport: async ({ caller, request, body: { excelToken: token, ...wire } }) => {
      const { criteria, issues } = validateUserList(wire, await db.read(everything, readToday))
      if (issues.length > 0) return refuseCriteria(issues)
      return exportUserList(deps, { caller, request }, { criteria, token })
    },
    exportAccessReport: async ({ caller, request, body: { excelToken: token, ...wire } }) => {
      const validated = validateUserAccess(wire)
      const choices = await findChoices(db, { caller, request }, validated)
      if ('refused' in choices) return choices
      return exportUserAccess(deps, { caller, request }, { criteria: validated.criteria, choices, token })
    },
    getExcelStatus: async ({ caller, params }) => {
      const state = await db.read(ownScope(caller), (tx) => findExport(tx, caller.user.id, params.excelToken))
      return state === undefined ? reportStatuses.queued : exportStatuses[state]
    },
    requestPciReport: ({ caller, request, body }) => requestReport(deps, { caller, request }, validatePci(body)),
    requestAccessReport: ({ caller, request, body }) =>
      requestReport(deps, { caller, request }, validateUserAccess(body)),
    listReportQueue: async ({ caller, request }) => {
      const reader = audienceOf({ caller, request })
      const translate = await texts.of(reader)
      const found = await db.read(ownScope(caller), (tx) => listOwnReports(tx, caller.user.id))
      return found.map((report) => reportEntryView(report, translate, reader.language))
    },
    deleteReportQueue: ({ caller, request, body }) =>
      db.transact(ownScope(caller), async (tx) => {
        const ids = body.map(({ reportId }) => reportId)
        for (const id of await removeReports(tx, caller.user.id, ids))
          recordAudit(tx, request, { event: 'report_deleted', ...auditActor(caller), target: { kind: 'report', id } })
        return new Answer(null, { message: sentences.report_queue_deleted })
      }),
    getReportAddress: ({ caller, request, params: { reportId } }) => issueAddress(deps, { caller, request }, reportId),
    getReport: ({ caller, request, params: { reportId } }) => readReport(deps, { caller, request }, reportId),
    listReportRows: ({ caller, request, params: { reportId }, query }) =>
      listRows(deps, { caller, request }, reportId, query),
    ...choiceHandlers(deps),
  }
}
