import { deleteReportQueue, listReportQueue, type ReportEntry } from '@portico/contract/reports.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { reportPageTexts } from '@portico/contract/texts/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

interface DeleteReportsModalProps {
  entries: readonly ReportEntry[]
  onDeleted: () => void
  onClose: () => void
}

/** Asks before the selected reports are deleted; the list loads anew afterwards (RPTS-067). */
export function DeleteReportsModal({ entries, onDeleted, onClose }: DeleteReportsModalProps) {
  const t = useTexts(reportPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const remove = useAction(deleteReportQueue, { invalidate: [listReportQueue] })
  const count = entries.length
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={formatMessage(t.queue_delete_title, { count })}
      confirmLabel={formatMessage(t.queue_delete_confirm, { count })}
      cancelLabel={cancel}
      onConfirm={async () => {
        const body = entries.map(({ reportId }) => ({ reportId }))
        const outcome = await remove.submit({ params: { uid }, body })
        if (outcome.ok) onDeleted()
        return outcome
      }}
    >
      <p>{t.queue_delete_body}</p>
    </ConfirmModal>
  )
}
