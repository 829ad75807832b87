import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const reportQueue = adminScreen({
  address: '/content-authenticated/administration/report-queue',
  page: 'Report Queue',
  menu: { group: 'reports', position: 4 },
  title: 'admin_report_queue',
  component: lazyRouteComponent(() => import('./ReportQueuePage.tsx'), 'ReportQueuePage'),
  load: async ({ uid }) => (await import('./report-queue-queries.ts')).loadReportQueue(uid),
})
