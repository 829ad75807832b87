import type { ComponentProps, ReactNode } from 'react'
import { REPORT_KEPT_DAYS } from '@portico/contract/reports/report-rules.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ReportPage } from './ReportPage.tsx'
import { ReportRequested } from './ReportRequested.tsx'
import type { RequestedReport } from './use-report-window.ts'

interface CustomerReportPageProps
  extends
    Pick<ComponentProps<typeof ReportPage>, 'title' | 'subtitle' | 'contains'>,
    Pick<ComponentProps<typeof FormPanel>, 'form' | 'disabledReason' | 'startAction' | 'otherAction'> {
  requested: RequestedReport | null
  children: ReactNode
}

/** A report about a customer that is generated in the queue: its form, and what becomes of it. */
export function CustomerReportPage({ subtitle, contains, requested, children, ...panel }: CustomerReportPageProps) {
  const t = useTexts(reportPageTexts)
  const kept = formatMessage(t.reports_kept, { days: REPORT_KEPT_DAYS })
  return (
    <ReportPage title={panel.title} subtitle={subtitle} contains={contains} kept={kept}>
      <FormPanel {...panel} submitLabel={t.reports_generate}>
        {children}
        <ReportRequested report={requested} />
      </FormPanel>
    </ReportPage>
  )
}
