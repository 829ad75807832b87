import { deleteReportQueue, listReportQueue, type ReportEntry } from '@portico/contract/reports/reports.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'

interface DeleteReportsModalProps {
  entries: readonly ReportEntry[]
  onDeleted: () => void
  onClose: () => void
}

/** Asks before the selected reports are deleted; the list loads anew afterwards (RPTS-067). */
export function DeleteReportsModal({ entries, onDeleted, onClose }: DeleteReportsModalProps) {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const count = entries.length
  return (
    <DeleteDialog
      title={formatMessage(t.queue_delete_title, { count })}
      confirmLabel={formatMessage(t.queue_delete_confirm, { count })}
      call={deleteReportQueue}
      input={{ params: { uid }, body: entries.map(({ reportId }) => ({ reportId })) }}
      invalidate={[listReportQueue]}
      onDone={({ ok }) => ok && onDeleted()}
      onClose={onClose}
    >
      <p>{t.queue_delete_body}</p>
    </DeleteDialog>
  )
}
