import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const fileManagement = adminScreen({
  address: '/content-authenticated/database-maintenance/file-management',
  page: 'Database Maintenance',
  menu: { group: 'content', position: 3 },
  title: 'admin_file_management',
  component: lazyRouteComponent(() => import('./FilesPage.tsx'), 'FilesPage'),
  list: async () => (await import('./file-queries.ts')).filePages,
})
