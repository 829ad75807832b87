import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_KEPT_DAYS, reportStatuses } from '@portico/contract/reports/report-rules.ts'
import type { ReportEntry } from '@portico/contract/reports/reports.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { rowLink } from '../../patterns/RowLink.tsx'
import { useSelection } from '../../patterns/use-selection.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDayOf, formatInstant, formatNumber } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { DeleteReportsModal } from './DeleteReportsModal.tsx'
import { isReportUnderWay, reportQueueQuery } from './report-queue-queries.ts'
import classes from './ReportQueue.module.css'
import { reportViewer } from '../report-viewer/screen.ts'

/** The own reports: how far each is, the way to open it, and to delete several (RPTS-020..023). */
export function ReportQueuePage() {
  const t = useTexts(reportPageTexts)
  const { admin_report_queue: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const entries = useSuspenseQuery(reportQueueQuery(uid)).data
  const selection = useSelection()
  const [deleting, setDeleting] = useState<readonly ReportEntry[] | null>(null)
  const selected = entries.filter(({ reportId }) => selection.keys.has(String(reportId)))
  const nameOf = (entry: ReportEntry) => nameInWords(entry, t)
  return (
    <AdminPage title={title} subtitle={<Lead entries={entries} />}>
      <ListCard>
        {entries.length === 0 ? (
          <EmptyState live drawing="list" title={t.queue_none} hint={t.queue_none_hint} />
        ) : (
          <DataTable
            caption={title}
            columns={columnsOf(t)}
            rows={entries}
            rowKey={({ reportId }) => reportId}
            rowName={nameOf}
            selection={selection}
            bulkActions={[
              { label: t.queue_delete, icon: 'trash', tone: 'danger', onSelect: () => setDeleting(selected) },
            ]}
          />
        )}
      </ListCard>
      {deleting && (
        <DeleteReportsModal entries={deleting} onDeleted={selection.clear} onClose={() => setDeleting(null)} />
      )}
    </AdminPage>
  )
}

/** How long reports are kept, and how many are being generated: announced when it changes. */
function Lead({ entries }: { entries: readonly ReportEntry[] }) {
  const t = useTexts(reportPageTexts)
  const count = entries.filter(isReportUnderWay).length
  return (
    <>
      {formatMessage(t.queue_lead, { days: REPORT_KEPT_DAYS })}{' '}
      <span role="status">{count > 0 ? formatMessage(t.queue_waiting, { count }) : t.queue_all_done}</span>
    </>
  )
}

/** Kind and time: several reports are of one kind. */
const nameInWords = ({ reportNm, requestedDt }: ReportEntry, t: Texts<typeof reportPageTexts>) =>
  formatMessage(t.queue_row, { name: reportNm, time: formatInstant(requestedDt) })

const tones = { 0: 'neutral', 9: 'info', 1: 'success', 3: 'error' } as const
const statusWords = {
  0: 'queue_status_queued',
  9: 'queue_status_running',
  1: 'queue_status_ready',
  3: 'queue_status_failed',
} as const

/** Rows so far; nothing before it begins and after it failed. */
const rowsOf = ({ status, rowCnt }: ReportEntry) =>
  status === reportStatuses.ready || status === reportStatuses.running ? formatNumber(rowCnt) : ''

const columnsOf = (t: Texts<typeof reportPageTexts>): Column<ReportEntry>[] => [
  {
    key: 'report',
    title: t.queue_report,
    cell: (entry) => (
      // The window needs a copy of this tab's session, which only an opener gives.
      <a
        {...rowLink}
        href={reportViewer.link({ reportId: entry.reportId })}
        target="_blank"
        rel="opener"
        aria-label={nameInWords(entry, t)}
        title={formatMessage(t.queue_open, { name: entry.reportNm })}
      >
        {entry.reportNm}
      </a>
    ),
  },
  { key: 'criteria', title: t.queue_criteria, cell: ({ criteriaTxt }) => criteriaTxt },
  {
    key: 'status',
    title: t.queue_status,
    cell: ({ status, errorTxt }) => (
      <>
        <StatusDot tone={tones[status]}>{t[statusWords[status]]}</StatusDot>
        {errorTxt !== null && <span className={classes['error']}>{errorTxt}</span>}
      </>
    ),
  },
  { key: 'rows', title: t.queue_rows, align: 'end', cell: (entry) => rowsOf(entry) },
  { key: 'requested', title: t.queue_requested, cell: ({ requestedDt }) => formatInstant(requestedDt) },
  { key: 'expires', title: t.queue_expires, oneLine: true, cell: ({ expiresDt }) => formatDayOf(expiresDt) },
]
