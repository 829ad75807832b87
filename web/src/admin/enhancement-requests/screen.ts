import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const enhancementRequests = adminScreen({
  address: '/content-authenticated/administration/enhancement-requests',
  page: 'User Administration',
  menu: { group: 'people', position: 7 },
  title: 'admin_enhancement_requests',
  component: lazyRouteComponent(() => import('./EnhancementRequestsPage.tsx'), 'EnhancementRequestsPage'),
  list: async () => (await import('./enhancement-request-queries.ts')).enhancementRequestPages,
})
