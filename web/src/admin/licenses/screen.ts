import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const licenses = adminScreen({
  address: '/content-authenticated/database-maintenance/licenses',
  page: 'Database Maintenance',
  menu: { group: 'content', position: 4 },
  title: 'admin_licenses',
  component: lazyRouteComponent(() => import('./LicensesPage.tsx'), 'LicensesPage'),
  list: async () => (await import('./license-queries.ts')).licensePages,
})

export const licenseVersion = adminScreen({
  address: '/content-authenticated/database-maintenance/licenses/$licenseId',
  page: 'Database Maintenance',
  title: 'admin_license',
  component: lazyRouteComponent(() => import('./LicensePage.tsx'), 'LicensePage'),
  load: async (entry) => (await import('./license-queries.ts')).loadLicense(entry),
})
