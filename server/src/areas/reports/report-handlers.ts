import { type ReportStatus, reportStatuses } from '@portico/contract/report-rules.ts'
import type * as contract from '@portico/contract/reports.ts'
import { ALL_APPLICATIONS } from '@portico/contract/report-rules.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences } from '../../http/sentences.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { readFacilities, readReach, type Reach } from '../customers/public.ts'
import { type ExportReportDeps, exportUserAccess, exportUserList } from './export-report.ts'
import { judgePci, judgeUserAccess, judgeUserList } from './report-criteria.ts'
import { readCustomerGroups, readFlatCustomers, reportCustomerView } from './report-customers.ts'
import { issueAddress } from './report-tickets.ts'
import { reportEntryView } from './report-view.ts'
import { findChoices, refuseCriteria, requestReport } from './request-report.ts'
import type { ExportState } from './report-export-store.ts'

export interface ReportDeps extends ExportReportDeps {
  transact: Transact<'audit' | 'jobs' | 'reports' | 'reportExports' | 'tx'>
}

const exportStatuses: Readonly<Record<ExportState, ReportStatus>> = {
  running: reportStatuses.running,
  ready: reportStatuses.ready,
  failed: reportStatuses.failed,
}

const today = `select to_char(clock_now() at time zone $1, 'YYYY-MM-DD') as today`
const systems = `
  select id as "systemId", name::text as "systemNm" from systems system
   where id > ${ALL_APPLICATIONS} and deleted_at is null
     and ($1 or exists (select from pages page where page.system_id = system.id and page.deleted_at is null
                           and not page.is_internal_only))
   order by name, id`

interface CustomersCall {
  caller: Caller
  params: { facilityCd: string }
  query: { searchPattern?: string | undefined; offset?: number | undefined }
}

/** Administrators ask for reports, find them in their queue and open them. */
export function reportHandlers(deps: ReportDeps): Handlers<typeof contract> {
  const { db, transact, texts, timeZone } = deps
  const readToday = async (tx: Tx) => (await query<{ today: string }>(tx, today, [timeZone]))[0]?.today ?? ''
  const customersBy =
    (read: typeof readFlatCustomers) =>
    async ({ caller, params: { facilityCd }, query: { searchPattern = '', offset = 0 } }: CustomersCall) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const reach: Reach = (await readReach(tx, authority)).of(facilityCd)
        const page = await read(tx, { facilityCode: facilityCd, reach, text: searchPattern.trim(), offset })
        return paged(page, (row) => reportCustomerView(row, reach))
      })
    }
  return {
    exportUserListReport: async ({ caller, request, body: { excelToken: token, ...wire } }) => {
      const { criteria, issues } = judgeUserList(wire, await db.read(everything, readToday))
      if (issues.length > 0) return refuseCriteria(issues)
      return exportUserList(deps, { caller, request }, { criteria, token })
    },
    exportAccessReport: async ({ caller, request, body: { excelToken: token, ...wire } }) => {
      const judged = judgeUserAccess(wire)
      const choices = await findChoices(db, { caller, request }, judged)
      if ('refused' in choices) return choices
      return exportUserAccess(deps, { caller, request }, { criteria: judged.criteria, choices, token })
    },
    getExcelStatus: async ({ caller, params }) => {
      const state = await transact(ownScope(caller), ({ reportExports }) =>
        reportExports.find(caller.user.id, params.excelToken),
      )
      return state === undefined ? reportStatuses.queued : exportStatuses[state]
    },
    requestPciReport: ({ caller, request, body }) => requestReport(deps, { caller, request }, judgePci(body)),
    requestAccessReport: ({ caller, request, body }) =>
      requestReport(deps, { caller, request }, judgeUserAccess(body)),
    listReportQueue: async ({ caller, request }) => {
      const wording = await texts.of(readerOf({ caller, request }))
      const { language } = readerOf({ caller, request })
      const found = await transact(ownScope(caller), ({ reports }) => reports.listOf(caller.user.id))
      return found.map((report) => reportEntryView(report, wording, language))
    },
    deleteReportQueue: ({ caller, request, body }) =>
      transact(ownScope(caller), async ({ reports, audit }) => {
        const ids = body.map(({ reportId }) => reportId)
        for (const id of await reports.remove(caller.user.id, ids))
          audit.record(request, { event: 'report_deleted', ...auditActor(caller), target: { kind: 'report', id } })
        return new Answer(null, { message: sentences.report_queue_deleted })
      }),
    getReportAddress: ({ caller, params: { reportId } }) => issueAddress({ transact }, caller, reportId),
    listPciCustomerTree: customersBy(readCustomerGroups),
    listPciCustomers: customersBy(readFlatCustomers),
    listAccessCustomerTree: customersBy(readCustomerGroups),
    listAccessCustomers: customersBy(readFlatCustomers),
    listReportSystems: async ({ caller, request }) => {
      const wording = await texts.of(readerOf({ caller, request }))
      const found = await db.read(adminScope(caller), (tx) =>
        query<{ systemId: number; systemNm: string }>(tx, systems, [caller.user.isInternal]),
      )
      return [{ systemId: ALL_APPLICATIONS, systemNm: wording(sentences.report_all_applications) }, ...found]
    },
    listReportFacilities: async ({ caller }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const [{ facilities }, every] = await Promise.all([readReach(tx, authority), readFacilities(tx)])
        return every
          .filter(({ code }) => facilities === null || facilities.has(code))
          .map(({ code, name, hasHierarchy }) => ({ facilityCd: code, facilityNm: name, hierarchyFlg: hasHierarchy }))
      })
    },
  }
}
