import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const importUsers = adminScreen({
  address: '/content-authenticated/administration/import-users',
  page: 'User Administration',
  title: 'admin_import_users',
  component: lazyRouteComponent(() => import('./ImportUsersPage.tsx'), 'ImportUsersPage'),
  load: async (entry) => (await import('./import-queries.ts')).loadImport(entry),
})
