import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const accessRequests = adminScreen({
  address: '/content-authenticated/administration/access-requests',
  page: 'User Administration',
  menu: { group: 'people', position: 4, waiting: 'accessRequests' },
  title: 'admin_access_requests',
  component: lazyRouteComponent(() => import('./AccessRequestsPage.tsx'), 'AccessRequestsPage'),
  list: async () => (await import('./access-request-queries.ts')).accessRequestPages,
})
