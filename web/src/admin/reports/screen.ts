import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const userListReport = adminScreen({
  address: '/content-authenticated/administration/reports/user-list',
  page: 'User List Report',
  menu: { group: 'reports', position: 1 },
  title: 'admin_user_list_report',
  component: lazyRouteComponent(() => import('./UserListReportPage.tsx'), 'UserListReportPage'),
})

export const userAccessReport = adminScreen({
  address: '/content-authenticated/administration/reports/user-access',
  page: 'User Access Report',
  menu: { group: 'reports', position: 2 },
  title: 'admin_user_access_report',
  component: lazyRouteComponent(() => import('./UserAccessReportPage.tsx'), 'UserAccessReportPage'),
  load: async ({ uid }) => (await import('./report-queries.ts')).loadAccessReport(uid),
})

export const pciUserReport = adminScreen({
  address: '/content-authenticated/administration/reports/pci-user',
  page: 'PCI User Report',
  menu: { group: 'reports', position: 3 },
  title: 'admin_pci_user_report',
  component: lazyRouteComponent(() => import('./PciUserReportPage.tsx'), 'PciUserReportPage'),
  load: async ({ uid }) => (await import('./report-queries.ts')).loadPciReport(uid),
})
