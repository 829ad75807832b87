import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const applicationSearch = adminScreen({
  address: '/content-authenticated/administration/application-search',
  page: 'Application Settings',
  menu: { group: 'applications', position: 1 },
  finder: () => import('./find-applications.ts'),
  title: 'admin_applications',
  component: lazyRouteComponent(() => import('./ApplicationSearchPage.tsx'), 'ApplicationSearchPage'),
  list: async () => (await import('./application-queries.ts')).applicationPages,
})
