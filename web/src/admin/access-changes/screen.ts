import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const accessChanges = adminScreen({
  address: '/content-authenticated/administration/access-changes',
  page: 'User Administration',
  menu: { group: 'people', position: 8 },
  title: 'admin_access_changes',
  component: lazyRouteComponent(() => import('./AccessChangesPage.tsx'), 'AccessChangesPage'),
  list: async () => (await import('./access-change-queries.ts')).accessChangePages,
})
