import { useEffect, useState } from 'react'
import { listReportQueue } from '@portico/contract/reports/reports.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { invalidate } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { openEmptyWindow, pathOfWindow } from '../../ui/empty-window.ts'
import { openedReport } from '../opened-report/screen.ts'
import { reportViewer } from '../report-viewer/screen.ts'

/** A requested report: it is awaited in its window, stands there, or the browser blocked the window. */
export interface RequestedReport {
  id: number
  state: 'awaited' | 'shown' | 'blocked'
}

export interface ReportWindow {
  /** Requests a report and shows it in a new window; resolves with no message of its own. */
  open: (request: () => Promise<number>) => Promise<string>
  /** The latest report; null before the first one, and once its window was closed or shows something else. */
  requested: RequestedReport | null
}

/** Interval at which the window is looked at while its report is awaited. */
const LOOK_MS = 1_000

/** Opens the viewer of a report that is requested now (RPTS-026); call while a click is handled. */
export function useReportWindow(): ReportWindow {
  const t = useTexts(reportPageTexts)
  const { admin_report_viewer: title } = useTexts(adminMenuTexts)
  const [requested, setRequested] = useState<RequestedReport | null>(null)
  const [reportTab, setReportTab] = useState<Window | null>(null)
  const isAwaited = requested?.state === 'awaited'
  const id = requested?.id
  useEffect(() => {
    if (!isAwaited || id === undefined || !reportTab) return undefined
    const timer = setInterval(() => {
      const state = stateOf(reportTab, id)
      if (state !== 'awaited') setRequested(state && { id, state })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isAwaited, id, reportTab])
  const open: ReportWindow['open'] = async (request) => {
    setRequested(null)
    // At once, or the browser blocks it. Without `noopener` it gets a copy of this tab's session.
    const newTab = openEmptyWindow(title, t.reports_opening)
    const reportId = await request().catch((error: unknown) => {
      newTab?.close()
      throw error
    })
    newTab?.location.replace(reportViewer.link({ reportId }))
    void invalidate(listReportQueue)
    setReportTab(newTab)
    setRequested({ id: reportId, state: newTab ? 'awaited' : 'blocked' })
    return ''
  }
  return { open, requested }
}

/** What a window shows: the viewer, which waits for the report, or the report. Null: neither, or the window is closed. */
function stateOf(reportTab: Window, reportId: number): RequestedReport['state'] | null {
  const pathname = pathOfWindow(reportTab)
  // An empty window, whose path is `blank`, is about to show the viewer.
  if (pathname === 'blank' || pathname === reportViewer.link({ reportId })) return 'awaited'
  // The address with the ticket, which leads to the screen.
  const isShown = pathname?.startsWith(PAGES_OF_SERVER) === true || pathname === openedReport.link({ reportId })
  return isShown ? 'shown' : null
}

/** Addresses of the server itself, as tickets of reports have one; screens have others. */
const PAGES_OF_SERVER = '/ccservices/'
