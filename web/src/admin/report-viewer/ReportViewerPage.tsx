import { Link } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { leaveFor } from './leave-for.ts'
import classes from './ReportViewer.module.css'
import type { ViewerState } from './report-address.ts'
import { useReportAddress } from './use-report-address.ts'
import { reportQueue } from '../report-queue/screen.ts'

/** Waits for a report in a window of its own, which then shows the report (RPTS-024, RPTS-025). */
export function ReportViewerPage() {
  const t = useTexts(reportPageTexts)
  const { admin_report_viewer: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const hasQueue = useSuspenseQuery(adminMenuQuery(uid)).data.some(({ pageNm }) => pageNm === 'Report Queue')
  const { state, keepWaiting } = useReportAddress(uid, usePathId('reportId'), leaveFor)
  const isSlow = state.kind === 'slow'
  return (
    <div className={classes['page']}>
      <h1>{title}</h1>
      {/* Rendered before it changes, because a new live region would not be announced. */}
      <p role="status" className={classes['state']} data-waits={isMoving(state) || undefined}>
        {stateInWords(state, t)}
      </p>
      {state.kind === 'failed' && <Alert tone="error">{state.message}</Alert>}
      {state.kind !== 'failed' && <p className={classes['hint']}>{isSlow ? t.viewer_slow_hint : t.viewer_opens}</p>}
      <div className={classes['actions']}>
        {hasQueue && (
          <Button root={(props) => <Link {...props} to={reportQueue.link()} />}>{t.reports_to_queue}</Button>
        )}
        {isSlow && (
          <Button kind="primary" onClick={keepWaiting}>
            {t.viewer_keep_waiting}
          </Button>
        )}
      </div>
    </div>
  )
}

const isMoving = ({ kind }: ViewerState) => kind !== 'failed' && kind !== 'slow'

const stateInWords = ({ kind }: ViewerState, t: Texts<typeof reportPageTexts>): string =>
  kind === 'failed' ? '' : t[`viewer_${kind}`]
