import { reportPageTexts } from '@portico/contract/texts/report-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'

/** The way to a report whose window the browser blocked. */
export function BlockedWindow({ reportId }: { reportId: number | null }) {
  const t = useTexts(reportPageTexts)
  if (reportId === null) return null
  return (
    <div ref={focusOnMount} tabIndex={-1}>
      <Alert
        tone="warning"
        action={
          // The window needs a copy of this tab's session, which only an opener gives.
          <a href={paths.reportViewer(reportId)} target="_blank" rel="opener">
            {t.reports_open}
          </a>
        }
      >
        {t.reports_blocked}
      </Alert>
    </div>
  )
}
