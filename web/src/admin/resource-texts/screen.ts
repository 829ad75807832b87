import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const resourceTexts = adminScreen({
  address: '/content-authenticated/database-maintenance/resource-texts',
  page: 'Database Maintenance',
  menu: { group: 'content', position: 2 },
  title: 'admin_resource_texts',
  component: lazyRouteComponent(() => import('./ResourceTextsPage.tsx'), 'ResourceTextsPage'),
  list: async () => (await import('./resource-text-queries.ts')).textPages,
})
