import { type AnyRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import type { AdminScreen } from './admin-routes.tsx'
import { queryClient } from './api/query.ts'
import { currentSession } from './api/session.ts'
import { texts } from './api/texts.ts'
import { paths } from './paths.ts'

/** The administration screens about reports. */
export const reportScreens: readonly AdminScreen[] = [
  {
    path: paths.userListReport(),
    page: 'User List Report',
    group: 'reports',
    title: 'admin_user_list_report',
    component: lazyRouteComponent(() => import('./admin/reports/UserListReportPage.tsx'), 'UserListReportPage'),
  },
  {
    path: paths.userAccessReport(),
    page: 'User Access Report',
    group: 'reports',
    title: 'admin_user_access_report',
    component: lazyRouteComponent(() => import('./admin/reports/UserAccessReportPage.tsx'), 'UserAccessReportPage'),
    load: async ({ uid }) => (await import('./admin/reports/report-queries.ts')).loadAccessReport(uid),
  },
  {
    path: paths.pciUserReport(),
    page: 'PCI User Report',
    group: 'reports',
    title: 'admin_pci_user_report',
    component: lazyRouteComponent(() => import('./admin/reports/PciUserReportPage.tsx'), 'PciUserReportPage'),
    load: async ({ uid }) => (await import('./admin/reports/report-queries.ts')).loadPciReport(uid),
  },
  {
    path: paths.reportQueue(),
    page: 'Report Queue',
    group: 'reports',
    title: 'admin_report_queue',
    component: lazyRouteComponent(() => import('./admin/report-queue/ReportQueuePage.tsx'), 'ReportQueuePage'),
    load: async ({ uid }) => (await import('./admin/report-queue/report-queue-queries.ts')).loadReportQueue(uid),
  },
]

/** The page that waits for a report, without the navigation: it has a window of its own. */
export const makeReportViewerRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  createRoute({
    getParentRoute,
    path: paths.reportViewer().replace('/content-authenticated/', '') as 'administration/report-viewer/$reportId',
    loader: async ({ params }) => {
      const { adminMenuQuery } = await import('./shell/frame-queries.ts')
      const uid = currentSession()?.uid
      if (uid === undefined || !/^[1-9]\d{0,8}$/.test((params as { reportId: string }).reportId)) throw notFound()
      const pages = await queryClient.ensureQueryData(adminMenuQuery(uid))
      // The server decides; others have no reports that they could wait for.
      if (!pages.some(({ pageNm }) => pageNm === 'User Access Report' || pageNm === 'PCI User Report')) throw notFound()
    },
    component: lazyRouteComponent(() => import('./admin/report-viewer/ReportViewerPage.tsx'), 'ReportViewerPage'),
    staticData: { title: () => texts(adminMenuTexts).admin_report_viewer, admin: { page: 'User Access Report' } },
  })
