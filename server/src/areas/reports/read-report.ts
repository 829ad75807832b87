import type { Report, ReportRow } from '@portico/contract/reports/report-records.ts'
import { REPORT_SORTED_ROWS } from '@portico/contract/reports/report-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, statement, text } from '../../db/statement.ts'
import { type Answer, paged, refuse, type StandardRefusal } from '../../http/answers.ts'
import { ownScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import type { TextService } from '../texts/public.ts'
import { accessColumns } from './report-columns.ts'
import { readReportRights } from './report-rights.ts'
import { momentsOf, readReportRows, type RowRequest } from './report-rows.ts'
import { findReport, type StoredReport } from './report-store.ts'
import { reportView } from './report-view.ts'

interface ReadReportDeps {
  db: Db
  texts: Pick<TextService, 'of'>
}

/** Returns a finished report of the caller, who may still read it; reports of others look like missing ones (S71). */
async function findReadable(
  db: Db,
  { caller }: Pick<CallContext, 'caller'>,
  reportId: number,
): Promise<StoredReport | StandardRefusal> {
  const report = await db.read(ownScope(caller), (tx) => findReport(tx, reportId))
  if (report?.ownerId !== caller.user.id || report.state !== 'ready') return refuse('404', sentences.not_found)
  const rights = await db.read(everything, (tx) => readReportRights(tx, report))
  return rights === null ? refuse('403', sentences.not_allowed) : report
}

const columnsFor = async ({ texts }: ReadReportDeps, context: CallContext, { criteria }: StoredReport) =>
  accessColumns(
    { translate: await texts.of(audienceOf(context)), isInternal: context.caller.user.isInternal },
    criteria.facilityName,
    'business',
  )

/** Returns a finished report of the caller without its rows, and records that it was opened. */
export async function readReport(
  deps: ReadReportDeps,
  context: CallContext,
  reportId: number,
): Promise<Report | StandardRefusal> {
  const report = await findReadable(deps.db, context, reportId)
  if ('refused' in report) return report
  const columns = await columnsFor(deps, context, report)
  const reader = audienceOf(context)
  const translate = await deps.texts.of(reader)
  await recordOpened(deps.db, context, report)
  return reportView(report, columns, translate, reader.language)
}

const recordOpened = (db: Db, { caller, request }: CallContext, { id }: StoredReport, after?: { format: 'print' }) =>
  db.transact(ownScope(caller), (tx: Tx) =>
    Promise.resolve(
      recordAudit(tx, request, {
        event: 'report_opened',
        ...auditActor(caller),
        target: { kind: 'report', id },
        ...(after && { after }),
      }),
    ),
  )

const openedInSession = statement([text, int], {
  name: 'reports: opened in session',
  text: `
  select id from audit_events
   where event = 'report_opened' and target_kind = 'report' and target_id = $1 and session_id = $2 limit 1`,
  row: { id: int },
})

/** Whether this session has opened the report, so that the audit trail tells of it already. */
const isOpened = async (db: Db, { caller }: Pick<CallContext, 'caller'>, { id }: StoredReport): Promise<boolean> =>
  (await db.read(everything, (tx) => run(tx, openedInSession(String(id), caller.sessionId)))).length > 0

/**
 * Returns rows of a finished report of the caller, in the wording of the caller. Those that are printed are recorded
 * each time, others where the session has not opened the report.
 */
export async function listRows(
  deps: ReadReportDeps,
  context: CallContext,
  reportId: number,
  query: RowRequest,
): Promise<Answer<ReportRow[]> | StandardRefusal> {
  const report = await findReadable(deps.db, context, reportId)
  if ('refused' in report) return report
  const columns = await columnsFor(deps, context, report)
  const found = await deps.db.read(ownScope(context.caller), (tx) => readReportRows(tx, report, query))
  if (found === 'too many') return refuse('422', sentences.report_too_large_to_sort({ max: REPORT_SORTED_ROWS }))
  if (query.printFlg === true) await recordOpened(deps.db, context, report, { format: 'print' })
  else if (!(await isOpened(deps.db, context, report))) await recordOpened(deps.db, context, report)
  return paged(found, ({ rowNo, row }) => {
    const read = momentsOf(row)
    return { rowNo, cells: columns.map(({ value }) => cellOf(value(read))) }
  })
}

const cellOf = (cell: string | number | boolean | Date | null): string | null => {
  if (cell === null) return null
  return cell instanceof Date ? cell.toISOString() : String(cell)
}
