import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

/** A finished report, to which its ticket leads (RPTS-062). The server decides whose it is. */
export const openedReport = adminScreen({
  address: '/content-authenticated/administration/report/$reportId',
  page: 'User Access Report',
  otherPages: ['PCI User Report'],
  title: 'admin_report_viewer',
  component: lazyRouteComponent(() => import('./OpenedReportPage.tsx'), 'OpenedReportPage'),
  load: async (entry) => (await import('./opened-report-queries.ts')).loadReport(entry),
  withoutNavigation: true,
})
