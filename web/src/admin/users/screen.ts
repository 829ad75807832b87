import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const userAdministration = adminScreen({
  address: '/content-authenticated/administration',
  page: 'User Administration',
  menu: { group: 'people', position: 1 },
  finder: () => import('./find-users.tsx'),
  title: 'admin_users',
  component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
  list: async () => (await import('./user-queries.ts')).userPages,
})
