import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import type { RequestedReport } from './use-report-window.ts'
import { reportViewer } from '../report-viewer/screen.ts'

/** What becomes of the requested report, and the way to it where the browser blocked its window. */
export function ReportRequested({ report }: { report: RequestedReport | null }) {
  const t = useTexts(reportPageTexts)
  if (report === null) return null
  return (
    <div key={report.id} ref={focusOnMount} tabIndex={-1}>
      {report.state === 'blocked' ? (
        <Alert
          tone="warning"
          action={
            // The window needs a copy of this tab's session, which only an opener gives.
            <a href={reportViewer.link({ reportId: report.id })} target="_blank" rel="opener">
              {t.reports_open}
            </a>
          }
        >
          {t.reports_blocked}
        </Alert>
      ) : (
        <Alert tone="success">{report.state === 'shown' ? t.reports_shown : t.reports_requested}</Alert>
      )}
    </div>
  )
}
