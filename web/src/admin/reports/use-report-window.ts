import { useState } from 'react'
import { listReportQueue } from '@portico/contract/reports.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/texts/report-page-texts.ts'
import { invalidate } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { openEmptyWindow } from '../../ui/empty-window.ts'

export interface ReportWindow {
  /** Requests a report and shows it in a new window; resolves with the success message. */
  open: (request: () => Promise<number>) => Promise<string>
  /** The report whose window the browser blocked. */
  blockedId: number | null
}

/** Opens the viewer of a report that is requested now (RPTS-026); call while a click is handled. */
export function useReportWindow(): ReportWindow {
  const t = useTexts(reportPageTexts)
  const { admin_report_viewer: title } = useTexts(adminMenuTexts)
  const [blockedId, setBlockedId] = useState<number | null>(null)
  const open: ReportWindow['open'] = async (request) => {
    setBlockedId(null)
    // At once, or the browser blocks it. Without `noopener` it gets a copy of this tab's session.
    const newTab = openEmptyWindow(title, t.reports_opening)
    const reportId = await request().catch((error: unknown) => {
      newTab?.close()
      throw error
    })
    newTab?.location.replace(paths.reportViewer(reportId))
    void invalidate(listReportQueue)
    if (newTab) return t.reports_requested
    setBlockedId(reportId)
    return ''
  }
  return { open, blockedId }
}
