import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const serviceAccounts = adminScreen({
  address: '/content-authenticated/database-maintenance/service-accounts',
  page: 'Database Maintenance',
  menu: { group: 'signOn', position: 4 },
  title: 'admin_service_accounts',
  component: lazyRouteComponent(() => import('./ServiceAccountsPage.tsx'), 'ServiceAccountsPage'),
  list: async () => (await import('./service-account-queries.ts')).serviceAccountPages,
})
