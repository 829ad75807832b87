import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

/** Waits for a report and then shows it (RPTS-026). The server decides; others have no reports to wait for. */
export const reportViewer = adminScreen({
  address: '/content-authenticated/administration/report-viewer/$reportId',
  page: 'User Access Report',
  otherPages: ['PCI User Report'],
  title: 'admin_report_viewer',
  component: lazyRouteComponent(() => import('./ReportViewerPage.tsx'), 'ReportViewerPage'),
  withoutNavigation: true,
})
