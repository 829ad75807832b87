import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { REPORT_PRINTED_ROWS, REPORT_SORTED_ROWS } from '@portico/contract/reports/report-rules.ts'
import type { Report } from '@portico/contract/reports/report-records.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { reportTexts } from '@portico/contract/reports/report-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPreferences } from '../../patterns/list-preferences.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { PaginatedList } from '../../patterns/PaginatedList.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { runAction } from '../../patterns/run-action.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { openEmptyWindow } from '../../ui/empty-window.ts'
import { formatInstant } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { reportQueue } from '../report-queue/screen.ts'
import classes from './OpenedReport.module.css'
import { nameOfRow, openedReportColumns, REPORT_COLUMNS_OFF } from './opened-report-columns.tsx'
import {
  readPrintedRows,
  readWholeAddress,
  reportQuery,
  reportRowSearch,
  reportRowsQuery,
} from './opened-report-queries.ts'
import { ReportSummary } from './ReportSummary.tsx'
import { usePrintedRows } from './use-printed-rows.ts'

/** A finished report: what it is about, what its rows have in common, and the rows. */
export function OpenedReportPage() {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const reportId = usePathId('reportId')
  const report = useSuspenseQuery(reportQuery(uid, reportId)).data
  const hasQueue = useSuspenseQuery(adminMenuQuery(uid)).data.some(({ pageNm }) => pageNm === 'Report Queue')
  return (
    <div className={classes['report']}>
      <AdminPage
        title={report.reportNm}
        subtitle={<Facts report={report} />}
        actions={
          hasQueue && (
            <Button root={(props) => <Link {...props} to={reportQueue.link()} />}>{t.reports_to_queue}</Button>
          )
        }
      >
        {report.summary && report.rowCnt > 0 && <ReportSummary summary={report.summary} />}
        <ReportRows report={report} />
      </AdminPage>
    </div>
  )
}

/** The criteria, when the report was completed, and how many rows it has. */
function Facts({ report: { criteria, completedDt, rowCnt } }: { report: Report }) {
  const t = useTexts(reportTexts)
  return (
    <>
      <span className={classes['criteria']}>
        {criteria.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      <span className={classes['criteria']}>
        {completedDt && <span>{formatMessage(t.report_page_completed, { time: formatInstant(completedDt) })}</span>}
        <span>{formatMessage(t.report_page_rows, { count: rowCnt })}</span>
      </span>
    </>
  )
}

/** A choice of the names that were counted; none where an earlier version counted nothing. */
function choiceField<Name extends string>(name: Name, label: string, counted: readonly { name: string }[] = []) {
  const options = counted.flatMap((each) => (each.name === '' ? [] : [{ value: each.name, label: each.name }]))
  return options.length === 0 ? [] : [{ name, kind: 'choice' as const, label, options }]
}

function ReportRows({ report }: { report: Report }) {
  const t = useTexts(reportPageTexts)
  const { report_page_empty: emptyTitle } = useTexts(reportTexts)
  const { uid } = useSignedIn()
  const { reportId, rowCnt, summary } = report
  const { list } = useListPreferences('report', useListSearch(reportRowSearch), REPORT_COLUMNS_OFF)
  const page = useListPage(reportRowsQuery(uid, reportId, list))
  const printed = usePrintedRows(() => readPrintedRows(uid, reportId, list))
  const isSortable = rowCnt <= REPORT_SORTED_ROWS
  const columns = openedReportColumns(report, isSortable)
  const isCut = page.total > REPORT_PRINTED_ROWS
  return (
    <>
      {!isSortable && <Alert tone="info">{formatMessage(t.opened_too_large, { max: REPORT_SORTED_ROWS })}</Alert>}
      <FilterBar
        list={list}
        fields={
          isSortable
            ? [
                { name: 'q', kind: 'search', label: t.opened_search },
                ...choiceField('application', t.reports_application, summary?.systems),
                ...choiceField('employer', t.opened_employer, summary?.employers),
              ]
            : []
        }
        columns={columns.slice(1)}
      >
        {isCut && <WholeReportButton reportId={reportId} />}
        <Button icon="print" busy={printed.isLoading} onClick={printed.print}>
          {t.opened_print}
        </Button>
      </FilterBar>
      {isCut && printed.rows !== null && (
        <p>{formatMessage(t.opened_printed_first, { max: REPORT_PRINTED_ROWS, count: page.total })}</p>
      )}
      <PaginatedList list={list} page={page} empty={{ title: emptyTitle }}>
        <div className={classes['rows']}>
          <DataTable
            caption={report.reportNm}
            columns={columns}
            rows={printed.rows ?? page.rows}
            rowKey={({ rowNo }) => rowNo}
            cardTitle={(row) => nameOfRow(report, row)}
            sort={list.sort}
            onSort={(sort) => list.set({ sort })}
            hidden={list.hidden}
            isStale={page.isStale}
          />
        </div>
      </PaginatedList>
    </>
  )
}

/** Opens the page with all rows of a large report in a window of its own. */
function WholeReportButton({ reportId }: { reportId: number }) {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const open = async () => {
    // At once, or the browser blocks it.
    const newTab = openEmptyWindow(t.opened_whole, t.opened_whole_opens)
    const outcome = await runAction(async () => {
      newTab?.location.replace(await readWholeAddress(uid, reportId))
      return ''
    })
    if (outcome.ok) return
    newTab?.close()
    toast.error(outcome.message)
  }
  return (
    <Button icon="external" onClick={() => void open()}>
      {t.opened_whole}
    </Button>
  )
}
